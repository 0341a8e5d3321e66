import { chineseStopWords } from '#main/context/retrieval/text/stop-words.ts';
import type { ChineseWord } from './vocabulary.ts';

/** From 0.1 for a word found on every page to 1 for a rare one. */
const weightOf = (logProbability: number): number =>
  Math.max(0.1, Math.min(1, (-logProbability - 6) / 6));

export type StemCounts = ReadonlyMap<string, { tags: number; uses: number }>;

/** By how often WordNet's tagged corpus has the stem. */
export const englishWeights = (stems: StemCounts): Map<string, number> => {
  let total = 0;
  for (const { tags } of stems.values()) total += tags;
  return new Map(
    [...stems].map(([stem, { tags }]) => [stem, weightOf(Math.log((tags + 1) / total))]),
  );
};

/**
 * No frequency list of Chinese with clear terms was at hand, so both dictionaries stand in for one: a word is
 * common when many headwords contain it and when the English it is explained with is common. The constants bring
 * the result to the scale of the English weights; function words weigh nothing.
 */
export const chineseWeights = (words: readonly ChineseWord[], stems: StemCounts): number[] => {
  const containing = new Map<string, number>();
  for (const { word } of words) {
    for (let from = 0; from < word.length; from++) {
      for (let to = from + 1; to <= word.length; to++) {
        const part = word.slice(from, to);
        containing.set(part, (containing.get(part) ?? 0) + 1);
      }
    }
  }
  return words.map((entry) => {
    if (chineseStopWords.has(entry.word)) return 0;
    const english = Math.max(0, commonness(entry, stems));
    const headwords = Math.log(containing.get(entry.word) ?? 1);
    return weightOf(
      entry.word.length === 1
        ? -11.5 + 0.55 * english + 0.6 * headwords
        : -12.5 + 0.35 * english + 0.9 * headwords,
    );
  });
};

/** How common the English of a word's glosses is; a gloss of many words says little about any of them. */
const commonness = ({ glosses }: ChineseWord, stems: StemCounts): number => {
  let sum = 0;
  let weights = 0;
  for (const gloss of glosses) {
    const tags = gloss.stems.reduce(
      (all, stem) => all + Math.log((stems.get(stem)?.tags ?? 0) + 1),
      0,
    );
    sum += gloss.weight * (tags / gloss.stems.length - 1.2 * (gloss.stems.length - 1));
    weights += gloss.weight;
  }
  return weights > 0 ? sum / weights : 0;
};
