import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPurse } from '#main/purse/index.ts';
import type { PaidForecast, PurseService, Reservation, Used } from '#main/purse/service.ts';
import type { Prices } from '#shared/domain/model-profile.ts';
import type { AgreedSum, PurseExcess } from '#shared/domain/purse.ts';
import { AppError } from '#shared/errors.ts';
import { openStoreWorld, type StoreWorld } from '#tests/helpers/stores.ts';

let stores: StoreWorld;
let now: number;
let purse: PurseService;
const logged: string[] = [];

const open = (): PurseService =>
  createPurse({
    database: stores.database,
    clock: { now: () => now },
    events: stores.events,
    logger: { log: (_level, message) => void logged.push(message) },
  });

beforeEach(() => {
  stores = openStoreWorld();
  now = new Date(2026, 2, 14, 12).getTime();
  logged.length = 0;
  purse = open();
});
afterEach(() => stores.close());

const dollars: Prices = { currency: '$', input: 3, output: 15 };
const ask = (inputTokens: number, more: Partial<PaidForecast> = {}): PaidForecast => ({
  purpose: 'run',
  inputTokens,
  outputTokens: 0,
  prices: null,
  isOwnMachine: true,
  ...more,
});
const took = (inputTokens: number, more: Partial<Used> = {}): Used => ({
  inputTokens,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: 0,
  isEstimated: false,
  ...more,
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

describe('asking first', () => {
  const expected = (inputTokens: number, cost: number | null, isAgreed = false) => ({
    ...{ inputTokens, cachedTokens: 10, cost, nextCost: cost, isAgreed },
    currency: cost === null ? null : '$',
  });
  const codeOf = (forecast: PaidForecast): string | null => {
    try {
      purse.reserve(forecast).release();
      return null;
    } catch (error) {
      return error instanceof AppError ? error.code : 'INTERNAL';
    }
  };

  it('holds a request above the writer’s sum until they agree, and no other [E2] [N12]', () => {
    const asked = (cost: number | null, isAgreed = false) =>
      codeOf(ask(500, { isOwnMachine: false, expected: expected(500, cost, isAgreed) }));
    expect(asked(9)).toBeNull();
    purse.update({ askAbove: { money: 1 } }, '$');
    expect(open().get().askAbove).toEqual({ money: 1 });
    expect(asked(1)).toBeNull();
    expect(asked(1.01)).toBe('PURSE_ASKS');
    expect(asked(1.01, true)).toBeNull();
    // What nobody can hold against the sum may be more.
    expect(asked(null)).toBe('PURSE_ASKS');
    expect(codeOf(ask(500, { expected: expected(500, null) }))).toBeNull();
    expect(codeOf(ask(500))).toBeNull();
    purse.update({ currency: '¥' }, '$');
    expect(asked(0.01)).toBe('PURSE_ASKS');
    purse.update({ askAbove: { tokens: 500 } }, '$');
    expect(asked(9)).toBeNull();
    expect(codeOf(ask(501, { expected: expected(501, 0) }))).toBe('PURSE_ASKS');
    // A cap is no question: it holds whoever agrees.
    purse.update({ perRequest: { tokens: 400 } }, '$');
    expect(codeOf(ask(501, { expected: expected(501, 0, true) }))).toBe('PURSE_EXCEEDED');
    expect(purse.get().reserved.tokens).toBe(0);
  });

  it('asks anew where what they agreed to has become more, dearer or another currency [E2] [N12]', () => {
    purse.update({ askAbove: { money: 1 } }, '$');
    const agreed = (tokens: number, cost: number | null, agreedTo: AgreedSum) =>
      codeOf(
        ask(500, {
          isOwnMachine: false,
          expected: { ...expected(tokens, cost, true), agreedTo },
        }),
      );
    const sum = { inputTokens: 500, cost: 2, currency: '$' };
    expect(agreed(500, 2, sum)).toBeNull();
    expect(agreed(520, 2.1, sum)).toBeNull();
    expect(agreed(500, 20, sum)).toBe('PURSE_ASKS');
    expect(agreed(5000, 2, sum)).toBe('PURSE_ASKS');
    expect(agreed(500, 2, { ...sum, currency: '¥' })).toBe('PURSE_ASKS');
    expect(agreed(500, null, sum)).toBe('PURSE_ASKS');
    expect(agreed(500, null, { ...sum, cost: null, currency: null })).toBeNull();
  });

  it('is off in a purse of an earlier version', () => {
    purse.update({ perDay: { tokens: 10 } }, '$');
    stores.database.exec(
      `UPDATE purse_caps SET caps = '{"perDay":{"tokens":10},"perMonth":{},"perRequest":{},"currency":null}'`,
    );
    expect(open().get()).toMatchObject({ askAbove: {}, perDay: { tokens: 10 } });
  });
});

describe('caps', () => {
  it('are as they were set; an absent one stays, an empty one goes [N12]', () => {
    expect(purse.get()).toMatchObject({ perDay: {}, perMonth: {}, perRequest: {}, currency: null });
    purse.update({ perDay: { tokens: 10, money: 0.5 }, perMonth: { tokens: 20 } }, '$');
    purse.update({ perRequest: { money: 0.25 } }, '¥');
    expect(open().get()).toMatchObject({
      perDay: { tokens: 10, money: 0.5 },
      perMonth: { tokens: 20 },
      perRequest: { money: 0.25 },
      currency: '$',
    });
    purse.update({ perDay: {}, currency: null }, '¥');
    expect(purse.get()).toMatchObject({ perDay: {}, perMonth: { tokens: 20 }, currency: null });
  });

  it('refuse what is over them, with what was asked, spent, allowed and is left [N12]', () => {
    purse.update({ perDay: { tokens: 100 } }, null);
    sent(purse.reserve(ask(40))).settle(took(30));
    purse.reserve(ask(20));
    expect(refusal(ask(45, { outputTokens: 6 }))).toEqual({
      ...{ cap: 'perDay', unit: 'tokens', reason: 'over', currency: null },
      ...{ asked: 51, spent: 30, reserved: 20, limit: 100, fits: 50 },
      ...{ inputTokens: 45, outputTokens: 6 },
    });
    purse.reserve(ask(45, { outputTokens: 5 }));
    expect(refusal(ask(1)).fits).toBe(0);
  });

  it('in money hold what a request can cost at most [N12]', () => {
    purse.update({ perRequest: { money: 0.009 } }, '$');
    const prices = { ...dollars, cacheWrite: 3.75 };
    purse.reserve(ask(1_200, { outputTokens: 300, prices }));
    expect(refusal(ask(1_201, { outputTokens: 300, prices }))).toMatchObject({
      ...{ cap: 'perRequest', unit: 'money', reason: 'over', currency: '$' },
      ...{ asked: 0.009_004, spent: 0, limit: 0.009, fits: 0.009 },
    });
  });

  it('in money refuse what nobody can price, or what has a price in another currency [N12]', () => {
    purse.update({ perMonth: { money: 1 } }, '$');
    const elsewhere = { isOwnMachine: false };
    expect(refusal(ask(5, elsewhere))).toMatchObject({ reason: 'unpriced', asked: null });
    const yuan = { prices: { ...dollars, currency: '¥' } };
    expect(refusal(ask(5, yuan))).toMatchObject({ reason: 'otherCurrency', currency: '$' });
    // A model of this machine is free, and tokens alone are counted for it.
    sent(purse.reserve(ask(5))).settle(took(5));
    expect(purse.get().spent.perDay).toMatchObject({ tokens: 5, money: 0, unpricedTokens: 0 });
  });

  it('are never passed, in whatever order requests come, end and are given up (property) [N12]', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('ask' as const), input: fc.nat(60), output: fc.nat(60) }),
      fc.record({ kind: fc.constant('settle' as const), at: fc.nat(), part: fc.nat(100) }),
      fc.record({ kind: fc.constant('release' as const), at: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), fc.nat(300), (steps, cap) => {
        stores.database.exec('DELETE FROM purse_spent; DELETE FROM purse_reservations');
        purse.update({ perDay: { tokens: cap, money: cap / 100_000 } }, '$');
        const underWay: { forecast: PaidForecast; reservation: Reservation }[] = [];
        for (const one of steps) {
          if (one.kind === 'ask') {
            const forecast = ask(one.input, { outputTokens: one.output, prices: dollars });
            try {
              underWay.push({ forecast, reservation: sent(purse.reserve(forecast)) });
            } catch (error) {
              expect(error).toMatchObject({ code: 'PURSE_EXCEEDED' });
            }
          } else {
            const [chosen] = underWay.splice(one.at % Math.max(1, underWay.length), 1);
            const share = one.kind === 'settle' ? one.part / 100 : 0;
            const input = Math.floor((chosen?.forecast.inputTokens ?? 0) * share);
            if (one.kind === 'settle') chosen?.reservation.settle(took(input));
            else chosen?.reservation.release();
          }
          const { spent, reserved } = purse.get();
          expect(spent.perDay.tokens + reserved.tokens).toBeLessThanOrEqual(cap);
          expect(Math.round((spent.perDay.money + reserved.money) * 1e6)).toBeLessThanOrEqual(
            cap * 10,
          );
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('the books', () => {
  it('hold what the provider reported, what was counted apart, and what it was for [N12]', () => {
    sent(purse.reserve(ask(100, { outputTokens: 50, prices: dollars }))).settle(
      took(90, { cachedInputTokens: 40, outputTokens: 10 }),
    );
    sent(purse.reserve(ask(10, { purpose: 'judge', isOwnMachine: false }))).settle(
      took(10, { isEstimated: true }),
    );
    sent(purse.reserve(ask(1, { prices: { ...dollars, currency: '¥' } }))).settle(took(1));
    const { spent, reserved, purposes } = purse.get();
    expect(spent.perDay).toEqual({
      ...{ tokens: 111, money: 0.000_42, currency: '$', requests: 3 },
      ...{ estimatedTokens: 10, unpricedTokens: 10 },
      elsewhere: [{ currency: '¥', money: 0.000_003 }],
    });
    expect(spent.perMonth).toEqual(spent.perDay);
    expect(reserved).toEqual({ tokens: 0, money: 0 });
    expect(purposes).toEqual([
      { purpose: 'run', tokens: 101, requests: 2 },
      { purpose: 'judge', tokens: 10, requests: 1 },
    ]);
  });

  it('count a request once, however often its end is told [N12]', () => {
    const one = sent(purse.reserve(ask(10)));
    one.settle(took(7));
    one.settle(took(7));
    one.release();
    const given = purse.reserve(ask(10));
    given.release();
    given.settle(took(7));
    expect(purse.get()).toMatchObject({
      spent: { perDay: { tokens: 7 } },
      reserved: { tokens: 0 },
    });
  });

  it('keep as much as a request could take when its end cannot be written, and lose no answer [N12]', () => {
    const one = sent(purse.reserve(ask(10)));
    stores.database.pragma('query_only = ON');
    one.settle(took(7));
    stores.database.pragma('query_only = OFF');
    expect(logged).toEqual(['what a request took was not recorded']);
    expect(purse.get()).toMatchObject({
      spent: { perDay: { tokens: 0 } },
      reserved: { tokens: 10 },
    });
    purse.close();
    expect(open().get().spent.perDay).toMatchObject({ tokens: 10, estimatedTokens: 10 });
  });

  it('count in full what was sent by a program that died, and not what never left [N12]', () => {
    sent(purse.reserve(ask(30, { outputTokens: 12, prices: dollars })));
    purse.reserve(ask(500));
    stores.database.prepare("UPDATE purse_reservations SET owner = '4194305:1:gone'").run();
    const { spent, reserved } = open().get();
    expect(spent.perDay).toMatchObject({ tokens: 42, money: 0.000_27, estimatedTokens: 42 });
    expect(reserved.tokens).toBe(0);
  });

  it('are not changed by the late end of a request that counts already, be its number another’s by now [N12]', () => {
    const late = sent(purse.reserve(ask(30)));
    stores.database.prepare("UPDATE purse_reservations SET owner = '4194305:1:gone'").run();
    const other = open();
    other.get();
    sent(other.reserve(ask(12)));
    late.settle(took(1));
    late.release();
    expect(other.get()).toMatchObject({
      spent: { perDay: { tokens: 30 } },
      reserved: { tokens: 12 },
    });
  });

  it('leave alone what another program keeps that still runs [N12]', () => {
    sent(purse.reserve(ask(30)));
    expect(open().get()).toMatchObject({
      spent: { perDay: { tokens: 0 } },
      reserved: { tokens: 30 },
    });
  });
});

describe('days and months', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });
  const spend = (at: string): void => {
    now = Date.parse(at);
    sent(purse.reserve(ask(1))).settle(took(1));
  };

  it.each([
    [
      'Europe/Berlin',
      '2026-03-29',
      ['2026-03-28T23:00Z', '2026-03-29T00:59Z', '2026-03-29T21:59Z'],
    ],
    [
      'Europe/Berlin',
      '2026-10-25',
      ['2026-10-24T22:00Z', '2026-10-25T01:00Z', '2026-10-25T22:59Z'],
    ],
    [
      'Asia/Shanghai',
      '2026-05-01',
      ['2026-04-30T16:00Z', '2026-05-01T15:59Z', '2026-05-01T08:00Z'],
    ],
  ])('are the writer’s own in %s on %s, however long the day is [N12]', (place, day, times) => {
    process.env.TZ = place;
    purse.update({ perDay: { tokens: 3 } }, null);
    for (const time of times) spend(time);
    expect(purse.get()).toMatchObject({ day, spent: { perDay: { tokens: 3 } } });
    expect(refusal(ask(1))).toMatchObject({ cap: 'perDay', fits: 0 });
    // A minute later it is tomorrow there.
    now = Math.max(...times.map((time) => Date.parse(time))) + 60_000;
    purse.reserve(ask(1)).release();
    expect(purse.get().spent.perDay.tokens).toBe(0);
  });

  it('begin a month anew with its first day, and not before [N12]', () => {
    process.env.TZ = 'America/New_York';
    purse.update({ perMonth: { tokens: 2 } }, null);
    spend('2026-02-01T05:00Z');
    spend('2026-03-01T04:59Z');
    expect(purse.get().day).toBe('2026-02-28');
    expect(refusal(ask(1)).cap).toBe('perMonth');
    spend('2026-03-01T05:00Z');
    expect(purse.get().spent.perMonth.tokens).toBe(1);
  });

  it('a request counts to the day it was sent on, also when it ends on the next [N12]', () => {
    process.env.TZ = 'Asia/Shanghai';
    now = Date.parse('2026-03-31T15:59Z');
    const late = sent(purse.reserve(ask(9)));
    now += 120_000;
    late.settle(took(9));
    expect(purse.get()).toMatchObject({ day: '2026-04-01', spent: { perMonth: { tokens: 0 } } });
  });
});
