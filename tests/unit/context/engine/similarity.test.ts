import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLikeness } from '#main/context/engine/likeness.ts';
import {
  areNearCopies,
  createCopyKeys,
  minHash,
  sharedShare,
  termsOf,
} from '#main/context/engine/similarity.ts';

/** Numbers of a sketch. */
const rows = 16;

const letters = [...'潮水退到桩子灯火雨声𠮷𠀀', ' ', '。', 'lamp ', 'quay '];
const text = fc
  .array(fc.constantFrom(...letters), { maxLength: 60 })
  .map((parts) => parts.join(''));

describe('the sketch of a text', () => {
  it('has each pair of neighbouring characters and each word once, whatever the case', () => {
    expect(minHash('潮水潮水').size).toBe(2);
    expect(minHash('𠮷𠀀𠮷').size).toBe(2);
    expect(minHash('Lamp LAMP quay, of').size).toBe(2);
    expect(minHash('。').size).toBe(0);
  });

  it('tells a text for a copy of itself, and of one with a word more', () => {
    const long = '潮水退到了第三根桩子的时候他才看见那盏灯还亮着没有人去吹';
    expect(areNearCopies(minHash(long), minHash(long), 0.8)).toBe(true);
    expect(areNearCopies(minHash(long), minHash(`${long}熄`), 0.8)).toBe(true);
  });

  it('never tells two texts for copies that share too little (property)', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const [left, right] = [minHash(first), minHash(second)];
        if (!areNearCopies(left, right, 0.8)) return;
        expect(areNearCopies(right, left, 0.8)).toBe(true);
        if (left.size > 0) expect(sharedShare(left.terms, right.terms)).toBeGreaterThanOrEqual(0.8);
      }),
    );
  });
});

describe('the print of a sketch', () => {
  it('keeps no pair from being compared that agrees in half of what is expected of copies (property)', () => {
    fc.assert(
      fc.property(text, fc.array(fc.nat(59), { maxLength: 6 }), (original, places) => {
        const changed = [...original];
        for (const place of places) if (place < changed.length) changed[place] = '雪';
        const [left, right] = [minHash(original), minHash(changed.join(''))];
        const equal = left.min.filter((value, row) => value === right.min[row]).length;
        const shared = left.terms.filter((term) => right.terms.includes(term)).length;
        const all = left.size + right.size - shared;
        const likeness = all === 0 ? 1 : shared / all;
        const expected = equal >= (rows * 0.8) / 2 && likeness >= 0.8 && all > 0;
        if (all > 0) expect(areNearCopies(left, right, 0.8)).toBe(expected);
      }),
    );
  });
});

describe('what near copies have in common [S3-43]', () => {
  it('is at least one number of two that agree in enough rows (property)', () => {
    const copyKeys = createCopyKeys(0.8);
    const signature = fc.array(fc.nat(2), { minLength: rows, maxLength: rows }).map((values) => ({
      ...minHash(''),
      min: Uint32Array.from(values),
    }));
    fc.assert(
      fc.property(signature, signature, (left, right) => {
        const equal = left.min.filter((value, row) => value === right.min[row]).length;
        const keys = new Set(copyKeys(left));
        const isFound = copyKeys(right).some((key) => keys.has(key));
        if (equal >= (rows * 0.8) / 2) expect(isFound).toBe(true);
        if (equal === 0) expect(isFound).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('the likeness of many texts to a focus', () => {
  it('is for each what the shared part of both is (property)', () => {
    fc.assert(
      fc.property(fc.array(text), fc.array(text), (texts, focuses) => {
        const findLikeness = createLikeness(texts);
        for (const focus of focuses) {
          const alone = texts.map((one) => sharedShare(termsOf(one), termsOf(focus)));
          expect([...findLikeness(focus)]).toEqual(alone);
        }
      }),
    );
  });
});
