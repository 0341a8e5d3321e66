/** Makes the reports of a book: reads what is not known of its chapters, then looks at all of them together. Pure but for `tell`. */
import { ReportKind } from '#shared/domain/report.ts';
import type { Variant } from '#shared/spelling/dictionary.ts';
import { describePlace } from '../describe-place.ts';
import { type Book, joinBook } from './book.ts';
import type { KnownFacts, ListedPlaces } from './facts.ts';
import { createListFinder } from './find-watched.ts';
import { createProseReader } from './read-prose.ts';
import type { MadeLine, MadeSection, ReportAnswer, ReportOrder } from './report-order.ts';
import { type DraftLine, maxLines } from './section.ts';
import { sections } from './sections/index.ts';
import type { IsSpelt } from './spelling/dictionary.ts';
import { createUnknownReader } from './spelling/read-unknown.ts';

/** Parts of the book for which places are counted. */
const maxParts = 60;

/** Names of the codex in a text, by the index of their character. */
export type FindNames = (text: string) => ListedPlaces;

/** What is read of files: asked for when the first word needs it. */
export type Tools = { findNames: FindNames; loadDictionary(variant: Variant): IsSpelt };

const spreadOf = ({ places }: DraftLine, chapters: number): number[] => {
  if (places.length <= 3) return [];
  const parts = Math.min(maxParts, chapters);
  const spread = Array.from({ length: parts }, () => 0);
  for (let at = 0; at < places.length; at += 3) {
    const part = Math.floor(((places[at] ?? 0) * parts) / chapters);
    spread[part] = (spread[part] ?? 0) + 1;
  }
  return spread;
};

const lineOf = (line: DraftLine, { chapters }: Book): MadeLine => {
  const [chapter = 0, start = 0, end = 0] = line.places;
  const { match } = describePlace(chapters[chapter]?.text ?? '', start, end);
  return {
    remark: line.remark ?? null,
    // A label is a line, whatever it was.
    label: line.label ?? match.replace(/\s+/g, ' ').trim(),
    suggestion: line.suggestion ?? '',
    figures: line.figures ?? {},
    spread: spreadOf(line, chapters.length),
    places: Uint32Array.from(line.places),
  };
};

const sectionOf = (kind: ReportKind, book: Book): MadeSection => {
  const { lines, figures = {} } = sections[kind](book);
  const listed = lines.slice(0, Math.max(maxLines, book.chapters.length * 2));
  return { kind, lines: listed.map((line) => lineOf(line, book)), total: lines.length, figures };
};

/** `tell` hears how many of all steps are done: one for each chapter, one for each report. */
export const carryOutOrder = (
  order: ReportOrder,
  { findNames, loadDictionary }: Tools,
  tell: (done: number, total: number) => void,
): Extract<ReportAnswer, { kind: 'made' }> => {
  const kinds = ReportKind.options;
  const total = order.chapters.length + kinds.length;
  const readProse = createProseReader();
  const findUnknown = createUnknownReader(() => loadDictionary(order.spelling));
  const findWatched = createListFinder(order.watched);
  const learnt: { chapter: number; facts: Required<KnownFacts> }[] = [];
  const chapters = order.chapters.map(({ text, known }, chapter) => {
    tell(chapter, total);
    const prose = known.prose ?? readProse(text);
    const facts = {
      prose,
      names: known.names ?? findNames(text),
      watched: known.watched ?? findWatched(text),
      unknown: known.unknown ?? findUnknown(text, prose),
    };
    if (!known.prose || !known.names || !known.watched || !known.unknown) {
      learnt.push({ chapter, facts });
    }
    return { text, ...facts };
  });
  const book = joinBook(chapters, {
    names: order.codex.flatMap(({ names }) => names),
    characters: order.codex.flatMap(({ names, isCharacter }) =>
      isCharacter ? (names[0] ?? '') : [],
    ),
    watched: order.watched,
    ownWords: order.ownWords,
  });
  const made = kinds.map((kind, at) => {
    tell(chapters.length + at, total);
    return sectionOf(kind, book);
  });
  return { kind: 'made', sections: made, learnt };
};
