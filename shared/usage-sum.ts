import type { Usage } from './domain/run.ts';

/** Of no call at all. */
export const noUsage: Usage = {
  inputTokens: null,
  cachedInputTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
  cost: null,
  currency: null,
};

const add = (left: number | null, right: number | null): number | null =>
  left === null || right === null ? (left ?? right) : left + right;

/** What several calls took together; a figure no call reported stays unknown. */
export const sumUsage = (first: Usage, second: Usage): Usage => ({
  inputTokens: add(first.inputTokens, second.inputTokens),
  cachedInputTokens: add(first.cachedInputTokens, second.cachedInputTokens),
  cacheWriteTokens: add(first.cacheWriteTokens, second.cacheWriteTokens),
  outputTokens: add(first.outputTokens, second.outputTokens),
  cost: add(first.cost, second.cost),
  currency: second.currency ?? first.currency,
});
