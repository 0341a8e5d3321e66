/** What a call took, beside what was forecast. */
import type { LanguageModelUsage } from 'ai';
import type { Prices } from '#shared/domain/model-profile.ts';
import type { Reconciliation, Usage } from '#shared/domain/run.ts';
import { moneyFor, splitTokens } from '#shared/price.ts';

/** No model reads or writes so much in one request: a larger report would use up the caps of a month (N12). */
const mostTokens = 20_000_000;

const count = (value: number | undefined): number | null =>
  value !== undefined && Number.isSafeInteger(value) && value >= 0 && value <= mostTokens
    ? value
    : null;

const costOf = (usage: Omit<Usage, 'cost' | 'currency'>, prices: Prices | null): number | null => {
  const { inputTokens, outputTokens } = usage;
  if (!prices || inputTokens === null || outputTokens === null) return null;
  return moneyFor(splitTokens({ ...usage, inputTokens, outputTokens }), prices);
};

/** What the provider says it took; null where it said nothing. */
export const usageOf = (reported: LanguageModelUsage | null, prices: Prices | null): Usage => {
  const tokens = {
    inputTokens: count(reported?.inputTokens),
    cachedInputTokens: count(reported?.inputTokenDetails.cacheReadTokens),
    cacheWriteTokens: count(reported?.inputTokenDetails.cacheWriteTokens),
    outputTokens: count(reported?.outputTokens),
  };
  const cost = costOf(tokens, prices);
  return { ...tokens, cost, currency: cost === null ? null : (prices?.currency ?? null) };
};

/** The forecast beside what came of it (N5). A report of 0 tokens is none: some servers leave it out so. */
export const reconcileUsage = (
  forecast: { inputTokens: number; cachedTokens: number; cost: number | null },
  usage: Usage,
): Reconciliation => {
  const reported = usage.inputTokens === 0 ? null : usage.inputTokens;
  return {
    forecastInputTokens: forecast.inputTokens,
    reportedInputTokens: reported,
    inputError: reported === null ? null : (forecast.inputTokens - reported) / reported,
    forecastCachedTokens: forecast.cachedTokens,
    reportedCachedTokens: usage.cachedInputTokens,
    forecastCost: forecast.cost,
  };
};
