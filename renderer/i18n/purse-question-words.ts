import type { PurseQuestion } from '#shared/domain/purse.ts';
import type { Translate } from './index.ts';
import { atAGlance, moneyWords, tokenWords } from './purse-words.ts';

/** What a request takes that waits for the writer's word. */
export const questionWords = (t: Translate, question: PurseQuestion): string => {
  const { inputTokens, cachedTokens, cost, nextCost, currency } = question;
  const tokens = tokenWords(t, inputTokens);
  const words =
    cachedTokens === 0
      ? t('purse:ask.whole', { tokens })
      : t('purse:ask.words', { tokens, cached: tokenWords(t, cachedTokens) });
  const withMore = (next: string): string => t('inspect:wholeBook.both', { first: words, next });
  if (cost === null) return withMore(t('purse:ask.unpriced'));
  const money = (amount: number): string => moneyWords(t, atAGlance(amount), currency);
  const next = money(nextCost ?? cost);
  return withMore(t('purse:ask.cost', { cost: money(cost), next }));
};
