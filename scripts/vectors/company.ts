import { contentStems } from './english.ts';
import { fromEntries, type Sparse } from './sparse.ts';
import { stemOfLemma } from './english.ts';
import type { WordNet } from './wordnet.ts';

/** Which words keep company, from WordNet's definitions and examples. */
export type Company = { stems: string[]; matrix: Sparse };

const fewest = 5;
const near = 4;
const far = 8;
const definitionWords = 12;

/** Positive pointwise mutual information of stems within a clause, and of a lemma with the words that define it. */
export const company = (wordNet: WordNet): Company => {
  const clauses: string[][] = [];
  const definitions: { heads: string[]; words: string[] }[] = [];
  for (const { lemmas, definition, examples } of wordNet.synsets.values()) {
    for (const text of [definition, ...examples]) {
      for (const clause of text.split(/[;:()]/)) clauses.push(contentStems(clause));
    }
    definitions.push({
      heads: lemmas
        .flatMap((lemma) => lemma.split(/[_-]/))
        .flatMap((word) => stemOfLemma(word) ?? []),
      words: contentStems(definition).slice(0, definitionWords),
    });
  }
  const counts = new Map<string, number>();
  for (const words of [...clauses, ...definitions.map(({ heads }) => heads)]) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const stems = [...counts].filter(([, count]) => count >= fewest).map(([stem]) => stem);
  const numbers = new Map(stems.map((stem, number) => [stem, number]));
  const pairs: Map<number, number>[] = stems.map(() => new Map());
  const add = (a: string, b: string, weight: number): void => {
    const left = numbers.get(a);
    const right = numbers.get(b);
    if (left === undefined || right === undefined || left === right) return;
    pairs[left]?.set(right, (pairs[left]?.get(right) ?? 0) + weight);
    pairs[right]?.set(left, (pairs[right]?.get(left) ?? 0) + weight);
  };
  for (const words of clauses) {
    words.forEach((word, place) => {
      for (let other = place + 1; other < words.length && other <= place + far; other++) {
        add(word, words[other] ?? '', other - place <= near ? 1 : 0.5);
      }
    });
  }
  for (const { heads, words } of definitions) {
    for (const head of heads) for (const word of words) add(head, word, 1.5);
  }
  return { stems, matrix: mutualInformation(pairs) };
};

const mutualInformation = (pairs: readonly Map<number, number>[]): Sparse => {
  const sums = pairs.map((row) => [...row.values()].reduce((sum, value) => sum + value, 0));
  const total = sums.reduce((sum, value) => sum + value, 0);
  const smooth = sums.map((sum) => sum ** 0.75);
  const smoothTotal = smooth.reduce((sum, value) => sum + value, 0);
  return fromEntries(
    pairs.map((row, left) => {
      const entries: [number, number][] = [];
      for (const [right, value] of row) {
        const expected = ((sums[left] ?? 0) * (smooth[right] ?? 0)) / smoothTotal;
        const information = (Math.log(value / expected) - 0.3) * (value / (value + 1));
        if (information > 0) entries.push([right, information]);
      }
      return entries;
    }),
    total > 0 ? pairs.length : 0,
    false,
  );
};
