import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOf } from '#main/context/retrieval/lexical/best.ts';
import {
  bestPossible,
  collect,
  type Collection,
  frequencyIn,
  idfOf,
  scorePart,
} from '#main/context/retrieval/lexical/bm25.ts';
import { buildPostings } from '#main/context/retrieval/lexical/postings.ts';
import type { FocusTerms } from '#main/context/retrieval/lexical/focus.ts';
import { findReasons, type Span } from '#main/context/retrieval/lexical/reasons.ts';
import { createWordFinder } from '#main/context/retrieval/lexical/whole-words.ts';
import {
  findMatchedWords,
  parseQueryTerms,
  type QueryTerm,
} from '#main/context/retrieval/similar/query-terms.ts';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { createKeyTable, getKey, setKey } from '#main/context/retrieval/text/key-table.ts';
import { termKey } from '#main/context/retrieval/text/term-key.ts';
import { createTermSplitter, createTermVisitor } from '#main/context/retrieval/text/terms.ts';

const alphabet = createAlphabet('銅铜鑰钥');
const visit = createTermVisitor(alphabet);
const split = createTermSplitter(visit);

type KnownTerm = QueryTerm & { idf: number; numbers: number[] };

/** Terms of a question that some text holds, as the collection knows them. */
const lookUp = (collection: Collection, terms: readonly QueryTerm[]): KnownTerm[] =>
  terms.flatMap((term) => {
    const numbers = collection.parts.map((part) => getKey(part.terms, termKey(term.term)));
    const frequency = collection.parts.reduce(
      (sum, part, index) =>
        sum + ((numbers[index] ?? -1) < 0 ? 0 : frequencyIn(part, numbers[index] ?? -1)),
      0,
    );
    const idf = idfOf(collection, frequency);
    return frequency === 0 ? [] : [{ ...term, idf, numbers }];
  });

/** All of the same weight, as what ranks and explains takes them. */
const rowsOf = (terms: readonly KnownTerm[], parts: number): FocusTerms => ({
  weights: new Float64Array(terms.length).fill(1),
  idfs: Float64Array.from(terms, ({ idf }) => idf),
  numbers: Array.from({ length: parts }, (_, part) =>
    Int32Array.from(terms, ({ numbers }) => numbers[part] ?? -1),
  ),
  starts: Uint32Array.from(terms, ({ start }) => start),
  ends: Uint32Array.from(terms, ({ end }) => end),
});

/** The words of a question that some of its terms make up, neighbouring ones joined, each once. */
const joinedWords = (question: string, terms: readonly Span[]): string[] => {
  const words: string[] = [];
  const { wholeIn } = createWordFinder(question);
  let current: Span | null = null;
  for (const span of terms.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (current && span.start < current.end) current.end = Math.max(current.end, span.end);
    else {
      if (current) words.push(wholeIn(current.start, current.end) ?? '');
      current = { start: span.start, end: span.end };
    }
  }
  if (current) words.push(wholeIn(current.start, current.end) ?? '');
  return [...new Set(words)].filter((word) => word !== '');
};

describe('terms', () => {
  it.each([
    ['铜钥匙', ['铜', '铜钥', '钥', '钥匙', '匙']],
    ['銅鑰匙', ['铜', '铜钥', '钥', '钥匙', '匙']],
    ['Ｌａｍｐｓ, naïve Café', ['lamp', 'naiv', 'cafe']],
    ["Imogen’s isn't hanging", ['imogen', 'hang']],
    ['第3章X', ['第', '3', '章', 'x']],
    ['', []],
  ])('of %s', (text, terms) => {
    expect(split(text)).toEqual(terms);
  });

  it('have offsets of the text they were made from', () => {
    const text = 'Lamps 在銅鑰';
    const seen: string[] = [];
    visit(text, (_, start, end) => seen.push(text.slice(start, end)));
    expect(seen).toEqual(['Lamps', '在', '在銅', '銅', '銅鑰', '鑰']);
  });

  it('that match are found for all texts at once as for each by itself, and told as whole words (property)', () => {
    const words = fc.constantFrom('铜钥匙', '灯', '雨声', ' lamp ', ' quay ', '。');
    const text = fc.array(words, { maxLength: 12 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), text, fc.nat(8), (texts, question, border) => {
        const parts = [texts.slice(0, border), texts.slice(border)].map((some) =>
          buildPostings(some, split),
        );
        const flat = { total: texts.length, offsets: [0, Math.min(border, texts.length)] };
        const collection = collect(parts);
        const terms = lookUp(collection, parseQueryTerms(question, visit));
        const reasons = findReasons(parts, flat, question, {
          terms: rowsOf(terms, parts.length),
          isBound: null,
        });
        texts.forEach((text, number) => {
          const own = split(text);
          const held = terms.filter(({ term }) => own.includes(term));
          const expected = joinedWords(question, held).slice(0, 6);
          const words = expected.length > 0 ? expected : ['related'];
          expect(reasons(number)).toEqual(words);
          expect(findMatchedWords(question, terms, text, split)).toEqual(words);
        });
      }),
    );
  });

  it('that match are shown as the question spells them, neighbours joined', () => {
    const question = '找銅鑰匙 Lamps';
    const parts = [buildPostings(['铜钥匙 lamp'], split)];
    const terms = lookUp(collect(parts), parseQueryTerms(question, visit)).filter(({ term }) =>
      ['铜钥', '钥匙', 'lamp'].includes(term),
    );
    const reasons = findReasons(parts, { total: 1, offsets: [0] }, question, {
      terms: rowsOf(terms, 1),
      isBound: null,
    });
    expect(reasons(0)).toEqual(['銅鑰匙', 'Lamps']);
  });
});

