/** What a request to a model of the writer's can take at most, for the purse (N12). */
import type { PaidForecast } from '#main/purse/service.ts';
import type { PaidPurpose } from '#shared/domain/egress.ts';
import type { AgreedSum } from '#shared/domain/purse.ts';
import { isOwnMachine } from '#shared/own-machine.ts';
import { moneyFor } from '#shared/price.ts';
import { tokensAround } from '#shared/purse-excess.ts';
import type { StoredProfile } from '../models/profile-store.ts';

export const forecastRequest = (
  { baseUrl, prices }: Pick<StoredProfile, 'baseUrl' | 'prices'>,
  request: {
    purpose: PaidPurpose;
    /** As counted, without what stands around the messages. */
    tokens: number;
    messages: number;
    maxOutputTokens: number;
  },
): PaidForecast => ({
  purpose: request.purpose,
  inputTokens: request.tokens + tokensAround * request.messages,
  outputTokens: request.maxOutputTokens,
  prices,
  isOwnMachine: isOwnMachine(baseUrl),
});

/**
 * As a request that the writer may want to be asked about (E2). What a cache will serve of it nobody knows here: the sum is
 * the most its input can be.
 */
export const askedAbout = (
  forecast: PaidForecast,
  agreedTo: AgreedSum | undefined,
): PaidForecast => {
  const { inputTokens, prices } = forecast;
  const cost = prices
    ? moneyFor({ fresh: inputTokens, cached: 0, written: 0, output: 0 }, prices)
    : null;
  const sum = { inputTokens, cachedTokens: 0, cost, nextCost: cost };
  const currency = prices?.currency ?? null;
  return {
    ...forecast,
    expected: { ...sum, currency, isAgreed: agreedTo !== undefined, agreedTo },
  };
};
