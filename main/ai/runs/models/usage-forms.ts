/** How each kind of provider tells what a request took, in the messages of its stream (N12). */
import { readTokens, type ToldTokens } from '#shared/told-tokens.ts';

/** A JSON object of a stream. */
export type Message = Readonly<Record<string, unknown>>;

export type UsageForm = {
  /** The fields that tell of it: where a message is no JSON, it may be so without them. */
  fields: readonly string[];
  /**
   * What a message tells, null where it does not speak of it, and the message as the provider library always takes it:
   * that ends an answer over a count it cannot read, and takes what is absent for 0.
   */
  take(message: Message): { told: ToldTokens | null; rest: Message };
  /** Whether the answer is whole with this message: what follows can tell of nothing but tokens. */
  endsAnswer(message: Message): boolean;
};

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is no object holds no counts. */
const asMessage = (value: unknown): Message => (isMessage(value) ? value : {});

const isSpokenOf = (usage: unknown): boolean => usage !== undefined && usage !== null;

const openAiCounts = (usage: Message): ToldTokens => ({
  inputTokens: readTokens(usage.prompt_tokens),
  cachedInputTokens: readTokens(asMessage(usage.prompt_tokens_details).cached_tokens),
  cacheWriteTokens: null,
  outputTokens: readTokens(usage.completion_tokens),
});

const openAi: UsageForm = {
  fields: ['usage'],
  take(message) {
    const { usage, ...rest } = message;
    // What is neither of the answer nor an error tells of tokens or times, and may lack what the library asks of both.
    const isTaken = Array.isArray(rest.choices) || isSpokenOf(rest.error);
    return {
      told: isSpokenOf(usage) ? openAiCounts(asMessage(usage)) : null,
      rest: isTaken ? rest : { ...rest, choices: [] },
    };
  },
  endsAnswer: ({ choices }) =>
    Array.isArray(choices) &&
    choices.some((choice) => typeof asMessage(choice).finish_reason === 'string'),
};

/** Absent where nothing was cached. */
const ofCache = (value: unknown): number | null => (isSpokenOf(value) ? readTokens(value) : 0);

/** Anthropic counts what its cache served or kept beside the rest of the input. */
const anthropicInput = (usage: Message): Omit<ToldTokens, 'outputTokens'> => {
  const fresh = readTokens(usage.input_tokens);
  const cached = ofCache(usage.cache_read_input_tokens);
  const written = ofCache(usage.cache_creation_input_tokens);
  const isTold = fresh !== null && cached !== null && written !== null;
  return {
    inputTokens: isTold ? fresh + cached + written : null,
    cachedInputTokens: readTokens(usage.cache_read_input_tokens),
    cacheWriteTokens: readTokens(usage.cache_creation_input_tokens),
  };
};

const anthropicNothing = { input_tokens: 0, output_tokens: 0 };

const anthropic: UsageForm = {
  fields: ['usage'],
  take(message) {
    const { type, usage, message: opening } = message;
    if (type === 'message_start' && isMessage(opening)) {
      // The output of the start is of nothing that was written yet.
      const counts = { ...anthropicInput(asMessage(opening.usage)), outputTokens: null };
      const told = isSpokenOf(opening.usage) ? counts : null;
      return { told, rest: { ...message, message: { ...opening, usage: anthropicNothing } } };
    }
    if (type !== 'message_delta') return { told: null, rest: message };
    const counts = asMessage(usage);
    const outputTokens = readTokens(counts.output_tokens);
    return {
      told: isSpokenOf(usage) ? { ...anthropicInput(counts), outputTokens } : null,
      rest: { ...message, usage: anthropicNothing },
    };
  },
  endsAnswer: ({ type, delta }) =>
    type === 'message_delta' && typeof asMessage(delta).stop_reason === 'string',
};

const ollama: UsageForm = {
  fields: [
    ...['prompt_eval_count', 'eval_count'],
    ...['total_duration', 'load_duration', 'prompt_eval_duration', 'eval_duration'],
  ],
  take(message) {
    const { prompt_eval_count: input, eval_count: output } = message;
    const told = {
      inputTokens: readTokens(input),
      cachedInputTokens: null,
      cacheWriteTokens: null,
      outputTokens: readTokens(output),
    };
    const rest = Object.entries(message).filter(([name]) => !ollama.fields.includes(name));
    return {
      told: isSpokenOf(input) || isSpokenOf(output) ? told : null,
      rest: Object.fromEntries(rest),
    };
  },
  endsAnswer: ({ done }) => done === true,
};

export const usageForms = { openAi, anthropic, ollama };
