/** A marked place as it is stored: with how much of its neighbours tells it from the same words elsewhere. */
import { type AnchoredText, anchorText, contextLength, type TextSpan } from './anchored-text.ts';
import { findOnlyPlace, minContextLength } from './occurrences.ts';

/** `apart`: code units of either side without which the words could be meant elsewhere; absent where they stand once. */
export type PlaceAnchor = AnchoredText & { apart?: number | undefined };

/** From the fewest on. */
export const apartLengths = [minContextLength, 25, 50, 100, contextLength] as const;

/** Even all that is kept of its neighbours stands beside the same words elsewhere. */
const nothingTells = contextLength + 1;

export const anchorPlace = (text: string, span: TextSpan): PlaceAnchor => {
  const anchor = anchorText(text, span);
  const { quote, before, after } = anchor;
  if (findOnlyPlace(text, quote) !== null) return anchor;
  const isTold = (length: number): boolean =>
    findOnlyPlace(text, `${before.slice(-length)}${quote}${after.slice(0, length)}`) !== null;
  return { ...anchor, apart: apartLengths.find(isTold) ?? nothingTells };
};
