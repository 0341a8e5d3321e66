/** Sentences that stand twice, or nearly: what was pasted, or told again in the same words. */
import type { Book } from '../book.ts';
import type { DraftLine, MakeSection } from '../section.ts';

type Sentence = { chapter: number; start: number; end: number; words: Uint32Array; units: number };

/** Shorter ones are alike by chance. */
const minUnits = { han: 14, latin: 8 };
/** Sentences that share so much of their pairs of words are nearly the same. */
const minShared = 0.7;
/** So many of the rarest pairs of a sentence are looked for in others. */
const keysEach = 4;
/** A pair that stands in more sentences says nothing. */
const maxOfKey = 40;

const sentencesOf = ({ chapters, units }: Book): Sentence[] =>
  chapters.flatMap(({ tokens, prose }, chapter) => {
    const found: Sentence[] = [];
    const { sentences, script } = prose;
    for (let at = 0; at < sentences.length; at += 4) {
      const words = tokens.subarray(sentences[at + 2], sentences[at + 3]);
      const sum = words.reduce((total, word) => total + (units[word] ?? 0), 0);
      if (sum < minUnits[script]) continue;
      const [start = 0, end = 0] = sentences.subarray(at, at + 2);
      found.push({ chapter, start, end, words, units: sum });
    }
    return found;
  });

/** Every pair of neighbouring words, as one number. */
const pairsOf = ({ words }: Sentence, size: number): Set<number> => {
  const pairs = new Set<number>();
  for (let at = 1; at < words.length; at += 1) {
    pairs.add((words[at - 1] ?? 0) * size + (words[at] ?? 0));
  }
  return pairs;
};

const similarity = (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return shared / Math.max(1, one.size + other.size - shared);
};

/** Puts sentences that are alike into groups; each sentence goes with the first one it is like. */
const groupAlike = (sentences: readonly Sentence[], size: number): number[][] => {
  const pairs = sentences.map((sentence) => pairsOf(sentence, size));
  const frequency = new Map<number, number>();
  for (const one of pairs)
    for (const pair of one) frequency.set(pair, (frequency.get(pair) ?? 0) + 1);
  const holders = new Map<number, number[]>();
  const groupOf = new Map<number, number[]>();
  const groups: number[][] = [];
  for (const [at, own] of pairs.entries()) {
    const keys = [...own]
      .filter((pair) => (frequency.get(pair) ?? 0) > 1 && (frequency.get(pair) ?? 0) <= maxOfKey)
      .sort((one, other) => (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0))
      .slice(0, keysEach);
    const others = new Set(keys.flatMap((pair) => holders.get(pair) ?? []));
    const like = [...others].find(
      (other) => similarity(own, pairs[other] ?? new Set()) >= minShared,
    );
    if (like !== undefined) {
      const group = groupOf.get(like) ?? [like];
      if (group.length === 1) groups.push(group);
      group.push(at);
      groupOf.set(like, group);
      groupOf.set(at, group);
    }
    for (const pair of keys) holders.set(pair, [...(holders.get(pair) ?? []), at]);
  }
  return groups;
};

export const makeDuplicates: MakeSection = (book) => {
  const sentences = sentencesOf(book);
  const weighed = groupAlike(sentences, book.words.length + 1).map((group) => {
    const members = group.flatMap((at) => sentences[at] ?? []);
    const line: DraftLine = {
      figures: { length: members[0]?.units ?? 0 },
      places: members.flatMap(({ chapter, start, end }) => [chapter, start, end]),
    };
    return { line, weight: (members.length - 1) * (members[0]?.units ?? 0) };
  });
  return {
    lines: weighed.sort((one, other) => other.weight - one.weight).map(({ line }) => line),
  };
};
