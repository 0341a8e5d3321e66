/** Checks a profile with one short call. */
import type { ConnectionResult } from '#shared/contract/ai.ts';
import { purseRefusalOf } from '#shared/purse-refusal.ts';
import type { Egress } from '#main/egress/service.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { askWithRetries } from '../streaming/ask-with-retries.ts';
import { forecastRequest } from '../streaming/forecast-request.ts';
import type { StoredProfile } from './profile-store.ts';

/** Enough for a word; models that think first are heard thinking, which is answer enough. */
const fewTokens = 32;
const timeouts = { firstTokenMs: 60_000, betweenTokensMs: 30_000 };
const once = { attempts: 1, firstDelay: 0, maxDelayMs: 0 };

const system = 'You are asked whether you can be reached.';
const user = 'Answer with the one word: yes';

export type CheckDependencies = {
  keys: Pick<KeyStore, 'get'>;
  egress: Pick<Egress, 'doorFor'>;
  count(text: string): number;
};

/** One short call, whose outcome is an answer in any case. The call holds nothing of the manuscript. */
export const checkConnection = async (
  profile: StoredProfile,
  { keys, egress, count }: CheckDependencies,
  signal: AbortSignal,
): Promise<ConnectionResult> => {
  const stored = await keys.get(profile);
  const begun = performance.now();
  let hasThought = false;
  const asked = await askWithRetries(
    {
      profile,
      key: stored?.key ?? null,
      door: egress.doorFor({
        forecast: forecastRequest(profile, {
          purpose: 'modelTest',
          tokens: count(system) + count(user),
          messages: 2,
          maxOutputTokens: fewTokens,
        }),
        count,
      }),
      prompt: { system: [{ role: 'system', content: system }], user },
      maxOutputTokens: fewTokens,
      timeouts,
      signal,
      // Nothing of a book is in it.
      isStillOpen: () => true,
      onText: () => undefined,
      onSign: () => {
        hasThought = true;
      },
    },
    once,
    Date.now,
    () => undefined,
  );
  const milliseconds = Math.round(performance.now() - begun);
  if (!asked.ok && !hasThought) {
    const { code, message, details } = asked.error;
    const said = typeof details?.provider === 'string' ? { provider: details.provider } : {};
    const refusal = purseRefusalOf(asked.error);
    return { ok: false, code, message, ...said, ...(refusal && { refusal }), milliseconds };
  }
  return { ok: true, code: null, message: 'The model answers.', milliseconds };
};
