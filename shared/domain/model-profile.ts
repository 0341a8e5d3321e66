/** A model the writer can choose. */
import { z } from 'zod';
import { TokenizerInfo } from './assembly.ts';
import { Count } from './identifiers.ts';

export const providers = ['openai-compatible', 'anthropic', 'ollama'] as const;
export const Provider = z.enum(providers);
export type Provider = z.infer<typeof Provider>;

/** How an agent's tool calls travel: as text every model can write, or in the provider's own form. */
export const toolProtocols = ['react', 'native'] as const;
export const ToolProtocol = z.enum(toolProtocols);
export type ToolProtocol = z.infer<typeof ToolProtocol>;

const price = z.number().nonnegative().max(1_000_000);
/** As it is written before a sum, UTF-16 units. */
export const longestCurrency = 8;

/** Per million tokens, in `currency`. A missing cache price means that such tokens cost as any input. */
export const Prices = z.object({
  currency: z.string().min(1).max(longestCurrency),
  input: price,
  cachedInput: price.optional(),
  cacheWrite: price.optional(),
  output: price,
});
export type Prices = z.infer<typeof Prices>;

/** Part of the names of environment variables and of stored keys. */
export const ProfileId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/u);

/** Where a profile's key comes from; the key itself never leaves the main process. */
export const KeySource = z.enum(['none', 'keychain', 'environment', 'file']);
export type KeySource = z.infer<typeof KeySource>;

/** Tokens of the largest request a model is sent unless the writer says otherwise (S3-42). */
export const defaultMaxInput = 64_000;

/** The largest request a model is sent: what the writer set, and never more than its window leaves beside an answer (E2). */
export const maxInputOf = (profile: {
  maxInput: number | null;
  contextWindow: number;
  maxOutput: number;
}): number =>
  Math.min(profile.maxInput ?? defaultMaxInput, profile.contextWindow - profile.maxOutput);

/** Even where the window is nearly full the model may say something. */
const minOutputTokens = 64;

/** Tokens a model may answer with, and a cap counts for the answer, where it is asked so many (N12). */
export const maxOutputFor = (
  { contextWindow, maxOutput }: { contextWindow: number; maxOutput: number },
  inputTokens: number,
): number => Math.max(minOutputTokens, Math.min(maxOutput, contextWindow - inputTokens));

/** A model the writer can choose. */
export const ModelProfile = z.object({
  id: ProfileId,
  provider: Provider,
  baseUrl: z.string(),
  model: z.string().min(1).max(200),
  /** Tokens the model reads and writes in one call. */
  contextWindow: Count,
  /** Tokens it writes at most in one answer. */
  maxOutput: Count,
  /** Tokens of the largest request it is sent (E2). */
  maxInput: Count,
  toolProtocol: ToolProtocol,
  /** Ask the provider to cache the stable prefix (where that must be asked for: Anthropic). */
  caching: z.boolean(),
  prices: Prices.nullable(),
  tokenizer: TokenizerInfo,
  keySource: KeySource,
  /** The environment variable that would be read for it. */
  keyVariable: z.string(),
  selected: z.boolean(),
});
export type ModelProfile = z.infer<typeof ModelProfile>;
