/** Finds the words a writer falls back on: adverbs and worn turns. Pure. */
import { alternatives } from './find-typos.ts';
import * as chinese from './words/chinese.ts';
import * as english from './words/english.ts';

export type Habit = { label: string; start: number; end: number };

const chineseHabits = new RegExp(alternatives(chinese.habitWords), 'gu');
const englishHabits = new RegExp(
  `(?<![\\p{L}'’-])(?:${alternatives(english.habitPhrases)}|\\p{L}{3,}ly)(?![\\p{L}'’-])`,
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
