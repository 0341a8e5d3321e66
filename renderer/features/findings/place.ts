import type { ChangeDesc, Text } from '@codemirror/state';
import type { Finding } from '#shared/domain/finding.ts';

/** A finding's sentence, where it stands in the text on the page. */
export type Placed = { findingId: string; from: number; to: number; quote: string };

/** How far from its old place a sentence is looked for, UTF-16 code units. */
const reach = 20_000;

/**
 * Places findings that were made for the saved text: where they say, or at the nearest place with the same
 * words, if it was typed before them meanwhile. What is not there any more is left out.
 */
export function placeFindings(findings: readonly Finding[], doc: Text): Placed[] {
  return findings.flatMap(({ findingId, start, end, quote }) => {
    const at = (from: number) => [{ findingId, from, to: from + quote.length, quote }];
    if (end <= doc.length && doc.sliceString(start, end) === quote) return at(start);
    const begin = Math.max(0, start - reach);
    const text = doc.sliceString(begin, Math.min(doc.length, end + reach));
    let nearest: number | null = null;
    for (let found = text.indexOf(quote); found >= 0; found = text.indexOf(quote, found + 1)) {
      const from = begin + found;
      if (nearest === null || Math.abs(from - start) < Math.abs(nearest - start)) nearest = from;
    }
    return nearest === null ? [] : at(nearest);
  });
}

/** After an edit; a sentence that was touched is no longer the one that was judged. */
export const mapPlaced = (placed: readonly Placed[], changes: ChangeDesc, doc: Text): Placed[] =>
  placed.flatMap((one) => {
    const from = changes.mapPos(one.from, 1);
    const to = changes.mapPos(one.to, -1);
    const stands = to - from === one.quote.length && doc.sliceString(from, to) === one.quote;
    return stands ? [{ ...one, from, to }] : [];
  });
