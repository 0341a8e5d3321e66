/** The whole book in words: what of it goes, and what that costs. */
import type { Translate } from '#renderer/i18n/index.ts';
import { atAGlance, moneyWords } from '#renderer/i18n/purse-words.ts';
import type { InspectResult } from '#shared/contract/context.ts';
import type { AssemblyItem } from '#shared/domain/assembly.ts';
import { isWholeChapter } from './whole-chapter.ts';

type Figures = { whole: AssemblyItem[]; tokens: number; farther: number };

const figuresOf = (result: Pick<InspectResult, 'layers'>): Figures => {
  const chapters = result.layers.retrieved.items.filter(isWholeChapter);
  const whole = chapters.filter(({ decision }) => decision !== 'dropped');
  return {
    whole,
    tokens: whole.reduce((sum, { tokenCount }) => sum + tokenCount, 0),
    farther: chapters.filter(({ reason }) => reason === 'fartherBack').length,
  };
};

/** What a request with the whole book holds of it and costs, the first time and then, before anything is sent (E2). */
export const wholeBookWords = (
  t: Translate,
  result: Pick<InspectResult, 'layers' | 'forecast'>,
  currency: string | null,
): string | null => {
  const { whole, tokens, farther } = figuresOf(result);
  if (whole.length === 0) return null;
  const { firstCost, nextCost } = result.forecast;
  const sentences = [t('inspect:wholeBook.sent', { count: whole.length, tokens })];
  if (farther > 0) sentences.push(t('inspect:wholeBook.farther', { count: farther }));
  if (firstCost !== null && nextCost !== null) {
    const words = (money: number) => moneyWords(t, atAGlance(money), currency);
    sentences.push(t('inspect:wholeBook.cost', { first: words(firstCost), next: words(nextCost) }));
  }
  return sentences.reduce((first, next) => t('inspect:wholeBook.both', { first, next }));
};
