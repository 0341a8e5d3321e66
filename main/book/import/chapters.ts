/** Chapters as they would be written: titles, texts, and what is said of each before it is. */
import { countText, plainProse } from '#shared/count-text.ts';
import type { ChangeChoice, ChapterEdit, ImportChapter } from '#shared/contract/import.ts';
import type { Language } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { joinNotes } from './chapter-notes.ts';
import {
  callsIn,
  changesIn,
  commentsIn,
  type MarkedChange,
  resolveMarks,
  shownLine,
} from './marks.ts';
import { headingLine, renewedHeading } from './markdown-text.ts';
import type { Comment, SourceText } from './source-text.ts';
import type { SplitChapter } from './split/cuts.ts';

/** A chapter with a title, made up where the text names none. */
export type Chapter = SplitChapter & {
  title: string;
  titled: boolean;
  /** Before its heading: it is the first of a text that had some. */
  frontMatter?: string;
};

type Words = { opening: string; scene: (number: number) => string; comments: string };

const words: Record<Language, Words> = {
  'zh-CN': { opening: '开头', scene: (number) => `第${number}段`, comments: '批注' },
  en: { opening: 'Opening', scene: (number) => `Part ${number}`, comments: 'Comments' },
};

const longestTitle = 200;

const fittingTitle = (title: string): string => [...title].slice(0, longestTitle).join('').trim();

/** `name`: of the file, for a text that is one chapter. */
export const withTitles = (
  chapters: readonly SplitChapter[],
  name: string,
  language: Language,
): Chapter[] => {
  const { opening, scene } = words[language];
  const hasTitles = chapters.some(({ title }) => title !== null);
  const madeUp = (at: number): string => {
    if (chapters.length === 1) return name;
    return hasTitles && at === 0 ? opening : scene(at + 1);
  };
  return chapters.map((chapter, at) => ({
    ...chapter,
    title: fittingTitle(chapter.title ?? madeUp(at)) || scene(at + 1),
    titled: chapter.title !== null,
  }));
};

/** The heading as the text has it; a line that became one gets a heading's mark, and keeps what is called in it. */
const headingOf = ({ headingLine: line, title, titled }: Chapter, keepsForm: boolean): string => {
  if (line !== null && (line.includes('\n') || /^ {0,3}#{1,6}\s/.test(line))) return line;
  return titled || !keepsForm ? `${headingLine(1, title)}${callsIn(line ?? '')}` : '';
};

/** `keepsForm`: the text was Markdown and gets no heading that it did not have. */
const markedText = (chapter: Chapter, keepsForm: boolean): string => {
  const heading = headingOf(chapter, keepsForm);
  const parts = [heading, chapter.body].filter((part) => part !== '');
  const text = parts.length === 0 ? '' : `${parts.join('\n\n')}\n`;
  return `${chapter.frontMatter ?? ''}${text}`;
};

/** Those that the text calls: with a call that a change took away its note is gone. */
const notesOf = (text: string, footnotes: ReadonlyMap<string, string>): string => {
  const called = new Set(
    [...text.matchAll(/\[\^([^\]\s]{1,40})\]/g)].map(([, name]) => name ?? ''),
  );
  const lines = [...called].flatMap((name) => {
    const note = footnotes.get(name);
    return note === undefined ? [] : [`[^${name}]: ${note}`];
  });
  return lines.length === 0 ? '' : `\n${lines.join('\n\n')}\n`;
};

const writtenNote = /\\\[\^([^\]\s]{1,40})\]/gu;
const writtenNoteBegin = /^\\\[\^([^\]\s]{1,40})\]: /gmu;

/**
 * Footnotes that stand in the file's words as Markdown has them, as in an export of ours: where both the call and the note
 * are there they are footnotes again. A name that a footnote of the file itself has stays what it is.
 */
const takeWrittenNotes = (text: string, { format, footnotes }: SourceText): string => {
  if (format === 'markdown') return text;
  const begun = [...text.matchAll(writtenNoteBegin)].map(([, name]) => name ?? '');
  const written = [...text.matchAll(writtenNote)].map(([, name]) => name ?? '');
  const isCalled = (name: string): boolean =>
    written.filter((one) => one === name).length > begun.filter((one) => one === name).length;
  const notes = new Set(begun.filter((name) => isCalled(name) && !footnotes.has(name)));
  return text.replace(writtenNote, (all, name: string) => (notes.has(name) ? `[^${name}]` : all));
};

/** Heading and body, with their marks, and the footnotes they call. */
const markedParts = (chapter: Chapter, source: SourceText): { text: string; notes: string } => {
  const text = takeWrittenNotes(markedText(chapter, source.format === 'markdown'), source);
  return { text, notes: notesOf(text, source.footnotes) };
};

/** Tracked changes of words, not of spaces alone. */
export const changesOf = (chapter: Chapter, source: SourceText): MarkedChange[] => {
  const { text, notes } = markedParts(chapter, source);
  return changesIn(`${text}${notes}`).filter((change) => change.text.trim() !== '');
};

