/** Whether a word of Latin letters is written as somebody means to write it, though no dictionary has it so. Pure. */
import { straight, withoutShortForm } from '#shared/spelling/dictionary.ts';
import type { IsSpelt } from './dictionary.ts';

/** What is longer is no word of a language. */
const longestWord = 60;

/** Of two letters only the smallest: di and mi are slips as well. */
const roman = /^(?=[ivx]|..[a-z])m{0,3}(?:c[md]|d?c{0,3})(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/iu;
/** iPhone, McCoy, DVDs: who writes a capital inside of a word names something. */
const innerCapital = /\p{L}\p{Lu}/u;
/** What did'nt and couldn't end in: the one is a slip of the other. */
const slippedNot = /'nt$/iu;
const not = /n't$/iu;

/**
 * Words made at a seam at which no letter changes: what is before it is looked up, and the seam cannot be misspelt. Others
 * (-ly after any letter, -s) would let truely and advices stand.
 */
const seams: readonly RegExp[] = [
  /(?<=ing|ed)ly$/u,
  /(?<=ed|ing|ive|ous|ful|less|able|ible|ish|ant|ent)ness$/u,
  /(?<=ing)s$/u,
  /(?<=\p{L}{3})like$/u,
  /^un(?=\p{L}{2,}(?:ed|ing|able|ible|ful|ive|ous|ish|ness|ly)$)/u,
];

const withoutSeam = (word: string): string | undefined => {
  const seam = seams.find((one) => one.test(word));
  return seam && word.replace(seam, '');
};

/** Accents and joined letters as they are written where a keyboard has none: rôle, manœuvre. */
const unaccented = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replace(/œ/giu, 'oe').replace(/æ/giu, 'ae');

/** Sooo, aaaah; but stilll is a slip for a word with the letter twice. */
const isDrawnOut = (word: string, isSpelt: IsSpelt): boolean =>
  /(\p{L})\1\1/iu.test(word) &&
  (/(\p{L})\1{3}/iu.test(word) || !isSpelt(word.replace(/(\p{L})\1\1/giu, '$1$1')));

const isMade = (word: string, isSpelt: IsSpelt): boolean => {
  const stem = withoutSeam(word);
  return stem !== undefined && (isSpelt(stem) || isMade(stem, isSpelt));
};

/** An apostrophe inside stands for letters that are left out on purpose: o’er, heav’n, kiss’d, se’nnight. */
const isElision = (word: string, isSpelt: IsSpelt): boolean => {
  if (/'d$/iu.test(word)) return isSpelt(word.replace(/'d$/iu, 'ed'));
  const inside = withoutShortForm(word);
  if (!inside.includes("'") || slippedNot.test(inside)) return false;
  const stem = inside.replace(not, '');
  return stem === inside || stem.includes("'") || isSpelt(stem);
};

/** Each word is judged once. */
export const createWordJudge = (isSpelt: IsSpelt): IsSpelt => {
  const judged = new Map<string, boolean>();
  const judge = (written: string): boolean => {
    const word = straight(written.normalize('NFC'));
    const base = withoutShortForm(word);
    const plain = unaccented(base);
    return (
      isSpelt(word) ||
      roman.test(base) ||
      isDrawnOut(base, isSpelt) ||
      innerCapital.test(base) ||
      isElision(word, isSpelt) ||
      (plain !== base && isSpelt(plain)) ||
      isMade(base.toLowerCase(), isSpelt)
    );
  };
  return (word) => {
    if (word.length > longestWord) return true;
    let verdict = judged.get(word);
    if (verdict === undefined) {
      verdict = judge(word);
      judged.set(word, verdict);
    }
    return verdict;
  };
};
