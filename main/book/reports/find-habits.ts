/** Finds the words a writer falls back on: adverbs and worn turns. Pure. */
import { alternatives } from './find-typos.ts';
import * as chinese from './words/chinese.ts';
import * as english from './words/english.ts';

export type Habit = { label: string; start: number; end: number };

const isDoubled = (word: string): boolean => word.length === 2 && word[0] === word[1];
const wholeWords = alternatives(chinese.habitWords.filter((word) => !isDoubled(word)));
const doubledWords = alternatives(chinese.habitWords.filter(isDoubled));

/** Not where they are half of another word: 冷冷清清, 恶狠狠, 骑在马上, 只有点头. */
const chineseHabits = new RegExp(
  `(?!有点[头着火灯]|(?<=[在骑从于]|[上下跌坠]了?)马上)(?:${wholeWords})|(?<!\\1(\\p{Script=Han})|恶)(?:${doubledWords})(?!(\\p{Script=Han})\\2)`,
  'gu',
);
const englishHabits = new RegExp(
  `(?<![\\p{L}'’-])(?:${english.hedges}|${alternatives(english.habitPhrases)}|\\p{L}{3,}ly)(?![\\p{L}'’-])`,
  'giu',
);

export const findHabits = (text: string): Habit[] => {
  const found: Habit[] = [];
  for (const pattern of [chineseHabits, englishHabits]) {
    for (const { index: start, 0: match } of text.matchAll(pattern)) {
      const label = match.toLowerCase();
      if (!english.plainLyWords.has(label)) found.push({ label, start, end: start + match.length });
    }
  }
  return found.sort((one, other) => one.start - other.start);
};
