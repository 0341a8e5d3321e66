import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leftOf } from '#renderer/app/lock-in.ts';
import { maxAmount, readAmount } from '#renderer/features/lock-in/read-amount.ts';
import { noWords } from '#shared/domain/days.ts';

const count = fc.integer({ min: 0, max: 5000 });
const words = (amount: number) => ({
  aim: { kind: 'words' as const, amount },
  writtenBefore: noWords,
  since: 0,
});

describe('what is missing in a lock-in [W3]', () => {
  it('counts from where it began, by the way of counting of the book, and never more than was to be written', () => {
    fc.assert(
      fc.property(count, count, count, count, (before, typed, removed, amount) => {
        const lock = { ...words(amount + 1), writtenBefore: { ...noWords, typed: before } };
        const sitting = { ...noWords, typed: before + typed, removed, pasted: 999, accepted: 999 };
        const left = (counting: 'net' | 'written') => leftOf(lock, { sitting, counting, now: 0 });
        expect(left('written')).toBe(Math.max(0, amount + 1 - typed));
        expect(left('net')).toBe(Math.min(amount + 1, Math.max(0, amount + 1 - (typed - removed))));
      }),
    );
  });

  it('counts minutes with the one under way', () => {
    const lock = { ...words(2), aim: { kind: 'minutes' as const, amount: 2 }, since: 1000 };
    const left = (now: number) => leftOf(lock, { sitting: noWords, counting: 'net', now });
    expect([1000, 60_999, 61_001, 120_999, 121_000, 999_999].map(left)).toEqual([2, 2, 1, 1, 0, 0]);
  });
});

describe('how much one locks oneself in for [W3]', () => {
  it('reads every whole number up to the largest, with or without commas, in full width too', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxAmount.words }), (amount) => {
        const wide = String(amount).replace(/\d/g, (one) =>
          String.fromCharCode(one.charCodeAt(0) + 0xfee0),
        );
        expect(readAmount('words', String(amount))).toBe(amount);
        expect(readAmount('words', amount.toLocaleString('en'))).toBe(amount);
        expect(readAmount('words', wide)).toBe(amount);
      }),
    );
  });

  it.each(['', '0', '-5', '1.5', '20001', '5e3', '十'])('refuses %j', (text) => {
    expect(readAmount('words', text)).toBeNull();
  });

  it('holds nobody longer than ten hours', () => {
    expect([readAmount('minutes', '600'), readAmount('minutes', '601')]).toEqual([600, null]);
  });
});