/** Each once: one in a footnote may stand beside its call as well. */
export const commentsOf = (chapter: Chapter, source: SourceText): Comment[] => {
  const { text, notes } = markedParts(chapter, source);
  return [...new Set(commentsIn(`${text}${notes}`))].flatMap((at) => source.comments[at] ?? []);
};

export type ChapterTexts = {
  text: string;
  /** As it was before tracked changes; null when there are none or it is not wanted. */
  earlierText: string | null;
};

export const textsOf = (
  chapter: Chapter,
  source: SourceText,
  choice: ChangeChoice,
): ChapterTexts => {
  const marked = markedParts(chapter, source);
  const resolve = (how: 'accept' | 'reject'): string => {
    const text = resolveMarks(marked.text, how);
    return `${text}${resolveMarks(notesOf(text, source.footnotes), how)}`;
  };
  const isChanged = changesIn(`${marked.text}${marked.notes}`).length > 0;
  return {
    text: resolve(choice === 'reject' ? 'reject' : 'accept'),
    earlierText: choice === 'keep' && isChanged ? resolve('reject') : null,
  };
};

/** A body this short, among much longer ones, may be the end of the chapter before. */
const shortBody = 200;
const shortShare = 0.2;
const excerptLength = 80;

export const describeChapters = (
  chapters: readonly Chapter[],
  source: SourceText,
  choice: ChangeChoice,
): ImportChapter[] => {
  const seen = new Map<string, number>();
  const bodies = chapters.map((chapter) => {
    const body = plainProse(shownLine(chapter.body)).trim();
    return { chapter, body, charCount: countText(body).charCount };
  });
  const median =
    bodies.map(({ charCount }) => charCount).sort((a, b) => a - b)[bodies.length >> 1] ?? 0;
  return bodies.map(({ chapter, body, charCount }, at) => {
    const { text } = textsOf(chapter, source, choice);
    const sameAs = body === '' ? undefined : seen.get(body);
    if (sameAs === undefined) seen.set(body, at);
    return {
      title: chapter.title,
      titled: chapter.titled,
      ...countText(text),
      group: chapter.group,
      excerpt: [...body.slice(0, excerptLength * 2).replace(/\s+/gu, ' ')]
        .slice(0, excerptLength)
        .join(''),
      changes: changesOf(chapter, source).length,
      comments: commentsOf(chapter, source).length,
      short: charCount < Math.min(shortBody, median * shortShare),
      ...(sameAs === undefined ? {} : { sameAs }),
    };
  });
};

/** The comments as one more chapter, each with its author and the chapter it stands in. */
export const commentsChapter = (
  chapters: readonly Chapter[],
  source: SourceText,
  language: Language,
): Chapter | null => {
  const lines = chapters.flatMap((chapter) =>
    commentsOf(chapter, source).map(
      ({ author, text }) => `**${author || '—'}** (${chapter.title}): ${text.replace(/\n/g, ' ')}`,
    ),
  );
  if (lines.length === 0) return null;
  const { comments: title } = words[language];
  return { title, titled: true, group: null, headingLine: null, body: lines.join('\n\n') };
};

const joinTo = (before: Chapter, chapter: Chapter): Chapter => {
  const heading = chapter.titled
    ? `${chapter.headingLine ?? headingLine(2, chapter.title)}\n\n`
    : '';
  const body = [before.body, `${heading}${chapter.body}`]
    .filter((part) => part !== '')
    .join('\n\n');
  const notes = joinNotes(before.notes, chapter.notes);
  return { ...before, body, ...(notes && { notes }) };
};

const renamed = (chapter: Chapter, title: string, level: number): Chapter => {
  const renewed = renewedHeading(level, title, chapter.headingLine);
  return { ...chapter, title, titled: true, headingLine: renewed };
};

/** Front matter stands before the first chapter, whichever that is. */
const withFrontMatter = (chapters: readonly Chapter[], frontMatter: string): Chapter[] =>
  chapters.map((chapter, at) => (at === 0 ? { ...chapter, frontMatter } : chapter));

/** What the writer made of the chapters. INVALID_INPUT for one that is not there. */
export const applyEdits = (
  chapters: readonly Chapter[],
  edits: readonly ChapterEdit[],
): Chapter[] => {
  const byPlace = new Map(edits.map((edit) => [edit.chapter, edit]));
  for (const place of byPlace.keys()) {
    if (place < chapters.length) continue;
    throw new AppError('INVALID_INPUT', 'There is no such chapter in the text.', {
      chapter: place,
    });
  }
  const kept: Chapter[] = [];
  for (const [at, chapter] of chapters.entries()) {
    const { title, skip = false, mergeUp = false } = byPlace.get(at) ?? {};
    if (skip) continue;
    const last = kept.at(-1);
    const isJoined = mergeUp && last !== undefined;
    const named = title === undefined ? chapter : renamed(chapter, title, isJoined ? 2 : 1);
    if (isJoined) kept[kept.length - 1] = joinTo(last, named);
    else kept.push(named);
  }
  const { frontMatter } = chapters[0] ?? {};
  return frontMatter === undefined ? kept : withFrontMatter(kept, frontMatter);
};
