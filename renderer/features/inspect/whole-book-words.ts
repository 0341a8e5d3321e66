/** The whole book in words: what of it goes, and what that costs. */
import type { Translate } from '#renderer/i18n/index.ts';
import { atAGlance, moneyWords } from '#renderer/i18n/purse-words.ts';
import type { RequestForecast } from '#shared/contract/context.ts';

type Told = Pick<RequestForecast, 'wholeBook' | 'firstCost' | 'nextCost' | 'currency'>;

/** What a request with the whole book holds of it and costs, the first time and then, before anything is sent (E2). */
export const wholeBookWords = (
  t: Translate,
  { wholeBook, firstCost, nextCost, currency }: Told,
): string | null => {
  if (wholeBook === null) return null;
  const { chapters, tokens, farther } = wholeBook;
  const sentences = [t('inspect:wholeBook.sent', { count: chapters, tokens })];
  if (farther > 0) sentences.push(t('inspect:wholeBook.farther', { count: farther }));
  if (firstCost !== null && nextCost !== null) {
    const words = (money: number) => moneyWords(t, atAGlance(money), currency);
    sentences.push(t('inspect:wholeBook.cost', { first: words(firstCost), next: words(nextCost) }));
  }
  return sentences.reduce((first, next) => t('inspect:wholeBook.both', { first, next }));
};
