/** What stands in the books for a day and a month of the writer's calendar. */
import { dayOf } from '#shared/calendar-day.ts';
import type { Spending } from '#shared/domain/purse.ts';
import { fromMicros } from '#shared/price.ts';
import type { Amount, Books } from '#shared/purse-excess.ts';
import type { PurseStore, Span, Sum } from './store.ts';

export type Spans = { perDay: Span; perMonth: Span };

/** The day and the month that are now, where the writer is. */
export const spansAt = (now: number): Spans => {
  const day = dayOf(new Date(now));
  const month = day.slice(0, day.lastIndexOf('-'));
  return { perDay: { from: day, to: day }, perMonth: { from: `${month}-01`, to: `${month}-31` } };
};

const total = (sums: readonly Sum[], what: (sum: Sum) => number): number =>
  sums.reduce((all, sum) => all + what(sum), 0);

/** Tokens of all models; money of one currency. */
export const amountIn = (sums: readonly Sum[], currency: string): Amount => ({
  tokens: total(sums, ({ tokens }) => tokens),
  micros: total(
    sums.filter((sum) => sum.currency === currency),
    ({ micros }) => micros,
  ),
});

export const readBooks = (store: Pick<PurseStore, 'spent' | 'reserved'>, spans: Spans): Books => ({
  of: (cap, currency) => ({
    spent: amountIn(store.spent(spans[cap]), currency),
    reserved: amountIn(store.reserved(spans[cap]), currency),
  }),
});

/** The currency most was spent in; '' where nothing was. */
export const mainCurrency = (sums: readonly Sum[]): string =>
  sums.reduce((max, sum) => (sum.micros > max.micros ? sum : max), { currency: '', micros: 0 })
    .currency;

/** As the writer sees it, in `currency`. */
export const spendingOf = (sums: readonly Sum[], currency: string): Spending => {
  const { tokens, micros } = amountIn(sums, currency);
  const others = sums.filter((sum) => sum.micros > 0 && sum.currency !== currency);
  return {
    tokens,
    money: fromMicros(micros),
    currency: currency === '' ? null : currency,
    elsewhere: others.map((sum) => ({ currency: sum.currency, money: fromMicros(sum.micros) })),
    estimatedTokens: total(sums, ({ estimatedTokens }) => estimatedTokens),
    unpricedTokens: total(
      sums.filter(({ priced }) => priced === 0),
      ({ tokens: unpriced }) => unpriced,
    ),
    requests: total(sums, ({ requests }) => requests),
  };
};
