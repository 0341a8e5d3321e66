/** What a request to a model of the writer's can take at most, for the purse (N12). */
import type { PaidForecast } from '#main/purse/service.ts';
import type { PaidPurpose } from '#shared/domain/egress.ts';
import { isOwnMachine } from '#shared/own-machine.ts';
import type { StoredProfile } from '../models/profile-store.ts';

/** What providers add to each message to tell where it begins and whose it is. */
const tokensAround = 8;

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
