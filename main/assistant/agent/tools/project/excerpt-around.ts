/** A part of a passage that is too long to be shown whole: the one with what was asked for. Pure. */
import { beginningWithin, borderBefore } from '#main/base/text/graphemes.ts';

/** Of what stands before the first word that is shown, UTF-16 code units. */
const leadLength = 120;

type Place = { word: string; at: number };

/** Words, and pairs of Chinese characters; each once. */
const wordsOf = (query: string): string[] => {
  const found = query.toLowerCase().match(/\p{Script=Han}+|[^\s\p{P}\p{Script=Han}]+/gu) ?? [];
  const words = found.flatMap((word) =>
    /\p{Script=Han}/u.test(word) && word.length > 2
      ? Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
      : [word],
  );
  return [...new Set(words)];
};

const placesOf = (passage: string, words: readonly string[]): Place[] => {
  const lower = passage.toLowerCase();
  // Lower case of some letters is longer: places would be those of another text.
  if (lower.length !== passage.length) return [];
  return words
    .flatMap((word) => {
      const places: Place[] = [];
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) {
        places.push({ word, at });
      }
      return places;
    })
    .toSorted((one, other) => one.at - other.at);
};

/** Where those places begin that hold the largest number of different words within `reach`; the first of equal ones. */
const densest = (places: readonly Place[], reach: number): number => {
  let best = { at: 0, count: 0 };
  for (const [index, { at }] of places.entries()) {
    const within = places
      .slice(index)
      .filter((place) => place.at + place.word.length <= at + reach);
    const count = new Set(within.map(({ word }) => word)).size;
    if (count > best.count) best = { at, count };
  }
  return best.at;
};

/**
 * @param length at most so many UTF-16 code units of the passage, beside the signs that it was cut
 * @returns `from`: where in the passage the excerpt begins
 */
export const excerptAround = (
  passage: string,
  query: string,
  length: number,
): { from: number; excerpt: string; cut: boolean } => {
  if (passage.length <= length) return { from: 0, excerpt: passage, cut: false };
  const wanted = densest(placesOf(passage, wordsOf(query)), length - leadLength);
  if (wanted <= leadLength) {
    return { from: 0, excerpt: `${beginningWithin(passage, length)}…`, cut: true };
  }
  // From the beginning of a sentence or word where one is near, and so that the end is shown where it is.
  const earliest = Math.min(wanted - leadLength, passage.length - length);
  const border = passage.slice(earliest, wanted).search(/(?<=[\s。！？!?])\S/u);
  const from = borderBefore(passage, earliest + Math.max(0, border));
  const rest = passage.slice(from);
  const part = beginningWithin(rest, length);
  return { from, excerpt: `…${part}${part.length < rest.length ? '…' : ''}`, cut: true };
};
