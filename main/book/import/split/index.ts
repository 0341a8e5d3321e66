/** From a source to chapters: by a rule, or by the one that fits the text best. */
import { RE2JS } from 're2js';
import type { SplitRule } from '#shared/contract/import.ts';
import { AppError } from '#shared/errors.ts';
import { renewedHeading, sceneBreak } from '../markdown-text.ts';
import { joinNotes } from '../chapter-notes.ts';
import type { Part, SourceText } from '../source-text.ts';
import { chapterLineCuts, isVolumeTitle, patternCuts } from './chapter-lines.ts';
import { chapterRank, chaptersAt, type IsBook, type SplitChapter } from './cuts.ts';
import { headingCuts, lettersOf, liftHeadings, plainTitle } from './headings.ts';
import { scenesOf } from './scenes.ts';

export type SplitRequest = { splitAt: SplitRule; pattern: string | null };

export type Split = {
  splitAt: SplitRule;
  /** The book's title, where the text has one above its chapters. */
  title: string | null;
  chapters: SplitChapter[];
  splits: { splitAt: SplitRule; chapters: number }[];
};

const compile = (pattern: string): ((line: string) => boolean) => {
  try {
    const compiled = RE2JS.compile(pattern);
    return (line) => compiled.matcher(line).find();
  } catch (error) {
    throw new AppError(
      'INVALID_INPUT',
      'The pattern is no regular expression.',
      {},
      { cause: error },
    );
  }
};

/** A part with the heading of its own text told apart from the rest. */
const partChapter = ({ notes, ...part }: Part): SplitChapter => ({
  ...textChapter(part),
  ...(notes && { notes }),
});

const textChapter = ({ title, group, text }: Part): SplitChapter => {
  const [first = '', ...rest] = text.split('\n');
  const heading = /^#{1,6} (.*)$/.exec(first)?.[1];
  if (heading === undefined) return { title, group, body: text.trim(), headingLine: null };
  const own = plainTitle(heading);
  const body = rest.join('\n').trim();
  // As the contents spell it: a heading of two lines has nothing between its number and its name.
  if (title !== null && title !== own && lettersOf(title) === lettersOf(own)) {
    return { title, group, body, headingLine: renewedHeading(1, title, first) };
  }
  return { title: own, group, body, headingLine: first };
};

/** Scenes of one chapter as one text. */
const joinScenes = (parts: readonly Part[]): Part[] => {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.chapter && part.chapter?.id === last.chapter.id) {
      const texts = [last.text, part.text].filter((text) => text !== '');
      last.text = texts.join(`\n\n${sceneBreak}\n\n`);
      const notes = joinNotes(last.notes, part.notes);
      if (notes) last.notes = notes;
    } else joined.push({ ...part, title: part.chapter?.title ?? part.title });
  }
  return joined;
};

const partChapters = (parts: readonly Part[]): SplitChapter[] => joinScenes(parts).map(partChapter);

/** All parts as one text; a title of a part that its text does not have stands above it. */
const wholeText = (parts: readonly Part[]): string =>
  parts
    .map(({ title, text }) => {
      const isNamed = title === null || /^#{1,6} /.test(text);
      return isNamed ? text : `# ${title}\n\n${text}`;
    })
    .join('\n\n');

type Made = { title: string | null; chapters: SplitChapter[] };
type Rules = Record<Exclude<SplitRule, 'auto'>, () => Made>;

const untitled = (chapters: SplitChapter[]): Made => ({ title: null, chapters });

/** Each chapter is a text of its own, and begins with a heading of the first level. */
const chaptersAtHeadings = (lines: readonly string[], canBeBook: IsBook): Made => {
  const cuts = headingCuts(lines);
  const { title, chapters } = chaptersAt(lines, cuts, canBeBook);
  const by = (chapterRank(lines, cuts) ?? 1) - 1;
  const lifted = chapters.map(({ headingLine, body, ...chapter }) => ({
    ...chapter,
    headingLine: headingLine === null ? null : liftHeadings(headingLine, by),
    body: liftHeadings(body, by),
  }));
  return { title, chapters: by === 0 ? chapters : lifted };
};

/** A volume has a number, and a book that is named otherwise has another title. */
const bookOf =
  ({ title: name }: SourceText): IsBook =>
  (title) =>
    name === null ? !isVolumeTitle(title) : lettersOf(title) === lettersOf(name);

const rulesFor = (source: SourceText, pattern: string | null): Rules => {
  const lines = wholeText(source.parts).split('\n');
  const canBeBook = bookOf(source);
  const cutsOf = (): ReturnType<typeof patternCuts> =>
    pattern === null ? chapterLineCuts(lines) : patternCuts(lines, compile(pattern));
  return {
    parts: () => untitled(partChapters(source.parts)),
    headings: () => chaptersAtHeadings(lines, canBeBook),
    pattern: () => chaptersAt(lines, cutsOf(), canBeBook),
    scenes: () =>
      untitled(source.parts.length > 1 ? source.parts.map(partChapter) : scenesOf(lines)),
    none: () => {
      const body = lines.join('\n').trim();
      return untitled(body === '' ? [] : [{ title: null, group: null, body, headingLine: null }]);
    },
  };
};

/**
 * A text that is several chapters, at its headings or at the lines that say so, whichever tell more of them. `title`: of what
 * stands above them all, whether a volume or a book.
 */
export const chaptersWithin = (lines: readonly string[]): Made => {
  const pattern = chapterLineCuts(lines);
  const isAbove = (): boolean => true;
  return areHeadings(headingCuts(lines).length, pattern.length)
    ? chaptersAtHeadings(lines, isAbove)
    : chaptersAt(lines, pattern, isAbove);
};

const titledCount = ({ chapters }: Made): number =>
  chapters.filter(({ title }) => title !== null).length;

/** A book title as its only heading, or one for each volume, says less than the lines of its chapters. */
const areHeadings = (headings: number, lines: number): boolean =>
  headings >= 2 && headings * 3 >= lines;

/** The first rule that finds several chapters; text before the first one does not count. */
const chooseRule = (source: SourceText, made: Record<keyof Rules, Made>): keyof Rules => {
  if (source.partsAreChapters) return 'parts';
  const [headings, lines] = [titledCount(made.headings), titledCount(made.pattern)];
  if (areHeadings(headings, lines)) return 'headings';
  if (lines >= 2) return 'pattern';
  if (headings === 1) return 'headings';
  return lines === 1 ? 'pattern' : 'none';
};

/** INVALID_INPUT for a pattern that is none. */
export const splitSource = (source: SourceText, request: SplitRequest): Split => {
  const rules = rulesFor(source, request.pattern);
  // Of a text that is not parted it is no rule of its own, unless it is asked for.
  const hasParts =
    source.parts.length > 1 || source.partsAreChapters || request.splitAt === 'parts';
  const made = {
    parts: hasParts ? rules.parts() : untitled([]),
    headings: rules.headings(),
    pattern: rules.pattern(),
    scenes: rules.scenes(),
    none: rules.none(),
  };
  const splitAt = request.splitAt === 'auto' ? chooseRule(source, made) : request.splitAt;
  const { title, chapters } = made[splitAt];
  const known = ['parts', 'headings', 'pattern', 'scenes', 'none'] as const;
  const splits = known
    .map((rule) => ({ splitAt: rule, chapters: made[rule].chapters.length }))
    .filter(({ splitAt: rule, chapters: count }) => count > 0 || rule === splitAt);
  return { splitAt, title, chapters, splits };
};
