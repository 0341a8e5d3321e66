/** What a conversation, or a part of it, took of models (N12): the provider's figures, kept with the messages they are of. */
import type { ConversationMessage } from '#shared/domain/conversation.ts';
import type { Usage } from '#shared/domain/run.ts';
import { isUntold, noUsage, sumUsage } from '#shared/usage-sum.ts';
import { usageWords } from '#renderer/i18n/usage-words.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import { atAGlance, moneyWords, tokenWords } from '#renderer/i18n/purse-words.ts';

type Message = Pick<ConversationMessage, 'metadata'>;

export type Spending = {
  /** Without money: that is not one sum where models are paid in several currencies. */
  tokens: Usage;
  /** One for each currency, in the order in which they came. */
  money: readonly { currency: string; cost: number }[];
  /** Tokens of calls whose price nobody entered. */
  unpricedTokens: number;
  /** A provider did not say what a call took, or a call broke off: it was more than this. */
  isLeast: boolean;
};

/** Nobody tells what a call took that was hung up, or that ended with the program. */
const isBrokenOff = ({ metadata: { partial, error } }: Message): boolean =>
  partial === true || error?.code === 'CANCELLED' || error?.code === 'RUN_INTERRUPTED';

/** Null where no model was asked yet, or what was asked was not sent. */
export const spendingOf = (messages: readonly Message[]): Spending | null => {
  const usages = messages.flatMap(({ metadata }) => metadata.usage ?? []);
  const isBroken = messages.some(isBrokenOff);
  if (usages.length === 0 && !isBroken) return null;
  const money = new Map<string, number>();
  let unpricedTokens = 0;
  for (const { cost, currency, inputTokens, outputTokens } of usages) {
    if (cost === null) unpricedTokens += (inputTokens ?? 0) + (outputTokens ?? 0);
    else money.set(currency ?? '', (money.get(currency ?? '') ?? 0) + cost);
  }
  return {
    tokens: { ...usages.reduce(sumUsage, noUsage), cost: null, currency: null },
    money: [...money].map(([currency, cost]) => ({ currency, cost })),
    unpricedTokens,
    isLeast: isBroken || usages.some(isUntold),
  };
};

/** "In 5,934 tokens (960 cached), out 412, about ¥0.014 + 0.2 USD, 300 tokens without a price"; null where nobody knows. */
export const spendingWords = (
  t: Translate,
  language: InterfaceLanguage,
  { tokens, money, unpricedTokens }: Spending,
): string | null => {
  const words = usageWords(t, language, tokens);
  if (words === null) return null;
  const parts = [words];
  if (money.length > 0) {
    const cost = money.map((sum) => moneyWords(t, atAGlance(sum.cost), sum.currency)).join(' + ');
    parts.push(t('write:usage.cost', { cost }));
    if (unpricedTokens > 0) {
      parts.push(t('purse:unpriced', { tokens: tokenWords(t, unpricedTokens) }));
    }
  }
  return parts.join(t('write:usage.comma'));
};
