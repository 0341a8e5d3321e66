/** A stretch of a chapter that is known by its text and by what stands around it, as it is stored and found again. */
import { contextLength, findAnchor } from './anchor.ts';

export { contextLength } from './anchor.ts';

/** `offset`: where it was when it was last found. */
export type AnchoredText = { offset: number; quote: string; before: string; after: string };

export type TextSpan = { start: number; end: number };

/** A character is never torn: half of one could not be written to a file. */
export const startOfCharacter = (text: string, at: number): number =>
  at > 0 && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at - 1 : at;
export const endOfCharacter = (text: string, at: number): number =>
  at < text.length && /[\uDC00-\uDFFF]/.test(text[at] ?? '') ? at + 1 : at;

const around = (text: string, start: number, end: number) => ({
  before: text.slice(startOfCharacter(text, Math.max(0, start - contextLength)), start),
  after: text.slice(end, endOfCharacter(text, Math.min(text.length, end + contextLength))),
});

export const anchorText = (text: string, { start, end }: TextSpan): AnchoredText => {
  const [from, to] = [startOfCharacter(text, start), endOfCharacter(text, end)];
  return { offset: from, quote: text.slice(from, to), ...around(text, from, to) };
};

/** Whether it is where it was when it was last found, with all around it as it was. */
export const standsAsBefore = (
  text: string,
  { offset: start, quote, before, after }: AnchoredText,
): boolean => {
  const end = start + quote.length;
  return (
    text.slice(start, end) === quote &&
    text.slice(0, start).endsWith(before) &&
    text.startsWith(after, end) &&
    // What reached to an edge of the chapter still does.
    (before.length >= contextLength || start === before.length) &&
    (after.length >= contextLength || end + after.length === text.length)
  );
};

/** The very place is taken where all is as it was; else it is looked for. Null when it is not there as it was. */
export const findText = (text: string, anchor: AnchoredText): TextSpan | null => {
  const { offset: start, quote: original, before, after } = anchor;
  return findAnchor(text, standsAsBefore(text, anchor) ? 'same' : 'now', {
    ...{ start, end: start + original.length, original, before, after },
    version: 'same',
  });
};
