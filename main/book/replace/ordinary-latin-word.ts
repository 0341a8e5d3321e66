/** A name that is a word as well, where a sentence may begin with the word: `Will you come?` Pure. */
import { beginsSentence } from './longer-latin-name.ts';
import type { Span } from './span.ts';
import { cutsWord } from './whole-word.ts';

/** What follows a verb or an auxiliary without a comma, and a name hardly ever. */
const object =
  /^[ \u00a0](?:I|you|he|she|it|we|they|me|him|her|us|them|my|your|his|its|our|their|the|an?|this|that|these|those|there)\b/u;

/** Longer than what stands between the end of a sentence and the first word of the next. */
const reachBefore = 8;
const reachBehind = 12;

/** `span`: of a Latin name. True only in texts that have the word with a small letter as well. */
export const mayBeOrdinaryWord = (text: string, { start, end }: Span): boolean => {
  if (!object.test(text.slice(end, end + reachBehind))) return false;
  if (!beginsSentence.test(text.slice(Math.max(0, start - reachBefore), start))) return false;
  const small = text.slice(start, end).toLowerCase();
  for (let at = text.indexOf(small); at >= 0; at = text.indexOf(small, at + 1)) {
    if (!cutsWord(text, { start: at, end: at + small.length })) return true;
  }
  return false;
};
