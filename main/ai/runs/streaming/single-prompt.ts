/** What is said to a model in one request: the prompt of a run, and the form that a conversation has. */
import type { ModelMessage, SystemModelMessage, ToolSet } from 'ai';
import type { Provider } from '#shared/domain/model-profile.ts';

/** What is said to the model: constant and stable text first, everything that varies after it. */
export type SinglePrompt = { system: SystemModelMessage[]; user: string };

/** A conversation of several messages, with the tools that are offered in the provider's own protocol. */
export type ChatPrompt = {
  system: SystemModelMessage[];
  messages: ModelMessage[];
  tools: ToolSet | null;
  /** Texts at which the model is to stop. */
  stop: string[];
};

/** What stands between the constant text and the stable part where a provider takes one system text only. */
export const systemJoint = '\n\n';

const marked = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } };

/**
 * The prompt's parts as messages (F5: the segments' bytes, nothing added inside, nothing left out). Providers
 * other than Anthropic get one system text: some servers take no second one. Anthropic gets blocks, each that other
 * requests may end with marked for its cache from the first request on: what was never written there cannot be read
 * (S3-19, E2). Whole chapters stand among them, at the end.
 */
export const buildSinglePrompt = (
  provider: Provider,
  parts: {
    systemPrompt: string;
    prompt: string;
    stablePrefixLength: number;
    cacheMarks: readonly number[];
  },
  cachePrefix: boolean,
): SinglePrompt => {
  const { systemPrompt, prompt, stablePrefixLength, cacheMarks } = parts;
  const stable = prompt.slice(0, stablePrefixLength);
  if (provider !== 'anthropic') {
    const content = stable === '' ? systemPrompt : `${systemPrompt}${systemJoint}${stable}`;
    return { system: [{ role: 'system', content }], user: prompt.slice(stablePrefixLength) };
  }
  const ends = cacheMarks.filter((mark) => mark > stablePrefixLength);
  const chapters = ends.map((end, index) =>
    prompt.slice(ends[index - 1] ?? stablePrefixLength, end),
  );
  const first = [systemPrompt, stable].filter((text) => text !== '');
  return {
    user: prompt.slice(ends.at(-1) ?? stablePrefixLength),
    system: [...first, ...chapters].map((content, index) => ({
      role: 'system',
      content,
      ...(cachePrefix && index >= first.length - 1 ? marked : {}),
    })),
  };
};
