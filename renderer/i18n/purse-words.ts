/** Amounts of the purse, and why a request was not sent, in words. */
import { PurseExcess } from '#shared/domain/purse.ts';
import type { Spent } from '#shared/domain/run.ts';
import type { Json } from '#shared/errors.ts';
import type { Translate } from './index.ts';

export const tokenWords = (t: Translate, tokens: number): string =>
  t('purse:inTokens', { count: tokens });

/** As exact as a glance needs. */
export const atAGlance = (money: number): number =>
  money < 1 ? Number(money.toPrecision(2)) : Math.round(money * 100) / 100;

/** `¥0.42`, `0.42 USD`; without a currency the figure alone. */
export const moneyWords = (t: Translate, amount: number, currency: string | null): string =>
  t(/\p{L}$/u.test(currency ?? '') ? 'purse:moneyAfter' : 'purse:moneyBefore', {
    amount,
    currency: currency ?? '',
  });

/** What was paid so far; nothing before the first answer. */
export const spentWords = (
  t: Translate,
  { inputTokens, outputTokens, cost, currency, isLeast }: Spent,
): string => {
  const tokens = (inputTokens ?? 0) + (outputTokens ?? 0);
  if (tokens === 0) return '';
  const how = isLeast ? 'atLeast' : 'all';
  const amount = tokenWords(t, tokens);
  if (!cost) return t(`purse:soFar.${how}`, { amount });
  const money = moneyWords(t, atAGlance(cost), currency);
  return t(`purse:soFar.${how}WithMoney`, { amount, money });
};

/** The details of PURSE_EXCEEDED; null when they are none. */
export const excessIn = (details: Readonly<Record<string, Json>> | undefined): PurseExcess | null =>
  PurseExcess.safeParse(details).data ?? null;

/** What was asked, what is gone, what the cap is and what is left of it. */
export const excessWords = (t: Translate, excess: PurseExcess): string => {
  const { cap, unit, reason, currency } = excess;
  if (reason !== 'over') return t(`purse:excess.${reason}`, { currency });
  const words = (amount: number | null): string =>
    unit === 'tokens' ? tokenWords(t, amount ?? 0) : moneyWords(t, amount ?? 0, currency);
  const many = excess.reserved ? 'purse:excess.over' : 'purse:excess.overIdle';
  return t(cap === 'perRequest' ? 'purse:excess.overRequest' : many, {
    cap: t(`purse:${cap}.label`),
    asked: words(excess.asked),
    spent: words(excess.spent),
    reserved: words(excess.reserved),
    limit: words(excess.limit),
    fits: words(excess.fits),
  });
};
