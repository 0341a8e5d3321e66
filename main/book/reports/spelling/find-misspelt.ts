/** Finds the words of a chapter that no dictionary has, but for those that were left as they are on purpose. Pure. */
import { emphases } from '#shared/emphases.ts';
import { straight, withoutShortForm } from '#shared/spelling/dictionary.ts';
import { type WordAt, wordsIn } from '#shared/spelling/words.ts';
import type { UnknownWords } from '../facts.ts';
import type { IsSpelt } from './dictionary.ts';

/** How a word begins: in small letters, with a capital because a sentence begins, with one of its own. */
export const beginning = { small: 0, ofSentence: 1, own: 2 } as const;

type Unknown = WordAt & { form: number };

/** Words that stand before a name as a part of it: Catherine de Bourgh, Vincent van Gogh. */
const particles = new Set(
  'al ap bin da das de del della den der des di do dos du el ibn la las le los san ten ter van vom von zu zum zur'.split(
    ' ',
  ),
);

const capital = /^\p{Lu}/u;
const opening = /["“‘'「『(（[][*_]*$/u;
const shortPiece = 3;
/** So many unknown words with nothing but spaces between are of another language; fewer may be as many slips. */
const otherLanguage = 4;

/** A short piece of a compound is a prefix or a stutter (re-enter, th-that); a longer one may be a noun with -ed (fair-haired). */
const isPieceOfCompound = (text: string, { word, from, to }: WordAt, isSpelt: IsSpelt): boolean => {
  const isJoined = /[-‑]/.test(text[from - 1] ?? '') || /[-‑]/.test(text[to] ?? '');
  if (!isJoined) return false;
  if (word.length <= shortPiece) return true;
  const noun = word.toLowerCase().replace(/(?:ly|ness)$/u, '');
  const nouns = [/d$/u, /ed$/u, /(\p{L})(?<=\1\1)ed$/u].map((end) => noun.replace(end, ''));
  return noun.endsWith('ed') && nouns.some((one) => isSpelt(one));
};

/** Letters left out at an end: huntin’, th’, ‘twas; and names that are left blank: ——shire. */
const isCutShort = (text: string, { word, from, to }: WordAt, isSpelt: IsSpelt): boolean => {
  const before = text.slice(Math.max(0, from - 4), from);
  if (/(?:^|\s)[-—–_]{2,}$/u.test(before)) return true;
  if (before.endsWith('‘') && isSpelt(`'${word}`)) return true;
  if (!/['’]/.test(text[to] ?? '')) return false;
  return word.length <= shortPiece || (/in$/iu.test(word) && isSpelt(`${word}g`));
};

const isParticle = (text: string, { word, to }: WordAt): boolean =>
  particles.has(word.toLowerCase()) && capital.test(text.slice(to, to + 4).trimStart());

const findForeign = (
  text: string,
  words: readonly WordAt[],
  unknown: ReadonlySet<WordAt>,
): Set<WordAt> => {
  const foreign = new Set<WordAt>();
  let row: WordAt[] = [];
  const endRow = (): void => {
    if (row.length >= otherLanguage) for (const one of row) foreign.add(one);
    row = [];
  };
  for (const [at, word] of words.entries()) {
    const end = words[at - 1]?.to ?? 0;
    if (row.length > 0 && !/^[ \n]+$/.test(text.slice(end, word.from))) endRow();
    if (unknown.has(word)) row.push(word);
    else endRow();
  }
  endRow();
  return foreign;
};

/** Of a phrase in emphasis, most of which no dictionary has: _je ne sais quoi_. */
const findForeignEmphasis = (text: string, unknown: ReadonlySet<WordAt>): Set<WordAt> => {
  const foreign = new Set<WordAt>();
  const byPlace = new Map([...unknown].map((one) => [one.from, one]));
  let lineEnd = -1;
  for (const { from: place } of unknown) {
    // In the order of the text: each line is looked at once, however many unknown words it has.
    if (place < lineEnd) continue;
    const start = text.lastIndexOf('\n', place) + 1;
    const next = text.indexOf('\n', place);
    lineEnd = next < 0 ? text.length : next;
    const line = text.slice(start, lineEnd);
    if (!/[*_]/.test(line)) continue;
    for (const { from, to } of emphases(line)) {
      const inside = wordsIn(line.slice(from, to));
      const strange = inside.flatMap((one) => byPlace.get(start + from + one.from) ?? []);
      if (inside.length < 2 || strange.length * 2 <= inside.length) continue;
      for (const one of strange) foreign.add(one);
    }
  }
  return foreign;
};

const packed = (found: readonly Unknown[]): UnknownWords => {
  const numbers = new Map<string, number>();
  const places: number[] = [];
  for (const { word, from, form } of found) {
    const base = withoutShortForm(word);
    const label = straight(base.normalize('NFC'));
    const number = numbers.get(label) ?? numbers.size;
    numbers.set(label, number);
    places.push(number, from, from + base.length, form);
  }
  return { words: [...numbers.keys()].join('\n'), places: Uint32Array.from(places) };
};

/**
 * @param text without markup
 * @param beginnings where its sentences begin
 */
export const findMisspelt = (
  text: string,
  beginnings: ReadonlySet<number>,
  isSpelt: IsSpelt,
): UnknownWords => {
  const words = wordsIn(text);
  const unknown = new Set(
    words.filter(
      (word) =>
        !isSpelt(word.word) &&
        !isParticle(text, word) &&
        !isCutShort(text, word, isSpelt) &&
        !isPieceOfCompound(text, word, isSpelt),
    ),
  );
  const isOfSentence = ({ from }: WordAt): boolean =>
    beginnings.has(from) || opening.test(text.slice(Math.max(0, from - 4), from));
  const formOf = (word: WordAt): number => {
    if (!capital.test(word.word)) return beginning.small;
    return isOfSentence(word) ? beginning.ofSentence : beginning.own;
  };
  const foreign = findForeign(text, words, unknown);
  const inEmphasis = findForeignEmphasis(text, unknown);
  const kept = [...unknown].filter((word) => !foreign.has(word) && !inEmphasis.has(word));
  return packed(kept.map((word) => ({ ...word, form: formOf(word) })));
};
