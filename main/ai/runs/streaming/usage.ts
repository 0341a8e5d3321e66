/** What a call took, beside what was forecast. */
import type { Prices } from '#shared/domain/model-profile.ts';
import type { Reconciliation, Usage } from '#shared/domain/run.ts';
import { moneyFor, splitTokens } from '#shared/price.ts';
import type { ToldTokens } from '#shared/told-tokens.ts';

/** What the provider says it took, with its cost where that is known. */
export const usageOf = (told: ToldTokens, prices: Prices | null): Usage => {
  const { inputTokens, outputTokens } = told;
  if (!prices || inputTokens === null || outputTokens === null) {
    return { ...told, cost: null, currency: null };
  }
  const cost = moneyFor(splitTokens({ ...told, inputTokens, outputTokens }), prices);
  return { ...told, cost, currency: prices.currency };
};

/** The forecast beside what came of it (N5). */
export const reconcileUsage = (
  forecast: { inputTokens: number; cachedTokens: number; cost: number | null },
  usage: Usage,
): Reconciliation => {
  const reported = usage.inputTokens;
  return {
    forecastInputTokens: forecast.inputTokens,
    reportedInputTokens: reported,
    inputError: reported === null ? null : (forecast.inputTokens - reported) / reported,
    forecastCachedTokens: forecast.cachedTokens,
    reportedCachedTokens: usage.cachedInputTokens,
    forecastCost: forecast.cost,
  };
};
