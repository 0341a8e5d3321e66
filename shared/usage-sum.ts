import type { Spent, Usage } from './domain/run.ts';

/** Of no call at all. */
export const noUsage: Usage = {
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  cost: null,
  currency: null,
};

type Add = (left: number | null, right: number | null) => number | null;

const add: Add = (left, right) =>
  left === null || right === null ? (left ?? right) : left + right;

const addIfTold: Add = (left, right) => (left === null || right === null ? null : left + right);

const sumWith =
  (sum: Add) =>
  (first: Usage, second: Usage): Usage => ({
    inputTokens: sum(first.inputTokens, second.inputTokens),
    cachedInputTokens: sum(first.cachedInputTokens, second.cachedInputTokens),
    cacheWriteTokens: sum(first.cacheWriteTokens, second.cacheWriteTokens),
    outputTokens: sum(first.outputTokens, second.outputTokens),
    cost: sum(first.cost, second.cost),
    currency: second.currency ?? first.currency,
  });

/** What is known so far of several calls together: at least that; a figure no call reported stays unknown. */
export const sumUsage = sumWith(add);

/** What one thing took that needed two calls: a figure that one of them did not report is not known of it. */
export const wholeUsage = sumWith(addIfTold);

/** Before the first request. */
export const nothingSpent: Spent = { ...noUsage, isLeast: false };

/** No input at all is none told: there was some. */
export const isUntold = ({ inputTokens, outputTokens }: Usage): boolean =>
  (inputTokens ?? 0) === 0 || outputTokens === null;

/**
 * With what was told of `requests` more.
 * @param isBroken one of them was sent and nothing was told of it
 */
export const withSpent = (
  { isLeast, ...before }: Spent,
  requests: readonly Usage[],
  isBroken = false,
): Spent => ({
  ...requests.reduce(sumUsage, before),
  isLeast: isLeast || isBroken || requests.some(isUntold),
});
