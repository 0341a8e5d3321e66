/** What tokens cost, in whole numbers: no sum of many requests drifts from what they were. */
import type { Prices } from './domain/model-profile.ts';

/** Tokens of one request by what they cost; the three of the input add up to it. */
export type PricedTokens = { fresh: number; cached: number; written: number; output: number };

/** Millionths of a currency's unit. */
const microsInUnit = 1_000_000;
/** Prices are for a million tokens: a token costs so many millionths of a micro. */
const picosInMicro = 1_000_000n;

const toPicos = (price: number): bigint => BigInt(Math.round(price * microsInUnit));

/** Of a request in millionths of a micro; exact for prices of at most six decimals. */
export const picosFor = (tokens: PricedTokens, prices: Prices): bigint =>
  BigInt(tokens.fresh) * toPicos(prices.input) +
  BigInt(tokens.cached) * toPicos(prices.cachedInput ?? prices.input) +
  BigInt(tokens.written) * toPicos(prices.cacheWrite ?? prices.input) +
  BigInt(tokens.output) * toPicos(prices.output);

/** The same in whole micros, rounded up: what is counted is never less than what was spent. */
export const microsFor = (tokens: PricedTokens, prices: Prices): number =>
  Number((picosFor(tokens, prices) + picosInMicro - 1n) / picosInMicro);

/** The same in the currency's unit, for the eye. */
export const moneyFor = (tokens: PricedTokens, prices: Prices): number =>
  Number(picosFor(tokens, prices)) / (microsInUnit * Number(picosInMicro));

/** The most a request of so many tokens can cost, whatever a cache serves or keeps of it. */
export const maxMicrosFor = (
  { input, output }: { input: number; output: number },
  prices: Prices,
): number => {
  const dearest = Math.max(prices.input, prices.cachedInput ?? 0, prices.cacheWrite ?? 0);
  const tokens = { fresh: input, cached: 0, written: 0, output };
  return microsFor(tokens, { ...prices, input: dearest });
};

/**
 * Splits a provider's report: what it says was cached or written to its cache is part of the input, and never more than
 * all of it.
 */
export const splitTokens = (reported: {
  inputTokens: number;
  cachedInputTokens: number | null;
  cacheWriteTokens: number | null;
  outputTokens: number;
}): PricedTokens => {
  const { inputTokens, outputTokens } = reported;
  const cached = Math.min(reported.cachedInputTokens ?? 0, inputTokens);
  const written = Math.min(reported.cacheWriteTokens ?? 0, inputTokens - cached);
  return { fresh: inputTokens - cached - written, cached, written, output: outputTokens };
};

/** Money as the writer names it, in micros. */
export const toMicros = (money: number): number => Math.round(money * microsInUnit);

export const fromMicros = (micros: number): number => micros / microsInUnit;
