/** Where a stretch of a text is after edits that are known one by one. Pure. */
import type { TextSpan } from './anchored-text.ts';

/** [start, end) of the text before became `length` code units. */
export type KnownEdit = { start: number; end: number; length: number };

/** `edge` of an edit that a place lies in is where it goes. */
const placeAfter = (edits: readonly KnownEdit[], place: number, edge: 'start' | 'end'): number => {
  let shift = 0;
  for (const { start, end, length } of edits) {
    // What is put in right before a first word, or behind a last one, stands outside.
    const isPutIn = start === end && start === place && edge === 'start';
    if (start >= place && !isPutIn) break;
    if (end > place) return start + shift + (edge === 'start' ? 0 : length);
    shift += length - (end - start);
  }
  return place + shift;
};

/**
 * The words that stand there by now, however few of the old ones are left; what was written in place of its first or last words is
 * part of it. Null where nothing stands there. `edits` are in order and disjoint.
 */
export const followExactly = (
  edits: readonly KnownEdit[],
  { start, end }: TextSpan,
): TextSpan | null => {
  const now = { start: placeAfter(edits, start, 'start'), end: placeAfter(edits, end, 'end') };
  return now.end > now.start ? now : null;
};
