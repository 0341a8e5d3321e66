import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createReading } from '#renderer/app/reading.ts';

type Held = { answer(): void; fail(): void };

/** A reading whose questions are answered by the test, each with its number. */
const heldReading = () => {
  const held: Held[] = [];
  const shown: (number | string)[] = [];
  let book = 'book';
  const read = createReading<number>({
    ask: () =>
      new Promise((resolve, reject) => {
        const number = held.length;
        held.push({ answer: () => resolve(number), fail: () => reject(new Error(String(number))) });
      }),
    show: (answer) => shown.push(answer),
    fail: (failure) => shown.push(failure instanceof Error ? `failed ${failure.message}` : '?'),
    isShown: (projectId) => projectId === book,
  });
  return {
    ...{ held, shown, read },
    openOther: () => {
      book = 'other';
    },
  };
};

let reading: ReturnType<typeof heldReading>;

beforeEach(() => {
  reading = heldReading();
});

describe('a reading of the open book', () => {
  it('shows of the answers none that is older than the one that is shown, in whatever order they come', async () => {
    const orders = fc
      .integer({ min: 1, max: 8 })
      .chain((count) =>
        fc.tuple(
          fc.shuffledSubarray([...Array(count).keys()], { minLength: count }),
          fc.array(fc.boolean(), { minLength: count, maxLength: count }),
        ),
      );
    await fc.assert(
      fc.asyncProperty(orders, async ([order, fails]) => {
        const { held, shown, read } = heldReading();
        const asked = order.map(() => read('book'));
        for (const number of order) {
          if (fails[number]) held[number]?.fail();
          else held[number]?.answer();
          await asked[number];
        }
        const last = Math.max(...order);
        const numbers = shown.map((one) => Number(String(one).replace('failed ', '')));
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
        expect(shown.at(-1)).toBe(fails[last] ? `failed ${last}` : last);
      }),
    );
  });

  it('shows each answer that comes in its turn: a book that changes without end is not unread for ever', async () => {
    const { held, shown, read } = reading;
    const first = read('book');
    const second = read('book');
    held[0]?.answer();
    await first;
    expect(shown).toEqual([0]);
    held[1]?.answer();
    await second;
    expect(shown).toEqual([0, 1]);
  });

  it('shows nothing of a book that was closed meanwhile, nor what failed in it', async () => {
    const { held, shown, read, openOther } = reading;
    const asked = [read('book'), read('book')];
    openOther();
    held[0]?.answer();
    held[1]?.fail();
    await Promise.all(asked);
    expect(shown).toEqual([]);
    const next = read('other');
    held[2]?.answer();
    await next;
    expect(shown).toEqual([2]);
  });
});