describe('the key table', () => {
  it('finds what was put in and nothing else', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ maxLength: 6 }), { maxLength: 200 }),
        fc.string(),
        (words, other) => {
          const table = createKeyTable(words.length);
          words.forEach((word, number) => {
            setKey(table, termKey(word), number);
          });
          words.forEach((word, number) => {
            expect(getKey(table, termKey(word))).toBe(number);
          });
          if (!words.includes(other)) expect(getKey(table, termKey(other))).toBe(-1);
        },
      ),
    );
  });

  it('keys a part of a string as the string itself', () => {
    expect(termKey('一二三四', 1, 3)).toBe(termKey('二三'));
    expect(Number.isSafeInteger(termKey('任何'))).toBe(true);
  });
});

const word = fc.constantFrom('灯', '塔', '海', '船', '风', 'lamp', 'sail');
const texts = fc.array(
  fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' ')),
  { minLength: 1, maxLength: 12 },
);

describe('BM25', () => {
  it('equals the formula, however the texts are parted', () => {
    fc.assert(
      fc.property(texts, fc.nat(12), fc.uniqueArray(word, { minLength: 1 }), (all, cut, asked) => {
        const parts = [all.slice(0, cut), all.slice(cut)].map((part) => buildPostings(part, split));
        const collection = collect(parts);
        const terms = lookUp(
          collection,
          asked.map((term) => ({ term, start: 0, end: term.length })),
        );
        const scores = parts.flatMap((part, index) => {
          const own = new Float64Array(part.lengths.length);
          scorePart(collection, index, rowsOf(terms, parts.length), own, 1.2);
          return [...own];
        });
        const lists = all.map(split);
        const average = lists.reduce((sum, list) => sum + list.length, 0) / lists.length;
        lists.forEach((list, text) => {
          let expected = 0;
          for (const term of asked) {
            const holding = lists.filter((other) => other.includes(term)).length;
            const count = list.filter((other) => other === term).length;
            const idf = Math.max(Math.log((lists.length - holding + 0.5) / (holding + 0.5)), 1e-6);
            expected +=
              (idf * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * list.length) / average));
          }
          expect(scores[text]).toBeCloseTo(expected, 9);
          expect(scores[text]).toBeLessThanOrEqual(
            bestPossible(rowsOf(terms, parts.length), 1.2) + 1e-9,
          );
        });
        const flat = { total: all.length, offsets: [0, Math.min(cut, all.length)] };
        for (const term of terms) {
          const reasons = findReasons(parts, flat, term.term, {
            terms: rowsOf([term], parts.length),
            isBound: null,
          });
          lists.forEach((list, text) => {
            expect(reasons(text)).toEqual(list.includes(term.term) ? [term.term] : ['related']);
          });
        }
      }),
    );
  });
});

describe('the best of many', () => {
  it('are those a full sort would give, without what scores nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.nat(30), (scores, limit) => {
        const expected = scores
          .map((score, number) => ({ score, number }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score || a.number - b.number)
          .slice(0, limit)
          .map(({ number }) => number);
        expect(bestOf(scores, limit)).toEqual(expected);
      }),
    );
  });
});
