/** The words of a text that a spelling check looks at: those written in Latin letters. */

export type WordAt = { word: string; from: number; to: number };

/**
 * Letters with their marks, joined by apostrophes; what stands beside digits, `@` or a path is no word, but one beside
 * letters of a script without spaces is.
 */
const latinWord =
  /(?<![\p{N}\p{M}@/\\'’]|(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])\p{L})[\p{Script=Latin}\p{M}]+(?:['’][\p{Script=Latin}\p{M}]+)*(?![\p{N}\p{M}/\\@]|(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])\p{L})/gu;
/** They end where letters of another script go on, and what stands before an `@` is read once. */
const anyAddress = /\b(?:https?:\/\/|www\.)[!-~]+|(?<![\w.+%-])[\w.+%-]+@[\w-]+(?:\.[\w-]+)+/giu;

const isShouted = (word: string): boolean => word.length > 1 && word === word.toUpperCase();

/** A word part of which is emphasised stands in pieces; nobody can say how the pieces are spelt. */
const isPiece = (text: string, from: number, to: number): boolean =>
  /[\p{L}\p{M}][*_]+$/u.test(text.slice(Math.max(0, from - 4), from)) ||
  /^[*_]+[\p{L}\p{M}]/u.test(text.slice(to, to + 4));

/** Words of `text` with their places, without addresses and what is written in capitals alone. */
export function wordsIn(text: string): WordAt[] {
  const addresses = [...text.matchAll(anyAddress)].map(({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
  }));
  // Both come in the order of the text.
  let address = 0;
  const isInAddress = (from: number, to: number): boolean => {
    while ((addresses[address]?.to ?? to) <= from) address += 1;
    return (addresses[address]?.from ?? to) < to;
  };
  return [...text.matchAll(latinWord)].flatMap(({ 0: word, index: from }) => {
    const to = from + word.length;
    const isPassedOver =
      isInAddress(from, to) || word.length === 1 || isShouted(word) || isPiece(text, from, to);
    return isPassedOver ? [] : [{ word, from, to }];
  });
}
