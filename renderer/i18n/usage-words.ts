import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import type { Usage } from '#shared/domain/run.ts';
import { formatCost } from './format.ts';
import type { Translate } from './index.ts';

/** "In 5,934 tokens (960 cached), out 412, about ¥0.014": what the provider counted; null when it said nothing. */
export function usageWords(t: Translate, language: InterfaceLanguage, usage: Usage): string | null {
  const { inputTokens, cachedInputTokens, outputTokens, cost, currency } = usage;
  const parts: string[] = [];
  if (inputTokens !== null) {
    parts.push(
      cachedInputTokens === null || cachedInputTokens === 0
        ? t('write:usage.input', { count: inputTokens })
        : t('write:usage.inputCached', { count: inputTokens, cached: cachedInputTokens }),
    );
  }
  if (outputTokens !== null) parts.push(t('write:usage.output', { count: outputTokens }));
  if (cost !== null && currency !== null) {
    parts.push(t('write:usage.cost', { cost: formatCost(cost, currency, language) }));
  }
  return parts.length === 0 ? null : parts.join(t('write:usage.comma'));
}
