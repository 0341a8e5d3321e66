import { contentStems, stemOfLemma } from './english.ts';
import type { FeatureRow } from './sparse.ts';
import type { ChineseWord } from './vocabulary.ts';
import type { Sense, Synset, WordNet } from './wordnet.ts';

const maxSenses = 4;
const related = new Set([
  '+',
  '&',
  '^',
  '*',
  '>',
  '$',
  '%p',
  '#p',
  '%s',
  '#s',
  '%m',
  '#m',
  '=',
  '\\',
  '<',
]);
const broader = new Set(['@', '@i']);

const add = (row: FeatureRow, feature: string, weight: number): void => {
  row.set(feature, (row.get(feature) ?? 0) + weight);
};

const addBroader = (row: FeatureRow, wordNet: WordNet, synset: Synset, weight: number): void => {
  let level = [synset];
  for (let height = 1; height <= 3; height++) {
    const above = level.flatMap((below) =>
      below.pointers
        .filter(({ symbol }) => broader.has(symbol))
        .flatMap(({ target }) => wordNet.synsets.get(target) ?? []),
    );
    for (const { id } of above) add(row, `S:${id}`, weight * 0.55 ** height);
    level = above;
  }
};

const addSense = (row: FeatureRow, wordNet: WordNet, synset: Synset, weight: number): void => {
  add(row, `S:${synset.id}`, weight);
  add(row, `L:${synset.lexicographerFile}`, 0.25 * weight);
  for (const lemma of synset.lemmas) {
    const stem = stemOfLemma(lemma);
    if (stem !== null) add(row, `W:${stem}`, 0.6 * weight);
  }
  addBroader(row, wordNet, synset, weight);
  for (const { symbol, target } of synset.pointers) {
    if (related.has(symbol)) add(row, `S:${target}`, 0.5 * weight);
  }
};

/** What WordNet says of each stem: itself, its first meanings, what they are kinds of and stand beside. */
export const englishFeatures = (
  wordNet: WordNet,
  stems: Iterable<string>,
): Map<string, FeatureRow> => {
  const senses = new Map<string, Sense[]>();
  for (const sense of wordNet.senses) {
    const stem = stemOfLemma(sense.lemma);
    if (stem !== null) senses.set(stem, [...(senses.get(stem) ?? []), sense]);
  }
  const rows = new Map<string, FeatureRow>();
  for (const stem of stems) {
    const row: FeatureRow = new Map([[`W:${stem}`, 1]]);
    const order = (senses.get(stem) ?? []).sort((a, b) => b.tags - a.tags || a.number - b.number);
    const distinct = [...new Set(order.map(({ synset }) => synset))].slice(0, maxSenses);
    distinct.forEach((id, rank) => {
      const synset = wordNet.synsets.get(id);
      if (!synset) return;
      addSense(row, wordNet, synset, 1 / (1 + rank));
      if (rank === 0)
        for (const word of contentStems(synset.definition)) add(row, `W:${word}`, 0.35);
    });
    rows.set(stem, row);
  }
  return rows;
};

const unitLength = (row: FeatureRow): FeatureRow => {
  let sum = 0;
  for (const weight of row.values()) sum += weight * weight;
  const factor = 1 / Math.sqrt(sum || 1);
  return new Map([...row].map(([feature, weight]) => [feature, weight * factor]));
};

/** A Chinese word has the features of the English it is explained with, and of its characters. */
export const chineseFeatures = (
  words: readonly ChineseWord[],
  english: ReadonlyMap<string, FeatureRow>,
): FeatureRow[] => {
  const unit = new Map([...english].map(([stem, row]) => [stem, unitLength(row)]));
  return words.map(({ word, glosses }) => {
    const row: FeatureRow = new Map([[`Z:${word}`, 0.7]]);
    for (const { stems, weight } of glosses) {
      for (const stem of stems) {
        const share = (1.5 * weight) / Math.sqrt(stems.length);
        const features = unit.get(stem);
        if (features) for (const [feature, value] of features) add(row, feature, share * value);
        else add(row, `W:${stem}`, share);
      }
    }
    if (word.length > 1) for (const sign of word) add(row, `Z:${sign}`, 0.35);
    return row;
  });
};
