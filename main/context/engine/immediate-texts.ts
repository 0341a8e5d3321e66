/** The stretches of the manuscript around a cursor, as far as they may be sent. */
import type { Candidate } from './candidate.ts';
import type { Exclusion } from './eligibility.ts';
import type { ForbiddenNames } from './forbidden-names.ts';

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

/** Paragraphs of a text with their line ends, as offsets. */
const paragraphsOf = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(/[^\n]*(?:\n|$)/gu)]
    .filter((match) => match[0] !== '')
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));

/** What may be sent of a text, and whether something before or behind it may not. */
export type SendablePart = Stretch & { isPart: boolean };

/** A text after its last paragraph with a name that may not be sent; `offset`: where the text begins in its chapter. */
export const sendableEnding = (
  text: string,
  offset: number,
  unsendable: ForbiddenNames,
): SendablePart => {
  if (!unsendable.mentionedIn(text)) return { ...trimEdges(text, offset), isPart: false };
  const last = paragraphsOf(text).findLast(({ start, end }) =>
    unsendable.mentionedIn(text.slice(start, end)),
  );
  const from = last?.end ?? 0;
  return { ...trimEdges(text.slice(from), offset + from), isPart: from > 0 };
};

/** A text before its first paragraph with a name that may not be sent. */
export const sendableBeginning = (
  text: string,
  offset: number,
  unsendable: ForbiddenNames,
): SendablePart => {
  if (!unsendable.mentionedIn(text)) return { ...trimEdges(text, offset), isPart: false };
  const first = paragraphsOf(text).find(({ start, end }) =>
    unsendable.mentionedIn(text.slice(start, end)),
  );
  const to = first?.start ?? text.length;
  return { ...trimEdges(text.slice(0, to), offset), isPart: to < text.length };
};

/** Why nothing is left of a text. */
export const emptyReason = (whole: string, neverSent: boolean): Exclusion => {
  if (whole.trim() === '') return { reason: 'emptyText' };
  return { reason: neverSent ? 'neverSend' : 'fencedUntilChapter' };
};

/** Marks text that hidden names made shorter, so that the explanation and a comparison name the fence. */
export const markWithheld = (isPart: boolean): Pick<Candidate, 'fence' | 'shortened'> =>
  isPart ? { fence: 'names', shortened: 'fencedPart' } : { fence: null };
