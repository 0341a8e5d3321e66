/** Which sentence of a passage has the words of a promise; pure. */
import { stemmer } from 'stemmer';
import { sentencesOf } from '#main/base/prose/sentences.ts';
import type { Span } from '#main/base/prose/span.ts';

const letters = /[\p{Script=Latin}\p{M}\p{N}]+/gu;
const ideograph = /\p{Script=Han}/u;

const stemsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(letters)].map(([word]) => stemmer(word));

/** A single character of Chinese tells nothing. */
const minPiece = 2;

/** The parts of a phrase without spaces that a text has, the longest from the left. */
const piecesIn = (text: string, phrase: string): string[] => {
  const pieces: string[] = [];
  for (let start = 0; start + minPiece <= phrase.length; ) {
    let end = start;
    while (end < phrase.length && text.includes(phrase.slice(start, end + 1))) end += 1;
    if (end - start < minPiece) start += 1;
    else {
      pieces.push(phrase.slice(start, end));
      start = end;
    }
  }
  return pieces;
};

/** What of these words a text has, in whatever form; of a phrase with spaces, all of it or nothing. */
export const sharedWords = (text: string, words: readonly string[]): string[] => {
  const stems = new Set(stemsOf(text));
  const shared = words.flatMap((word) => {
    if (ideograph.test(word)) return piecesIn(text, word);
    const own = stemsOf(word);
    return own.length > 0 && own.every((stem) => stems.has(stem)) ? [word] : [];
  });
  return [...new Set(shared)];
};

/** The beginning that a word has in each of its forms. */
const commonBeginning = (word: string): string => {
  const [lower, stem] = [word.toLowerCase(), stemsOf(word).join(' ')];
  let length = 0;
  while (length < stem.length && stem[length] === lower[length]) length += 1;
  return lower.slice(0, length);
};

const isIn = (word: string): ((text: string) => boolean) => {
  if (ideograph.test(word)) return (text) => text.includes(word);
  // Letters and spaces alone: nothing in it is a sign of a pattern.
  // The border that `\b` means is one of ASCII: none stands before a letter with an accent.
  const beginning = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${commonBeginning(word)}`, 'iu');
  return (text) => beginning.test(text);
};

/**
 * How rare words are in a book, as its passages: 1 for what stands in the promise and once more, 0 for what stands
 * everywhere.
 */
export const createRarity = (passages: readonly string[]): ((word: string) => number) => {
  const known = new Map<string, number>();
  const rarityOf = (word: string): number => {
    const others = passages.filter(isIn(word)).length - 1;
    if (others <= 1) return 1;
    return 1 - Math.log(others) / Math.log(Math.max(passages.length, others + 1));
  };
  return (word) => {
    const rarity = known.get(word) ?? rarityOf(word);
    known.set(word, rarity);
    return rarity;
  };
};

/** So much must be shared: one word that stands hardly anywhere, or a few. */
const minWeight = 0.8;

export type EchoSentence = Span & { shared: string[]; weight: number };

/** The sentence that shares most, the first of several; null where none shares enough. Offsets are the text's. */
export const pickSentence = (
  text: string,
  words: readonly string[],
  { weightOf, isFree }: { weightOf(word: string): number; isFree(span: Span): boolean },
): EchoSentence | null => {
  let best: EchoSentence | null = null;
  for (const { start: from, end: to } of sentencesOf(text)) {
    const whole = text.slice(from, to);
    const start = from + whole.length - whole.trimStart().length;
    const end = start + whole.trim().length;
    // A title tells what comes, it is no word of the story.
    if (end <= start || text[start] === '#' || !isFree({ start, end })) continue;
    const shared = sharedWords(text.slice(start, end), words);
    const weight = shared.reduce((sum, word) => sum + weightOf(word), 0);
    if (weight >= minWeight && weight > (best?.weight ?? 0)) best = { start, end, shared, weight };
  }
  return best;
};
