/** The stretches of the manuscript around a cursor, as far as they may be sent. */
import type { Candidate } from './candidate.ts';
import type { Exclusion } from './eligibility.ts';
import { type ForbiddenNames, placesAcross, type Span } from './forbidden-names.ts';

/** A stretch of a chapter's text. */
export type Stretch = { text: string; start: number; end: number };

/** How much of the chapter before is offered: its ending, not its story. */
const previousEndingLength = 900;

/** The last paragraphs of a text. */
export const endingOf = (text: string): { start: number; text: string } => {
  const trimmed = text.trimEnd();
  if (trimmed.length <= previousEndingLength) return { start: 0, text: trimmed };
  const from = trimmed.length - previousEndingLength;
  const paragraph = trimmed.indexOf('\n', from);
  // A last paragraph longer than the offer is taken whole: the budget cuts it at a sentence when it must.
  const start = paragraph === -1 ? trimmed.lastIndexOf('\n', from) + 1 : paragraph + 1;
  return { start, text: trimmed.slice(start) };
};

/** Blank lines at the edges carry nothing, and would blur where one item's tokens end. */
const trimEdges = (text: string, offset: number): Stretch => {
  const lead = /^\s*\n/u.exec(text)?.[0].length ?? 0;
  const body = text.slice(lead).trimEnd();
  return { text: body, start: offset + lead, end: offset + lead + body.length };
};

/** What may be sent of a text, and whether something before or behind it may not. */
export type SendablePart = Stretch & { isPart: boolean };

/** A stretch of a chapter: where the names at its edges and inside are looked for. */
export type Within = { chapter: string; start: number; end: number };

/** The end of the line at a place, behind its line end. */
const lineEndAt = (text: string, at: number): number => {
  const lineEnd = text.indexOf('\n', at);
  return lineEnd === -1 ? text.length : lineEnd + 1;
};

const lineStartAt = (text: string, at: number): number =>
  at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;

/** Hidden names in a stretch, those among them that go over its edges: a piece of a name is one nobody finds. */
const placesWithin = (
  { chapter, start, end }: Within,
  unsendable: ForbiddenNames,
): readonly Span[] => [
  ...[start, end]
    .flatMap((edge) => placesAcross(chapter, edge, unsendable))
    .map((place) => ({
      start: Math.max(0, place.start - start),
      end: Math.min(end, place.end) - start,
    })),
  ...unsendable.placesIn(chapter.slice(start, end)),
];

/** A stretch behind the last line that a name touches which may not be sent: names go over line ends, too. */
export const sendableEnding = (within: Within, unsendable: ForbiddenNames): SendablePart => {
  const text = within.chapter.slice(within.start, within.end);
  let from = 0;
  let places = placesWithin(within, unsendable);
  while (places.length > 0) {
    from = lineEndAt(text, from + Math.max(...places.map(({ end }) => end)));
    places = unsendable.placesIn(text.slice(from));
  }
  return { ...trimEdges(text.slice(from), within.start + from), isPart: from > 0 };
};

/** A stretch before the first line that a name touches which may not be sent. */
export const sendableBeginning = (within: Within, unsendable: ForbiddenNames): SendablePart => {
  const text = within.chapter.slice(within.start, within.end);
  let to = text.length;
  let places = placesWithin(within, unsendable);
  while (places.length > 0) {
    to = lineStartAt(text, Math.min(...places.map(({ start }) => start)));
    places = unsendable.placesIn(text.slice(0, to));
  }
  return { ...trimEdges(text.slice(0, to), within.start), isPart: to < text.length };
};

/** Whether a stretch holds a name that may not be sent, or a piece of one. */
export const touchesName = (within: Within, unsendable: ForbiddenNames): boolean =>
  placesWithin(within, unsendable).length > 0;

/** Why nothing is left of a text. */
export const emptyReason = (whole: string, neverSent: boolean): Exclusion => {
  if (whole.trim() === '') return { reason: 'emptyText' };
  return { reason: neverSent ? 'neverSend' : 'fencedByName' };
};

/** Marks text that hidden names made shorter, so that the explanation and a comparison name the fence. */
export const markWithheld = (isPart: boolean): Pick<Candidate, 'fence' | 'shortened'> =>
  isPart ? { fence: 'names', shortened: 'fencedPart' } : { fence: null };
