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

/** A pair of neighbouring words as one number. */
const pairOf = (words: Uint32Array, at: number, size: number): number =>
  (words[at - 1] ?? 0) * size + (words[at] ?? 0);

/** Slots for each word, so that few pairs share one. */
const slotsEach = 4;
const slotOf = (words: Uint32Array, at: number, mask: number): number => {
  const mixed = Math.imul(words[at - 1] ?? 0, 0x9e3779b1) ^ Math.imul(words[at] ?? 0, 0x85ebca6b);
  return (mixed ^ (mixed >>> 15)) & mask;
};

/**
 * Leaves out sentences that are like none of the others: too many of their pairs stand nowhere else. Pairs are counted by
 * slots of a table, some of which they share: that can only keep a sentence too many.
 */
const leaveOutLonely = (sentences: readonly Sentence[]): readonly Sentence[] => {
  const pairs = sentences.reduce((sum, { words }) => sum + words.length, 1);
  const slots = new Uint8Array(2 ** Math.ceil(Math.log2(pairs * slotsEach)));
  const mask = slots.length - 1;
  for (const { words } of sentences) {
    for (let at = 1; at < words.length; at += 1) {
      const slot = slotOf(words, at, mask);
      if (slots[slot] !== 2) slots[slot] = (slots[slot] ?? 0) + 1;
    }
  }
  return sentences.filter(({ words }) => {
    let alone = 0;
    for (let at = 1; at < words.length; at += 1)
      if (slots[slotOf(words, at, mask)] === 1) alone += 1;
    return alone <= (1 - minShared) * (words.length - 1);
  });
};

/** Leaving some out leaves others alone: a few rounds keep next to none of a book without twins. */
const couldBeAlike = (sentences: readonly Sentence[]): readonly Sentence[] => {
  let kept = sentences;
  for (let round = 0; round < 3; round += 1) kept = leaveOutLonely(kept);
  return kept;
};

const setOfPairs = ({ words }: Sentence, size: number): Set<number> => {
  const pairs = new Set<number>();
  for (let at = 1; at < words.length; at += 1) pairs.add(pairOf(words, at, size));
  return pairs;
};

/** In how many of all sentences each of these pairs stands. */
const countHolders = (
  wanted: readonly ReadonlySet<number>[],
  sentences: readonly Sentence[],
  size: number,
): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const pairs of wanted) for (const pair of pairs) counts.set(pair, 0);
  const last = new Map<number, number>();
  for (const [sentence, { words }] of sentences.entries()) {
    for (let at = 1; at < words.length; at += 1) {
      const pair = pairOf(words, at, size);
      const count = counts.get(pair);
      if (count === undefined || last.get(pair) === sentence) continue;
      last.set(pair, sentence);
      counts.set(pair, count + 1);
    }
  }
  return counts;
};

const similarity = (one: ReadonlySet<number>, other: ReadonlySet<number>): number => {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return shared / Math.max(1, one.size + other.size - shared);
};

/** Puts sentences that are alike into groups; each sentence goes with the first one it is like. */
const groupAlike = (all: readonly Sentence[], size: number): Sentence[][] => {
  const sentences = couldBeAlike(all);
  const pairs = sentences.map((sentence) => setOfPairs(sentence, size));
  const counts = countHolders(pairs, all, size);
  const countOf = (pair: number): number => counts.get(pair) ?? 0;
  const holders = new Map<number, number[]>();
  const groupOf = new Map<number, Sentence[]>();
  const groups: Sentence[][] = [];
  for (const [at, sentence] of sentences.entries()) {
    const own = pairs[at] ?? new Set();
    const keys = [...own]
      .filter((pair) => countOf(pair) > 1 && countOf(pair) <= maxOfKey)
      .sort((one, other) => countOf(one) - countOf(other))
      .slice(0, keysEach);
    const others = new Set(keys.flatMap((pair) => holders.get(pair) ?? []));
    const like = [...others].find(
      (other) => similarity(own, pairs[other] ?? new Set()) >= minShared,
    );
    if (like !== undefined) {
      const group = groupOf.get(like) ?? sentences.slice(like, like + 1);
      if (group.length === 1) groups.push(group);
      group.push(sentence);
      groupOf.set(like, group);
      groupOf.set(at, group);
    }
    for (const pair of keys) {
      const known = holders.get(pair);
      if (known) known.push(at);
      else holders.set(pair, [at]);
    }
  }
  return groups;
};

export const makeDuplicates: MakeSection = (book) => {
  const groups = groupAlike(sentencesOf(book), book.words.length + 1);
  const weighed = groups.map((members) => {
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
