/** Whether two findings of a model stand at the same two places, whatever words it chose for them. Pure. */
import { anchorText, type TextSpan } from '#main/base/anchors/anchored-text.ts';
import type { StoredFinding, StoredPlace } from '#main/book/findings/service.ts';
import { sentenceOf } from './draft.ts';
import { placeToday, type TextOf } from './place-today.ts';

/**
 * Of the shorter of two quotes. With less in common they are of two clauses of a sentence, which may state two things; with less
 * of the longer one a few words of a sentence are held against all of it, and then the model must say much the same of both.
 */
const minShared = 0.5;

/** Two findings of a model say much the same in words that are so alike. */
export const minWording = 0.5;

/** Of two stretches, as shares of the shorter and of the longer one. */
type Shared = { ofShorter: number; ofLonger: number };
const nothingShared: Shared = { ofShorter: 0, ofLonger: 0 };

const lesser = (one: Shared, other: Shared): Shared => ({
  ofShorter: Math.min(one.ofShorter, other.ofShorter),
  ofLonger: Math.min(one.ofLonger, other.ofLonger),
});

/**
 * Words that come and go while a sentence says the same. Nothing that denies, counts, tells sides or says who: a fact that is
 * asked about once more is a nuisance, one that is taken for dismissed is lost.
 */
const emptyWords = new Set(
  '的 了 是 在 于 有 着 也 就 便 即 乃 a an the is was are were be been of in at on has have had'.split(
    ' ',
  ),
);

const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{Script=Han}|[\p{L}\p{M}\p{N}'’]+/gu) ?? []
  ).filter((word) => !emptyWords.has(word));

const sharedOf = (one: readonly [number, number], other: readonly [number, number]): Shared => {
  const shared = Math.min(one[1], other[1]) - Math.max(one[0], other[0]);
  const lengths = [one[1] - one[0], other[1] - other[0]];
  const [shorter, longer] = [Math.min(...lengths), Math.max(...lengths)];
  return shorter <= 0 ? nothingShared : { ofShorter: shared / shorter, ofLonger: shared / longer };
};

const rangeOf = (sentence: readonly string[], quote: readonly string[]): [number, number] => {
  const at = sentence.findIndex((_, from) =>
    quote.every((word, to) => sentence[from + to] === word),
  );
  return at < 0 ? [0, sentence.length] : [at, at + quote.length];
};

/** In a sentence that was moved, or written anew with the same words. */
const sharedInSentence = (before: StoredPlace, now: StoredPlace): Shared => {
  const [old, found] = [wordsOf(sentenceOf(before)), wordsOf(sentenceOf(now))];
  if (old.length !== found.length || old.some((word, at) => found[at] !== word)) {
    return nothingShared;
  }
  return sharedOf(rangeOf(old, wordsOf(before.quote)), rangeOf(found, wordsOf(now.quote)));
};

const turning =
  /[不没沒無无未非别別莫勿左右〇零一二两三四五六七八九十百千万\d]|\b(?:not?|never|without|cannot|left|right)\b|n['’]t\b/giu;

/** Whether its sentence denies, counts or tells sides otherwise than it did: its quote may stand as it was. */
const isTurned = (before: StoredPlace, text: string, today: TextSpan): boolean => {
  const told = (place: StoredPlace): string => (sentenceOf(place).match(turning) ?? []).join();
  return told(before) !== told({ ...before, ...anchorText(text, today) });
};

/** How much of their quotes both places share; nothing where they are two places. */
const sharedAt = (before: StoredPlace, now: StoredPlace, textOf: TextOf): Shared => {
  if (before.source !== now.source || (before.source === 'entry' && before.id !== now.id)) {
    return nothingShared;
  }
  const today = placeToday(before, textOf);
  if (!today) return sharedInSentence(before, now);
  const text = textOf(before);
  if (before.id !== now.id || text === null || isTurned(before, text, today)) {
    return nothingShared;
  }
  return sharedOf([today.start, today.end], [now.offset, now.offset + now.quote.length]);
};

/**
 * How sure it is that both are of the same two places, in either order: the share of the place that has less in common; 0
 * where it is too little. `textOf`: the texts that `now` quotes, as they are.
 */
export const samePlaces = (before: StoredFinding, now: StoredFinding, textOf: TextOf): number => {
  const [a, b] = before.places;
  const [c, d] = now.places;
  const asTold = lesser(sharedAt(a, c, textOf), sharedAt(b, d, textOf));
  const turned = lesser(sharedAt(a, d, textOf), sharedAt(b, c, textOf));
  const { ofShorter, ofLonger } = asTold.ofShorter >= turned.ofShorter ? asTold : turned;
  const isSame = ofLonger >= minShared || sameWording(before.message, now.message) >= minWording;
  return ofShorter >= minShared && isSame ? ofShorter : 0;
};

const letterPairs = (text: string): Set<string> => {
  const letters = [...text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
};

/** Of two texts, by Dice's coefficient of their pairs of letters. */
export const sameWording = (one: string, other: string): number => {
  const [first, second] = [letterPairs(one), letterPairs(other)];
  const shared = [...first].filter((pair) => second.has(pair)).length;
  return first.size + second.size === 0 ? 1 : (2 * shared) / (first.size + second.size);
};
