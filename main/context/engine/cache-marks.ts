/** Where a prompt is worth marking for a provider's cache that asks to be told (E2, S3-19). */
import type { Segment } from '#shared/domain/assembly.ts';

/** Largest power of two below a number of chapters: it stays where it is while a book grows. */
const halfOf = (count: number): number => (count < 2 ? 0 : 2 ** Math.floor(Math.log2(count - 1)));

/**
 * Lengths of the beginnings of the prompt that other requests may have too, rising: Rules and Settings; whole chapters up to
 * about their half, so that an edit behind it leaves that; all but the last, which is the one edited most and the end before
 * the cursor moved on; all of them. Where no chapter goes whole, the synopses that every cursor of a chapter has (E3). Four at
 * most, as many as providers take.
 */
export const cacheMarksOf = (
  segments: readonly Segment[],
  stablePrefixLength: number,
  kept: { isChapter(itemId: string): boolean; isNearSynopsis(itemId: string): boolean },
): number[] => {
  const ends: number[] = [];
  let told = 0;
  let length = 0;
  for (const { itemId, text } of segments) {
    length += text.length;
    if (itemId === null) continue;
    if (kept.isChapter(itemId)) ends.push(length);
    else if (ends.length === 0 && kept.isNearSynopsis(itemId)) told = length;
  }
  const places = [halfOf(ends.length), ends.length - 1, ends.length];
  const marks = [stablePrefixLength, told, ...places.map((count) => ends[count - 1] ?? 0)];
  return [...new Set(marks.filter((mark) => mark > 0))].sort((left, right) => left - right);
};
