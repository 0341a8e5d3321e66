/** What many requests take at most, one after the other, and what caps and the writer's wish to be asked say of it (N12, E2). */
import type { PaidForecast, Purse } from '#main/purse/service.ts';
import type { AgreedSum, PurseExcess, PurseQuestion } from '#shared/domain/purse.ts';
import { AppError } from '#shared/errors.ts';
import { fromMicros } from '#shared/price.ts';
import { askedFor } from '#shared/purse-excess.ts';

/** What the writer agreed to before. */
export type Agreement = { isAgreed?: boolean | undefined; agreedTo?: AgreedSum | undefined };

export type ManyForecast = {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  /** Null where nobody entered prices. */
  cost: number | null;
  currency: string | null;
  /** The cap that stops them on the way. */
  excess: PurseExcess | null;
  /** What the writer is asked before the first. */
  question: PurseQuestion | null;
};

/** Each as dear as it can be, as the purse keeps it. */
export const forecastMany = (
  purse: Pick<Purse, 'examine'>,
  forecasts: readonly PaidForecast[],
  { isAgreed = false, agreedTo }: Agreement,
): ManyForecast => {
  const asked = forecasts.map(askedFor);
  const isPriced = asked.every((one) => one.isPriced);
  const micros = asked.reduce((sum, one) => sum + one.micros, 0);
  const inputTokens = asked.reduce((sum, one) => sum + one.inputTokens, 0);
  const outputTokens = asked.reduce((sum, one) => sum + one.outputTokens, 0);
  const cost = isPriced ? fromMicros(micros) : null;
  const currency = isPriced ? (asked[0]?.currency ?? '') || null : null;
  const sums = { requests: forecasts.length, inputTokens, outputTokens, cost, currency };
  const sizeOf = (one: PaidForecast): number => one.inputTokens + one.outputTokens;
  const [largest] = forecasts.toSorted((one, other) => sizeOf(other) - sizeOf(one));
  if (!largest) return { ...sums, excess: null, question: null };
  const expected = {
    ...{ inputTokens, cachedTokens: 0, cost, nextCost: null, currency },
    ...{ isAgreed, agreedTo },
  };
  return {
    ...sums,
    ...purse.examine({ ...largest, inputTokens, outputTokens, expected }, largest),
  };
};

/** PURSE_ASKS, where the writer wants to be asked about so much and was not. */
export const requireAgreement = ({ question }: Pick<ManyForecast, 'question'>): void => {
  if (question) throw new AppError('PURSE_ASKS', 'The writer is asked before.', question);
};
