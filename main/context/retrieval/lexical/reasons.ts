import { relatedMark } from '#shared/domain/retrieval.ts';
import type { Flat } from '../flat.ts';
import type { FocusTerms } from './focus.ts';
import type { Postings } from './postings.ts';
import { createWordFinder, type IsBound } from './whole-words.ts';

/** Where a question has a term; offsets are UTF-16 units. */
export type Span = { start: number; end: number };

/** At most so many words are named as the reason of a hit. */
const shownWords = 6;
/** The rarest words of a question, among which the reasons are looked for: a bit of a number each. */
const tellingTerms = 40;
const bits = 32;

/** The places of the rarest and nearest that are words, as the question has them. */
const rarestWords = (
  { weights, idfs, starts, ends }: FocusTerms,
  isPart: (start: number, end: number) => boolean,
): (Span & { term: number })[] => {
  const gainOf = (term: number): number => (idfs[term] ?? 0) * (weights[term] ?? 0);
  return Array.from(weights, (_weight, term) => term)
    .filter((term) => isPart(starts[term] ?? 0, ends[term] ?? 0))
    .sort((a, b) => gainOf(b) - gainOf(a))
    .slice(0, tellingTerms)
    .map((term) => ({ term, start: starts[term] ?? 0, end: ends[term] ?? 0 }))
    .sort((a, b) => a.start - b.start || b.end - a.end);
};

/**
 * Tells for every chunk which words of the question it holds, in the question's order, neighbours joined and whole;
 * "related" when it holds none. Lists are walked once for all chunks: most are short, and there are dozens of hits.
 * @returns takes a chunk by its number in the flat row
 */
export const findReasons = (
  parts: readonly Postings[],
  flat: Pick<Flat, 'total' | 'offsets'>,
  question: string,
  { terms, isBound }: { terms: FocusTerms; isBound: IsBound | null },
): ((number: number) => string[]) => {
  const finder = createWordFinder(question, isBound);
  const telling = rarestWords(terms, finder.isWithin);
  const words = Math.ceil(tellingTerms / bits);
  const held = new Int32Array(flat.total * words);
  for (const [part, { offsets, texts }] of parts.entries()) {
    const first = flat.offsets[part] ?? 0;
    for (let term = 0; term < telling.length; term++) {
      const number = terms.numbers[part]?.[telling[term]?.term ?? -1] ?? -1;
      if (number < 0) continue;
      const word = Math.floor(term / bits);
      const bit = 1 << (term % bits);
      const to = offsets[number + 1] ?? 0;
      for (let place = offsets[number] ?? 0; place < to; place++) {
        const at = (first + (texts[place] ?? 0)) * words + word;
        held[at] = (held[at] ?? 0) | bit;
      }
    }
  }
  const known = new Map<string, string | null>();
  const wordsOf = (start: number, end: number): string | null => {
    const key = `${start}:${end}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const words = finder.wholeIn(start, end);
    known.set(key, words);
    return words;
  };
  return (number) => {
    const found: string[] = [];
    let start = -1;
    let end = -1;
    const close = (): void => {
      if (start < 0 || found.length === shownWords) return;
      const joined = wordsOf(start, end);
      if (joined !== null && !found.includes(joined)) found.push(joined);
    };
    for (let word = 0; word < words; word++) {
      for (let left = held[number * words + word] ?? 0; left !== 0; left &= left - 1) {
        const span = telling[word * bits + (31 - Math.clz32(left & -left))];
        if (!span) continue;
        if (span.start < end) end = Math.max(end, span.end);
        else {
          close();
          ({ start, end } = span);
        }
      }
    }
    close();
    // A copy is as long as it must be: a list that was added to keeps room for more, and there are many.
    return found.length > 0 ? found.slice() : [relatedMark];
  };
};
