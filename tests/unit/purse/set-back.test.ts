import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPurse } from '#main/purse/index.ts';
import type { PaidForecast, PurseService, Reservation, Used } from '#main/purse/service.ts';
import type { PurseExcess } from '#shared/domain/purse.ts';
import { AppError } from '#shared/errors.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let stores: StoreWorld;
let now: number;
let purse: PurseService;

const open = (): PurseService =>
  createPurse({
    database: stores.database,
    clock: { now: () => now },
    events: stores.events,
    logger: { log: () => undefined },
  });

beforeEach(() => {
  stores = openStoreWorld();
  purse = open();
});
afterEach(() => stores.close());

const ask = (inputTokens: number): PaidForecast => ({
  ...{ purpose: 'run', inputTokens, outputTokens: 0, prices: null, isOwnMachine: true },
});
const took = (inputTokens: number): Used => ({
  ...{ inputTokens, outputTokens: 0, isEstimated: false },
  ...{ cachedInputTokens: null, cacheWriteTokens: null },
});
const sent = (reservation: Reservation): Reservation => {
  reservation.markSent();
  return reservation;
};
/** What a refusal says; fails when there is none. */
const refusal = (forecast: PaidForecast): PurseExcess => {
  try {
    purse.reserve(forecast);
  } catch (error) {
    if (error instanceof AppError && error.code === 'PURSE_EXCEEDED') {
      return error.details as PurseExcess;
    }
    throw error;
  }
  throw new Error('the request was allowed');
};

describe('a clock that is set back', () => {
  const at = (day: number, month = 3): void => {
    now = new Date(2026, month - 1, day, 12).getTime();
  };
  const spend = (tokens: number): void => sent(purse.reserve(ask(tokens))).settle(took(tokens));
  const leftOf = (name: 'perDay' | 'perMonth'): number => {
    const { spent, reserved, [name]: cap } = purse.get();
    return (cap.tokens ?? 0) - spent[name].tokens - reserved.tokens;
  };

  it('gives no cap of a day twice, and takes nothing from the days after [N12]', () => {
    purse.update({ perDay: { tokens: 10 } }, null);
    at(15);
    spend(10);
    at(14);
    expect(refusal(ask(1))).toMatchObject({ cap: 'perDay', spent: 10, fits: 0 });
    expect(open().get().spent.perDay.tokens).toBe(10);
    // It comes to the day that it was ahead by, where what was spent stands too, and to one that is new.
    at(15);
    expect(refusal(ask(1)).fits).toBe(0);
    at(16);
    spend(10);
  });

  it('gives no cap of a month twice, and counts what is under way [N12]', () => {
    purse.update({ perMonth: { tokens: 10 } }, null);
    at(1, 4);
    spend(6);
    sent(purse.reserve(ask(4)));
    at(31, 3);
    expect(refusal(ask(1))).toMatchObject({ cap: 'perMonth', spent: 6, reserved: 4, fits: 0 });
    at(1, 5);
    spend(10);
  });

  it('locks nobody out for longer than that day, however far ahead it was, asked for or not [N12]', () => {
    purse.update({ perDay: { tokens: 10 } }, null);
    at(14, 12 * 10);
    spend(10);
    at(14);
    expect(purse.get().spent.perDay.tokens).toBe(10);
    at(15);
    expect(purse.examine(ask(10)).excess).toBeNull();
    spend(10);
  });

  it('leaves never more by going back, and all of a day that is new (property) [N12]', () => {
    const step = fc.record({
      day: fc.integer({ min: 1, max: 28 }),
      tokens: fc.integer({ min: 1, max: 6 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        stores.database.exec(
          'DELETE FROM purse_spent; DELETE FROM purse_reservations; DELETE FROM purse_clock; DELETE FROM purse_turned_back',
        );
        purse.update({ perDay: { tokens: 10 } }, null);
        let last = 0;
        let latest = 0;
        for (const { day, tokens } of steps) {
          const before = last === 0 ? 10 : leftOf('perDay');
          at(day);
          const left = leftOf('perDay');
          if (day < last) expect(Math.max(0, left)).toBeLessThanOrEqual(Math.max(0, before));
          if (day > latest) expect(left).toBe(10);
          if (tokens <= left) spend(tokens);
          else expect(refusal(ask(tokens)).fits).toBe(Math.max(0, left));
          last = day;
          latest = Math.max(latest, day);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('and fifty requests of two programs around midnight pass no cap together [N12]', () => {
    purse.update({ perDay: { tokens: 10 } }, null);
    const both = [purse, open()];
    const allowed = (): number => {
      let count = 0;
      for (let one = 0; one < 50; one += 1) {
        try {
          both[one % 2]?.reserve(ask(1)).markSent();
          count += 1;
        } catch (error) {
          expect(error).toMatchObject({ code: 'PURSE_EXCEEDED' });
        }
      }
      return count;
    };
    const days = [14, 15, 14, 15, 16];
    expect(
      days.map((day) => {
        at(day);
        return allowed();
      }),
    ).toEqual([10, 10, 0, 0, 10]);
  });
});
