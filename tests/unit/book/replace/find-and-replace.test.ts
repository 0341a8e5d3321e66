import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPlaces, findChanged, orderPlaces } from '#main/book/replace/apply-places.ts';
import { createPlaceWriter } from '#main/book/replace/describe-place.ts';
import { compilePattern, type SearchRules } from '#main/book/replace/text-pattern.ts';
import { cutsWord } from '#main/book/replace/whole-word.ts';

const plain: Omit<SearchRules, 'query'> = {
  wholeWord: false,
  matchCase: true,
  regex: false,
  spellingsOf: null,
};
const spansOf = async (text: string, query: string, rules: Partial<SearchRules> = {}) => {
  const find = await compilePattern({ ...plain, query, ...rules });
  return [...find(text)].filter((span) => span !== null);
};
const placesOf = async (text: string, query: string, rules: Partial<SearchRules> = {}) =>
  (await spansOf(text, query, rules)).map(({ start, end }) => text.slice(start, end));

/** Texts of few characters, so that what is looked for is found. */
const crowded = fc.string({
  unit: fc.constantFrom('郑', '九', 'A', 'n', 'é', ' ', '\n', '。', '𠮷', '😀'),
});

describe('finding [W2]', () => {
  it('finds what a plain search of the language finds, in order and disjoint', async () => {
    const word = fc.string({
      unit: fc.constantFrom('郑', '九', 'A', 'n', '𠮷'),
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(crowded, word, async (text, query) => {
        const expected: number[] = [];
        for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
          expected.push(at);
        }
        expect((await spansOf(text, query)).map(({ start }) => start)).toEqual(expected);
      }),
    );
  });

  it('loses no place on the borders of the slices a long text is looked through in', async () => {
    const text = `${'郑'.repeat(65_535)}郑九${'。'.repeat(65_533)}郑九`;
    expect((await spansOf(text, '郑九')).map(({ start }) => start)).toEqual([65_535, 131_070]);
    const runs = await spansOf('aa'.repeat(100_000), 'aaa');
    expect(runs).toHaveLength(66_666);
    expect(runs.every(({ start }, index) => start === index * 3)).toBe(true);
  });

  it('keeps cases, widths and scripts apart only as it is told to', async () => {
    const text = 'Ann ann ＡＮＮ 鄭九 郑九';
    const forms: Record<string, string[]> = {
      郑: ['鄭', '郑'],
      n: ['n', 'N', 'ｎ', 'Ｎ'],
      A: ['a', 'A', 'ａ', 'Ａ'],
    };
    const spellingsOf = (character: string) => forms[character] ?? [];
    expect(await placesOf(text, 'Ann')).toEqual(['Ann']);
    expect(await placesOf(text, 'Ann', { matchCase: false })).toEqual(['Ann', 'ann']);
    expect(await placesOf(text, 'Ann', { matchCase: false, spellingsOf })).toEqual([
      'Ann',
      'ann',
      'ＡＮＮ',
    ]);
    expect(await placesOf(text, '郑九')).toEqual(['郑九']);
    expect(await placesOf(text, '郑九', { spellingsOf })).toEqual(['鄭九', '郑九']);
  });

  it('takes whole words in both scripts; a possessive ends a word', async () => {
    const whole = { wholeWord: true };
    // The marks of emphasis are no part of a word.
    const emphasised = '_Ann_, __Ann__, _to Ann_, *Ann*; Anne, cannot';
    expect(await placesOf(emphasised, 'Ann', whole)).toHaveLength(4);
    expect(await spansOf('Anne, Ann’s and Mary-Ann; Annex', 'Ann', whole)).toHaveLength(2);
    expect(await spansOf('今天的天很蓝', '天', whole)).toEqual([{ start: 3, end: 4 }]);
    expect(cutsWord('他叫Ann，', { start: 2, end: 5 })).toBe(false);
  });

  it('never tears what a reader sees as one character', async () => {
    expect(await placesOf('cafe\u0301 cafe', 'cafe')).toEqual(['cafe']);
  });

  it('reads regular expressions in paragraphs and says what it cannot read', async () => {
    expect(await placesOf('郑九\n郑十\n九', '郑.', { regex: true })).toEqual(['郑九', '郑十']);
    expect(await placesOf('aaaa', 'x*', { regex: true })).toEqual([]);
    await expect(placesOf('', '(', { regex: true })).rejects.toMatchObject({
      code: 'SEARCH_PATTERN_INVALID',
    });
    const evil = `${'a'.repeat(5000)}!`;
    expect(await placesOf(evil, '(a+)+$', { regex: true })).toEqual([]);
  });
});

describe('replacing [W2]', () => {
  it('changes the ticked places and nothing else, and the way back gives the same text', async () => {
    await fc.assert(
      fc.asyncProperty(
        crowded,
        fc.string({ maxLength: 4 }),
        fc.infiniteStream(fc.boolean()),
        async (text, replacement, ticks) => {
          const all = await spansOf(text, '郑');
          const ticked = all.filter(() => ticks.next().value === true);
          const places = ticked.map((span) => ({ ...span, expected: '郑', replacement }));
          const changed = applyPlaces(text, orderPlaces(places.toReversed()));
          let shift = 0;
          const back = places.map(({ start }) => {
            const at = start + shift;
            shift += replacement.length - 1;
            return {
              start: at,
              end: at + replacement.length,
              expected: replacement,
              replacement: '郑',
            };
          });
          expect(findChanged(changed, back)).toBeNull();
          expect(applyPlaces(changed, back)).toBe(text);
          expect(changed.length).toBe(text.length + ticked.length * (replacement.length - 1));
        },
      ),
    );
  });

  it('refuses places that lie over one another, and names one that changed', () => {
    const place = (start: number, end: number) => ({
      start,
      end,
      expected: '郑九',
      replacement: '',
    });
    expect(() => orderPlaces([place(0, 2), place(1, 3)])).toThrow('over one another');
    expect(() => orderPlaces([place(2, 2)])).toThrow('over one another');
    expect(findChanged('郑九郑十', [place(0, 2), place(2, 4)])).toMatchObject({ start: 2 });
  });
});

describe('showing a place [W2]', () => {
  it('shows its own paragraph around it, whichever it is', () => {
    const text = '# 一\n\n  郑九来了。\n又见郑九\n';
    const write = createPlaceWriter('d', text, () => []);
    const first = text.indexOf('郑九');
    expect(write({ start: first, end: first + 2 })).toMatchObject({
      before: '  ',
      match: '郑九',
      after: '来了。',
      paragraph: 2,
    });
    const second = text.lastIndexOf('郑九');
    expect(write({ start: second, end: second + 2 })).toMatchObject({
      before: '又见',
      after: '',
      paragraph: 3,
    });
  });
});
