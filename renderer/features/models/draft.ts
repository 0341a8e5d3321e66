import type { Input } from '#shared/contract/index.ts';
import type { LocalServer } from '#shared/contract/ai.ts';
import { type ModelProfile, longestCurrency, maxInputOf } from '#shared/domain/model-profile.ts';
import { type ServiceId, serviceAt, serviceById } from './services.ts';

/** A model as it stands in the form; numbers are what was typed. */
export type ModelDraft = {
  /** Null for one that is not stored yet. */
  id: string | null;
  service: ServiceId;
  baseUrl: string;
  model: string;
  contextWindow: string;
  maxOutput: string;
  /** Empty: the usual limit. */
  maxInput: string;
  /** Null leaves a stored key as it is, '' removes it. */
  apiKey: string | null;
  currency: string;
  inputPrice: string;
  cachedPrice: string;
  /** What a provider asks for writing its cache; empty: as any input. */
  cacheWritePrice: string;
  outputPrice: string;
};

export type DraftField =
  | 'baseUrl'
  | 'model'
  | 'contextWindow'
  | 'maxOutput'
  | 'maxInput'
  | 'prices';
export type Faults = Partial<Record<DraftField, true>>;

const noPrices = {
  currency: '¥',
  inputPrice: '',
  cachedPrice: '',
  cacheWritePrice: '',
  outputPrice: '',
};

export const draftOfService = (service: ServiceId): ModelDraft => {
  const { baseUrl, contextWindow } = serviceById(service);
  return {
    id: null,
    service,
    baseUrl,
    model: '',
    contextWindow: String(contextWindow),
    maxOutput: '',
    maxInput: '',
    apiKey: null,
    ...noPrices,
  };
};

/** A model of a server that was found on this machine, ready to be stored. */
export const draftOfServer = (server: LocalServer, model: string): ModelDraft => ({
  ...draftOfService(serviceAt(server.provider, server.baseUrl)),
  baseUrl: server.baseUrl,
  model,
  contextWindow: '8192',
});

export const draftOfProfile = (profile: ModelProfile): ModelDraft => {
  const { prices } = profile;
  return {
    id: profile.id,
    service: serviceAt(profile.provider, profile.baseUrl),
    baseUrl: profile.baseUrl,
    model: profile.model,
    contextWindow: String(profile.contextWindow),
    maxOutput: String(profile.maxOutput),
    // The usual limit has no figure of its own: it follows a window that is changed.
    maxInput:
      profile.maxInput === maxInputOf({ ...profile, maxInput: null })
        ? ''
        : String(profile.maxInput),
    apiKey: null,
    ...noPrices,
    ...(prices === null
      ? {}
      : {
          currency: prices.currency,
          inputPrice: String(prices.input),
          cachedPrice: prices.cachedInput === undefined ? '' : String(prices.cachedInput),
          cacheWritePrice: prices.cacheWrite === undefined ? '' : String(prices.cacheWrite),
          outputPrice: String(prices.output),
        }),
  };
};

const number = (typed: string): number | null | undefined => {
  const text = typed.normalize('NFKC').replace(/[\s,]/gu, '');
  if (text === '') return null;
  const value = Number(text);
  return /^\d+(?:\.\d+)?$/u.test(text) && Number.isFinite(value) ? value : undefined;
};

const isTokens = (value: number | null | undefined, min: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= min && value <= 10_000_000;

/** A name for the stored profile that no other one has: `deepseek-chat`, `deepseek-chat-2`. */
export const freshId = (model: string, taken: ReadonlySet<string>): string => {
  const letters = model.replace(/[^A-Za-z0-9._-]+/gu, '-').replace(/^[^A-Za-z0-9]+/u, '');
  const name = letters.slice(0, 60) || 'model';
  let id = name;
  for (let count = 2; taken.has(id); count += 1) id = `${name}-${count}`;
  return id;
};

type Stored = Input<'ai:models:save'>;

const pricesOf = (draft: ModelDraft): Stored['prices'] | undefined => {
  const input = number(draft.inputPrice);
  const cachedInput = number(draft.cachedPrice);
  const cacheWrite = number(draft.cacheWritePrice);
  const output = number(draft.outputPrice);
  if ([input, cachedInput, cacheWrite, output].every((price) => price === null)) return null;
  const currency = draft.currency.trim();
  if (typeof input !== 'number' || typeof output !== 'number') return undefined;
  if (cachedInput === undefined || cacheWrite === undefined) return undefined;
  if (currency === '' || currency.length > longestCurrency) return undefined;
  return {
    currency,
    input,
    ...(cachedInput === null ? {} : { cachedInput }),
    ...(cacheWrite === null ? {} : { cacheWrite }),
    output,
  };
};

/** Whether a request of so many tokens leaves room for the answer; what the answer takes may be left open. */
const fitsWindow = (
  maxInput: number | undefined,
  contextWindow: number | null | undefined,
  maxOutput: number | null | undefined,
): boolean =>
  isTokens(maxInput, 1) &&
  isTokens(contextWindow, 512) &&
  maxInput <= contextWindow - (maxOutput ?? 1);

/** What would be stored, or which fields cannot be. */
export function readDraft(
  draft: ModelDraft,
  taken: ReadonlySet<string>,
): { value: Stored; faults: null } | { value: null; faults: Faults } {
  const { provider } = serviceById(draft.service);
  const baseUrl = draft.baseUrl.trim();
  const model = draft.model.trim();
  const contextWindow = number(draft.contextWindow);
  const maxOutput = number(draft.maxOutput);
  const maxInput = number(draft.maxInput);
  const prices = pricesOf(draft);
  const isAddress = URL.canParse(baseUrl) && /^https?:$/u.test(new URL(baseUrl).protocol);
  const faults: Faults = {
    ...(isAddress ? {} : { baseUrl: true }),
    ...(model === '' || model.length > 200 ? { model: true } : {}),
    ...(isTokens(contextWindow, 512) ? {} : { contextWindow: true }),
    ...(maxOutput === null ||
    (isTokens(maxOutput, 1) && isTokens(contextWindow, 512) && maxOutput < contextWindow)
      ? {}
      : { maxOutput: true }),
    ...(maxInput === null || fitsWindow(maxInput, contextWindow, maxOutput)
      ? {}
      : { maxInput: true }),
    ...(prices === undefined ? { prices: true } : {}),
  };
  if (Object.keys(faults).length > 0 || !isTokens(contextWindow, 512)) {
    return { value: null, faults };
  }
  return {
    value: {
      id: draft.id ?? freshId(model, taken),
      provider,
      baseUrl,
      model,
      contextWindow,
      ...(typeof maxOutput === 'number' ? { maxOutput } : {}),
      maxInput: maxInput ?? null,
      ...(draft.apiKey === null ? {} : { apiKey: draft.apiKey.trim() }),
      ...(prices === undefined ? {} : { prices }),
    },
    faults: null,
  };
}
