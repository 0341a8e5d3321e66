import type { CacheForecast } from '#shared/domain/assembly.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { Names } from './names.ts';

/** What the provider's cache will serve, and from where on it cannot. */
export const forecastWords = (
  t: Translate,
  forecast: CacheForecast,
  names: Names | null,
): string => {
  const {
    previousAssemblyId,
    cachedTokens: cached,
    freshTokens: fresh,
    firstDifference,
    hasExpired,
  } = forecast;
  if (previousAssemblyId === null) return t('inspect:forecast.first');
  if (hasExpired) return t('inspect:forecast.expired');
  if (firstDifference === null) return t('inspect:forecast.same', { cached });
  if (cached === 0) return t('inspect:forecast.none');
  const { itemId, title } = firstDifference;
  return t('inspect:forecast.part', {
    cached,
    fresh,
    title: (itemId === null ? undefined : names?.get(itemId)) ?? title,
  });
};
