/** Finds the words of a list in a text: the longest at each place, letters of any case, Latin ones as whole words. Pure. */
import type { ListedPlaces } from './facts.ts';

const letter = /[\p{L}\p{N}]/u;
const spaced = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;

type Entry = { word: string; index: number };

/** For many texts; places name the words by their index. */
export const createListFinder = (list: readonly string[]): ((text: string) => ListedPlaces) => {
  const byFirst = new Map<string, Entry[]>();
  for (const [index, given] of list.entries()) {
    const word = given.toLowerCase();
    const first = word[0];
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), { word, index }]);
  }
  for (const entries of byFirst.values()) {
    entries.sort((one, other) => other.word.length - one.word.length);
  }
  return (given) => {
    if (byFirst.size === 0) return new Uint32Array();
    const lower = given.toLowerCase();
    // A few capitals are longer in small letters: offsets must stay what they are.
    const text = lower.length === given.length ? lower : given;
    const found: number[] = [];
    const stands = ({ word }: Entry, at: number): boolean => {
      if (!text.startsWith(word, at)) return false;
      if (!spaced.test(word)) return true;
      return !letter.test(text[at - 1] ?? '') && !letter.test(text[at + word.length] ?? '');
    };
    for (let at = 0; at < text.length; at += 1) {
      const entry = byFirst.get(text[at] ?? '')?.find((one) => stands(one, at));
      if (entry === undefined) continue;
      found.push(entry.index, at, at + entry.word.length);
      at += entry.word.length - 1;
    }
    return Uint32Array.from(found);
  };
};
