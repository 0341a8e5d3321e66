import { describe, expect, it } from 'vitest';
import { wordsOfToday } from '#renderer/features/editor/words-of-today.ts';
import { noWords } from '#shared/domain/days.ts';

const typed = (count: number) => [{ ...noWords, typed: count }];

describe('words of today', () => {
  it('are the same before a save and behind it, also after a morning of cutting [W3]', () => {
    const log = { counting: 'net', todayAddedUp: -300 } as const;
    expect(wordsOfToday(log, typed(200))).toEqual({ today: 0, todayAddedUp: -100 });
    const saved = { ...log, todayAddedUp: -100 };
    expect(wordsOfToday(saved, [])).toEqual({ today: 0, todayAddedUp: -100 });
    expect(wordsOfToday(saved, typed(150))).toEqual({ today: 50, todayAddedUp: 50 });
  });

  it('are those written alone where that is how they count, and none before the goals are known [W3]', () => {
    const cut = { ...noWords, typed: 5, removed: 20 };
    expect(wordsOfToday({ counting: 'written', todayAddedUp: 7 }, [cut])).toMatchObject({
      today: 12,
    });
    expect(wordsOfToday(null, [cut])).toEqual({ today: 0, todayAddedUp: 0 });
  });
});
