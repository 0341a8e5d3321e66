import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { spendingOf, spendingWords } from '#renderer/features/assistant/spending.ts';
import { createI18n, type Translate } from '#renderer/i18n/index.ts';
import type { InterfaceLanguage } from '#shared/domain/interface-language.ts';
import type { MessageMetadata } from '#shared/domain/conversation.ts';
import type { Usage } from '#shared/domain/run.ts';
import { noUsage } from '#shared/usage-sum.ts';

const took = (usage: Partial<Usage>): { metadata: MessageMetadata } => ({
  metadata: { kind: 'step', usage: { ...noUsage, ...usage } },
});
const failed = (code: 'CANCELLED' | 'PURSE_EXCEEDED'): { metadata: MessageMetadata } => ({
  metadata: { kind: 'note', error: { code, message: '' } },
});
const question = { metadata: { kind: 'question' } } as const;

const translators = new Map<InterfaceLanguage, Translate>();
beforeAll(async () => {
  for (const language of ['zh-CN', 'en'] as const) {
    translators.set(language, (await createI18n(language)).t);
  }
});
const words = (
  messages: Parameters<typeof spendingOf>[0],
  language: InterfaceLanguage = 'en',
): string | null => {
  const t = translators.get(language);
  const spending = spendingOf(messages);
  return t === undefined || spending === null ? null : spendingWords(t, language, spending);
};

describe('what a conversation took [N12]', () => {
  const yuan = took({ inputTokens: 9000, cachedInputTokens: 3000, outputTokens: 100 });
  const paid = { ...yuan.metadata.usage, cost: 0.5, currency: '¥' };
  const dollars = took({ inputTokens: 1000, outputTokens: 50, cost: 0.25, currency: 'USD' });

  it('is a sum of tokens, and of money by currency where two profiles had different ones', () => {
    const messages = [question, took(paid), question, dollars, took(paid)];
    expect(words(messages)).toBe('In 19,000 tokens (6,000 cached), out 250, about ¥1 + 0.25 USD');
    expect(words(messages, 'zh-CN')).toBe(
      '输入 19,000 词元（缓存 6,000），输出 250，约 ¥1 + 0.25 USD',
    );
  });

  it('says nothing of money without a price, and how much had none beside what had one', () => {
    expect(words([yuan])).toBe('In 9,000 tokens (3,000 cached), out 100');
    expect(words([yuan, dollars])).toBe(
      'In 10,000 tokens (3,000 cached), out 150, about 0.25 USD, 9,100 tokens without a price',
    );
  });

  it('is nothing before a model is asked, and no less than it says where a call was not told', () => {
    expect(spendingOf([])).toBeNull();
    expect(spendingOf([question, failed('PURSE_EXCEEDED')])).toBeNull();
    expect(spendingOf([question, dollars])?.isLeast).toBe(false);
    for (const untold of [
      failed('CANCELLED'),
      took({}),
      took({ inputTokens: 0, outputTokens: 3 }),
      { metadata: { kind: 'finish', partial: true } } as const,
    ]) {
      expect(spendingOf([dollars, untold])?.isLeast).toBe(true);
    }
    expect(words([failed('CANCELLED')])).toBeNull();
  });

  it('does not depend on the order, loses no call, and adds no two currencies', () => {
    const usage = fc.record({
      ...{ inputTokens: fc.nat(9999), outputTokens: fc.nat(9999) },
      ...{ cachedInputTokens: fc.constant(null), cacheWriteTokens: fc.constant(null) },
      ...{ cost: fc.option(fc.nat(1000)), currency: fc.constantFrom('¥', 'USD') },
    });
    fc.assert(
      fc.property(fc.array(usage, { minLength: 1 }), (usages) => {
        const sum = spendingOf(usages.map(took));
        const back = spendingOf(usages.toReversed().map(took));
        const moneyOf = (currency: string) =>
          sum?.money.find((one) => one.currency === currency)?.cost ?? 0;
        for (const currency of ['¥', 'USD']) {
          const own = usages.filter((one) => one.currency === currency);
          expect(moneyOf(currency)).toBe(own.reduce((all, { cost }) => all + (cost ?? 0), 0));
        }
        const unpriced = usages
          .filter(({ cost }) => cost === null)
          .reduce((all, one) => all + one.inputTokens + one.outputTokens, 0);
        expect(sum?.unpricedTokens).toBe(unpriced);
        expect(back?.tokens).toEqual(sum?.tokens);
        expect(new Set(back?.money.map(({ cost }) => cost))).toEqual(
          new Set(sum?.money.map(({ cost }) => cost)),
        );
      }),
    );
  });
});
