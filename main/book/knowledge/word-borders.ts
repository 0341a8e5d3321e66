/** Tells where a name begins and ends as a word. */
import { type Folding, noSymbol } from './folding.ts';

const mark = /^\p{M}/u;
const capital = /^\p{Lu}/u;
const hyphens = new Set(['-', '\u2010', '\u2011']);
const apostrophes = new Set(["'", '\u2019']);

/** The end of a match, with the marks that belong to its last character. */
export const endWithMarks = (text: string, end: number, folding: Folding): number => {
  let at = end;
  for (;;) {
    const codePoint = text.codePointAt(at);
    if (codePoint === undefined || folding.symbolOf(codePoint) !== noSymbol) return at;
    const character = String.fromCodePoint(codePoint);
    if (!mark.test(character)) return at;
    at += character.length;
  }
};

/** The nearest unit before `at` that leaves a symbol; -1 at the beginning. */
const visibleBefore = (text: string, at: number, folding: Folding): number => {
  let before = at - 1;
  while (before >= 0 && folding.symbolOf(text.charCodeAt(before)) === noSymbol) before -= 1;
  return before;
};

const visibleAfter = (text: string, at: number, folding: Folding): number => {
  let after = at;
  while (after < text.length && folding.symbolOf(text.charCodeAt(after)) === noSymbol) after += 1;
  return after;
};

/** First letter of the word that ends at `last`, however long it is up to 40 units. */
const wordBegins = (text: string, last: number, folding: Folding): number => {
  let first = last;
  while (first > 0 && last - first < 40 && folding.isWordUnit(text.charCodeAt(first - 1)))
    first -= 1;
  return first;
};

/**
 * Whether a name may begin here. Not inside a word, not behind another name's hyphen (`Mary-Ann` is not Ann,
 * `half-Ann` is), not behind an `O'`; French elision (`d'Ann`) and quotes do no harm.
 */
export const beginsWord = (text: string, start: number, folding: Folding): boolean => {
  const before = visibleBefore(text, start, folding);
  if (before < 0) return true;
  if (folding.isWordUnit(text.charCodeAt(before))) return false;
  const character = text[before] ?? '';
  const wordBefore = before > 0 && folding.isWordUnit(text.charCodeAt(before - 1));
  if (!wordBefore) return true;
  const first = wordBegins(text, before - 1, folding);
  if (hyphens.has(character)) return !capital.test(text.slice(first, first + 2));
  return !(apostrophes.has(character) && first === before - 1 && text[first] === 'O');
};

/** Whether a name may end here: possessives, punctuation and `Ann-like` yes, `Annex` and `Ann-Marie` no. */
export const endsWord = (text: string, end: number, folding: Folding): boolean => {
  const after = visibleAfter(text, end, folding);
  if (after >= text.length) return true;
  if (folding.isWordUnit(text.charCodeAt(after))) return false;
  return !(hyphens.has(text[after] ?? '') && capital.test(text.slice(after + 1, after + 3)));
};
