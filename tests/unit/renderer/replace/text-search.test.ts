import { describe, expect, it } from 'vitest';
import { keysOfNames, namesOfKeys } from '#renderer/features/replace/place-names.ts';
import { type Place, placeKey } from '#renderer/features/replace/places.ts';
import { noSearch, rulesOf, searchFor } from '#renderer/features/replace/text-search.ts';

const place = (start: number, words: Partial<Place> = {}): Place => ({
  ...{ documentId: 'a', start, end: start + 2, before: '', match: '郑九', after: '敲锣' },
  ...{ paragraph: 1, to: '郑石', doubt: null, longer: null, ...words },
});

describe('the rules of a search in the whole book [W2]', () => {
  const wholeWord = (query: string, rules = {}) =>
    rulesOf({ query, rules: { ...noSearch.rules, ...rules } }).wholeWord;

  it('take Latin words as whole ones until told otherwise, Chinese and expressions as they are', () => {
    expect(['Ann', 'Mr. Bingley', "l'été", 'Анна'].map((query) => wholeWord(query))).toEqual(
      Array.from({ length: 4 }, () => true),
    );
    expect(['郑九', 'Ann说', '“', '12', ''].map((query) => wholeWord(query))).toEqual(
      Array.from({ length: 5 }, () => false),
    );
    expect(wholeWord('Ann', { regex: true })).toBe(false);
    expect(wholeWord('Ann', { wholeWord: false })).toBe(false);
    expect(wholeWord('郑九', { wholeWord: true })).toBe(true);
  });
});

describe('the search of the whole book [W2]', () => {
  const kept = {
    ...{ query: '郑九', replacement: '郑石', flipped: new Set(['x']) },
    rules: { ...noSearch.rules, wholeWord: true, matchCase: true },
  };

  it('is the one there was, unless other words are asked for', () => {
    expect(searchFor(kept, {})).toBe(kept);
    expect(searchFor(kept, { query: '', replacement: '' })).toBe(kept);
    expect(searchFor(kept, { query: '郑九', replacement: '' })).toBe(kept);
    expect(searchFor(kept, { query: '阿禾', replacement: '' })).toEqual({
      ...noSearch,
      query: '阿禾',
      rules: { ...noSearch.rules, wholeWord: true },
    });
  });

  it('knows its places by their words, where the text before them was changed', () => {
    const before = [place(10), place(30), place(50, { after: '不说话' })];
    const names = namesOfKeys(before, new Set([placeKey(place(30)), placeKey(place(50))]));
    const after = [place(17), place(37), place(57, { after: '走了' })];
    expect(keysOfNames(before, names)).toEqual(new Set(['a:30', 'a:50']));
    expect(keysOfNames(after, names)).toEqual(new Set(['a:37']));
  });
});
