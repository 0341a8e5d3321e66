/** The kinds of provider, a row each: where it answers, how its models are made, listed and asked. */
import type { JSONValue, LanguageModel } from 'ai';
import { z } from 'zod';
import type { Fetch } from '#main/egress/service.ts';
import type { Provider } from '#shared/domain/model-profile.ts';
import { type UsageForm, usageForms } from './usage-forms.ts';

type ModelSettings = {
  baseURL: string;
  model: string;
  key: string | null;
  send: Fetch;
};

type CallLimits = { contextWindow: number; maxOutputTokens: number; stop: string[] };

/** What only one kind of provider must be told with a call. */
type CallOptions = {
  stopSequences?: string[];
  providerOptions?: Record<string, Record<string, JSONValue>>;
};

export type ProviderFacts = {
  /** Where it answers when the writer names no address. */
  baseUrl: string;
  /** The path of an address that was given without one. */
  defaultPath: string;
  /** A path that is another kind's and means the usual one here. */
  mistakenPath?: string;
  /** Its stream is a JSON value a line, which the provider library does not check. */
  streamsLines: boolean;
  usage: UsageForm;
  /** Where its local servers list their models, and the names in that answer; null when it is no such answer. */
  modelList: { path: string; names(answer: unknown): string[] | null };
  /** Loaded with the first call: nobody's start waits for it. */
  createModel(settings: ModelSettings): Promise<LanguageModel>;
  callOptions(limits: CallLimits): CallOptions;
};

const OpenAiModels = z.object({ data: z.array(z.object({ id: z.string().min(1) })) });
const OllamaTags = z.object({ models: z.array(z.object({ name: z.string().min(1) })) });

const openAiModels: ProviderFacts['modelList'] = {
  path: '/models',
  names: (answer) => OpenAiModels.safeParse(answer).data?.data.map(({ id }) => id) ?? null,
};

const stopOnly = ({ stop }: CallLimits): CallOptions =>
  stop.length > 0 ? { stopSequences: stop } : {};

const openAiCompatible: ProviderFacts = {
  baseUrl: 'https://api.openai.com/v1',
  defaultPath: '/v1',
  streamsLines: false,
  usage: usageForms.openAi,
  modelList: openAiModels,
  async createModel({ baseURL, model, key, send }) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    return createOpenAICompatible({
      name: 'openai-compatible',
      baseURL,
      fetch: send,
      includeUsage: true,
      ...(key === null ? {} : { apiKey: key }),
    }).chatModel(model);
  },
  callOptions: stopOnly,
};

const anthropic: ProviderFacts = {
  baseUrl: 'https://api.anthropic.com/v1',
  defaultPath: '/v1',
  streamsLines: false,
  usage: usageForms.anthropic,
  modelList: openAiModels,
  async createModel({ baseURL, model, key, send }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // Without a key of ours the library would look for one in the environment.
    return createAnthropic({ baseURL, fetch: send, apiKey: key ?? '' })(model);
  },
  callOptions: stopOnly,
};

const ollama: ProviderFacts = {
  baseUrl: 'http://127.0.0.1:11434/api',
  defaultPath: '/api',
  mistakenPath: '/v1',
  streamsLines: true,
  usage: usageForms.ollama,
  modelList: {
    path: '/tags',
    names: (answer) => OllamaTags.safeParse(answer).data?.models.map(({ name }) => name) ?? null,
  },
  async createModel({ baseURL, model, key, send }) {
    const { createOllama } = await import('ollama-ai-provider-v2');
    return createOllama({
      baseURL,
      fetch: send,
      compatibility: 'strict',
      ...(key === null ? {} : { headers: { authorization: `Bearer ${key}` } }),
    })(model);
  },
  // It otherwise cuts the prompt to a window of its own choosing. Stops said twice, the library prints a warning.
  callOptions: ({ contextWindow, maxOutputTokens, stop }) => ({
    providerOptions: {
      ollama: {
        options: {
          num_ctx: contextWindow,
          num_predict: maxOutputTokens,
          ...(stop.length > 0 ? { stop } : {}),
        },
      },
    },
  }),
};

export const providerFacts: Readonly<Record<Provider, ProviderFacts>> = {
  'openai-compatible': openAiCompatible,
  anthropic,
  ollama,
};
