import type { TurnForecast } from '#shared/domain/conversation.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { formatCost } from '#renderer/i18n/format.ts';
import type { Translate } from '#renderer/i18n/index.ts';

const compact = (count: number, language: InterfaceLanguage): string =>
  count < 1000
    ? new Intl.NumberFormat(language).format(count)
    : `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(count / 1000)}k`;

/** "About 8.2k tokens", "¥0.014", "older rounds are summarised first": what sending now would take. */
export function forecastWords(
  t: Translate,
  language: InterfaceLanguage,
  forecast: TurnForecast,
): string[] {
  const { inputTokens, cost, currency, willCompact } = forecast;
  const words = [t('assistant:forecast.tokens', { tokens: compact(inputTokens, language) })];
  if (cost !== null && currency !== null) words.push(formatCost(cost, currency, language));
  if (willCompact) words.push(t('assistant:forecast.compacts'));
  return words;
}
