/** Finds what looks like a slip of the hand: known misspellings and words typed twice (错别字 candidates, W7). Pure. */
import type { Slip } from './facts.ts';
import * as chinese from './words/chinese.ts';
import * as english from './words/english.ts';

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The longest first, so that a word does not hide one that goes on. */
export const alternatives = (words: readonly string[]): string =>
  words
    .toSorted((one, other) => other.length - one.length)
    .map(escaped)
    .join('|');

/** How what is often written by mistake should read, by the mistake in small letters. */
export const rightOf: ReadonlyMap<string, string> = new Map([
  ...chinese.misspellings,
  ...english.misspellings,
]);

/** 侯 is right before the titles it makes: 当时侯爷. */
const chineseMistakes = new RegExp(
  `(?:${alternatives(chinese.misspellings.map(([wrong]) => wrong))})(?![爷府爵门])`,
  'gu',
);
const englishMistakes = new RegExp(
  `(?<![\\p{L}'’-])(?:${alternatives(english.misspellings.map(([wrong]) => wrong))})(?![\\p{L}'’-])`,
  'giu',
);

const han = /\p{Script=Han}/u;
const latin = /[A-Za-z]/;

export const findTypos = (text: string): Slip[] => {
  const found: Slip[] = [];
  const add = (
    pattern: RegExp,
    slipOf: (match: string) => Pick<Slip, 'remark' | 'right'>,
  ): void => {
    for (const { index: start, 0: match } of text.matchAll(pattern)) {
      found.push({ ...slipOf(match), start, end: start + match.length });
    }
  };
  const misspelt = (match: string) => ({
    remark: 'misspelling' as const,
    right: rightOf.get(match.toLowerCase()) ?? '',
  });
  const repeated = () => ({ remark: 'repeatedWord' as const, right: '' });
  if (han.test(text)) {
    add(chineseMistakes, misspelt);
    add(chinese.repeatedWords, repeated);
  }
  if (latin.test(text)) {
    add(englishMistakes, misspelt);
    add(english.repeatedWords, repeated);
  }
  return found.sort((one, other) => one.start - other.start);
};
