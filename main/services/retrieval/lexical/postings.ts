import { createKeyTable, type KeyTable, setKey } from '../text/key-table.ts';
import { termKey } from '../text/term-key.ts';

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

const countTerms = (terms: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
};

/** @param texts the terms of each text */
export const buildPostings = (texts: readonly (readonly string[])[]): Postings => {
  const numbers = new Map<string, number>();
  const counted = texts.map(countTerms);
  const frequencies: number[] = [];
  for (const counts of counted) {
    for (const term of counts.keys()) {
      const number = numbers.get(term);
      if (number === undefined) {
        numbers.set(term, frequencies.length);
        frequencies.push(1);
      } else frequencies[number] = (frequencies[number] ?? 0) + 1;
    }
  }
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
    lengths: new Uint32Array(texts.length),
    totalLength: 0,
  };
  counted.forEach((counts, text) => {
    for (const [term, count] of counts) {
      const number = numbers.get(term) ?? 0;
      const place = next[number] ?? 0;
      postings.texts[place] = text;
      postings.counts[place] = Math.min(count, 65_535);
      next[number] = place + 1;
    }
    const length = texts[text]?.length ?? 0;
    postings.lengths[text] = length;
    postings.totalLength += length;
  });
  for (const [term, number] of numbers) setKey(postings.terms, termKey(term), number);
  return postings;
};
