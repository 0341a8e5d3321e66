/** The provider library's model of a profile. */
import type { LanguageModel } from 'ai';
import type { StoredProfile } from '../models/profile-store.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { WireError } from './wire-error.ts';

/**
 * The provider library's model of a profile. Made anew for each call, so that no client outlives a key. `onFault`
 * hears of what the library would end silently over. Loaded with the first call: nobody's start waits for it.
 */
export const languageModelOf = async (
  profile: StoredProfile,
  key: string | null,
  onFault: (fault: WireError) => void,
): Promise<LanguageModel> => {
  const { baseUrl: baseURL, model, provider } = profile;
  const fetch = createGuardedFetch(provider, onFault);
  switch (provider) {
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL,
        fetch,
        includeUsage: true,
        ...(key === null ? {} : { apiKey: key }),
      }).chatModel(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      // Without a key of ours the library would look for one in the environment.
      return createAnthropic({ baseURL, fetch, apiKey: key ?? '' })(model);
    }
    case 'ollama': {
      const { createOllama } = await import('ollama-ai-provider-v2');
      return createOllama({
        baseURL,
        fetch,
        compatibility: 'strict',
        ...(key === null ? {} : { headers: { authorization: `Bearer ${key}` } }),
      })(model);
    }
  }
};
