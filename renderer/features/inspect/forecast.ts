import type { InspectResult } from '#shared/contract/context.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { Names } from './names.ts';

type Forecasted = Pick<InspectResult, 'forecast' | 'segments'>;

const isFirst = ({ forecast, segments: [first] }: Forecasted): boolean => {
  const { firstDifference } = forecast;
  if (!first || !firstDifference || first.layer !== firstDifference.layer) return false;
  if (first.itemId !== null) return first.itemId === firstDifference.itemId;
  return firstDifference.itemId === null && first.text.trim() === firstDifference.title;
};

/** Of a request that says the same as the one before: a provider that is told what to keep serves its marked beginning alone. */
const sameWords = (t: Translate, cached: number, fresh: number): string => {
  if (cached === 0) return t('inspect:forecast.sameUncached');
  if (fresh === 0) return t('inspect:forecast.same', { cached });
  return t('inspect:forecast.sameInPart', { cached, total: cached + fresh });
};

/** What the provider's cache will serve, and from where on it cannot. */
export const forecastWords = (t: Translate, result: Forecasted, names: Names | null): string => {
  const {
    previousAssemblyId,
    cachedTokens: cached,
    freshTokens: fresh,
    firstDifference,
    hasExpired,
  } = result.forecast;
  if (previousAssemblyId === null) return t('inspect:forecast.first');
  if (hasExpired) return t('inspect:forecast.expired');
  if (firstDifference === null) return sameWords(t, cached, fresh);
  if (cached === 0 && isFirst(result)) return t('inspect:forecast.none');
  const { itemId, title } = firstDifference;
  return t(cached === 0 ? 'inspect:forecast.uncached' : 'inspect:forecast.part', {
    cached,
    fresh,
    title: (itemId === null ? undefined : names?.get(itemId)) ?? title,
  });
};
