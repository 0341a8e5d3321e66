/** Remembers a place of a chapter by what stands around it, and finds it again. */
import { findInsertion } from './find-insertion.ts';
import { minContextLength, findOnlyPlace } from './occurrences.ts';

/** Where a candidate belongs, and what stood around it when it was made. */
export type Anchor = {
  version: string;
  start: number;
  end: number;
  /** What stood between; '' for an insertion. */
  original: string;
  before: string;
  after: string;
};

/** Code units kept of each side. A side that has fewer reached to the edge of the chapter. */
export const contextLength = 200;

export const anchorAt = (text: string, version: string, start: number, end: number): Anchor => ({
  version,
  start,
  end,
  original: text.slice(start, end),
  before: text.slice(Math.max(0, start - contextLength), start),
  after: text.slice(end, end + contextLength),
});

/** The only place of `wanted` with so much of either side as makes it the only one. */
const byContext = (text: string, before: string, wanted: string, after: string): number | null => {
  for (let length = contextLength; length >= minContextLength; length = Math.floor(length / 2)) {
    const left = before.slice(-length);
    const place = findOnlyPlace(text, `${left}${wanted}${after.slice(0, length)}`);
    if (place !== null) return place + left.length;
  }
  return null;
};

/** Both neighbours stand where they stood, with something else between: the passage was changed, not moved. */
export const wasChanged = (
  text: string,
  { before, after }: Pick<Anchor, 'before' | 'after'>,
): boolean => {
  const end = byContext(text, before, '', '');
  const start = byContext(text, '', '', after);
  return end !== null && start !== null && end < start;
};

const findPassage = (text: string, anchor: Anchor): number | null => {
  const { before, original, after } = anchor;
  const both = byContext(text, before, original, after);
  if (both !== null || original.length < minContextLength) return both;
  const beside = byContext(text, before, original, '') ?? byContext(text, '', original, after);
  if (beside !== null) return beside;
  return wasChanged(text, anchor) ? null : findOnlyPlace(text, original);
};

/**
 * Where a candidate goes in the text as it is now, or null when that cannot be said: the same place while the
 * text is the same; a passage where it stands between its old neighbours, then beside either of them, then alone
 * if it was moved and there is only one such; an insertion as {@link findInsertion} finds it.
 */
export const findAnchor = (
  text: string,
  version: string,
  anchor: Anchor,
): { start: number; end: number } | null => {
  const { original, start } = anchor;
  const at = (place: number) => ({ start: place, end: place + original.length });
  if (version === anchor.version) return at(start);
  const place =
    original === '' ? findInsertion(text, anchor, contextLength) : findPassage(text, anchor);
  return place === null ? null : at(place);
};
