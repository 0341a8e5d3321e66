import { createKeyTable, type KeyTable, setKey } from '../text/key-table.ts';
import { termKey } from '../text/term-key.ts';
import type { TermSplitter } from '../text/terms.ts';

/**
 * The inverted index of a list of texts, in typed arrays only, so that a worker can hand it over without a copy.
 * Texts are numbered from 0.
 */
export type Postings = {
  terms: KeyTable;
  /** `offsets[t]` to `offsets[t + 1]` is the list of term t in `texts` and `counts`. */
  offsets: Uint32Array<ArrayBuffer>;
  texts: Uint32Array<ArrayBuffer>;
  counts: Uint16Array<ArrayBuffer>;
  /** Terms in each text. */
  lengths: Uint32Array<ArrayBuffer>;
  totalLength: number;
};

/** Numbers every term as it is met and lists the texts one after another: number, count, number, count … */
const countTerms = (texts: readonly string[], splitTerms: TermSplitter) => {
  const numbers = new Map<string, number>();
  const frequencies: number[] = [];
  const lengths = new Uint32Array(texts.length);
  const counted = texts.map((text, index) => {
    const counts = new Map<number, number>();
    const terms = splitTerms(text);
    lengths[index] = terms.length;
    for (const term of terms) {
      let number = numbers.get(term);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(term, number);
      }
      counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    const list = new Uint32Array(counts.size * 2);
    let place = 0;
    for (const [number, count] of counts) {
      frequencies[number] = (frequencies[number] ?? 0) + 1;
      list[place] = number;
      list[place + 1] = count;
      place += 2;
    }
    return list;
  });
  return { numbers, frequencies, lengths, counted };
};

export const buildPostings = (texts: readonly string[], splitTerms: TermSplitter): Postings => {
  const { numbers, frequencies, lengths, counted } = countTerms(texts, splitTerms);
  const offsets = new Uint32Array(frequencies.length + 1);
  frequencies.forEach((frequency, number) => {
    offsets[number + 1] = (offsets[number] ?? 0) + frequency;
  });
  const entries = offsets[frequencies.length] ?? 0;
  const next = offsets.slice();
  const postings: Postings = {
    terms: createKeyTable(frequencies.length),
    offsets,
    texts: new Uint32Array(entries),
    counts: new Uint16Array(entries),
    lengths,
    totalLength: lengths.reduce((sum, length) => sum + length, 0),
  };
  counted.forEach((list, text) => {
    for (let index = 0; index < list.length; index += 2) {
      const number = list[index] ?? 0;
      const place = next[number] ?? 0;
      postings.texts[place] = text;
      postings.counts[place] = Math.min(list[index + 1] ?? 0, 65_535);
      next[number] = place + 1;
    }
  });
  for (const [term, number] of numbers) setKey(postings.terms, termKey(term), number);
  return postings;
};
