/** Asks a model once and passes on what comes. */
import type { FinishReason, LanguageModel, ModelMessage, TextStreamPart, ToolSet } from 'ai';
import { z } from 'zod';
import { AppError, type Json } from '#shared/errors.ts';
import {
  believedTokens,
  limitByWindow,
  type ToldTokens,
  withLaterTold,
} from '#shared/told-tokens.ts';
import type { Fetch, ModelDoor } from '#main/egress/service.ts';
import type { StoredProfile } from '../models/profile-store.ts';
import { providerFacts } from '../models/providers.ts';
import { createGuardedFetch, type StreamListener } from './guarded-fetch.ts';
import type { SinglePrompt, ChatPrompt } from './single-prompt.ts';
import { redactKey } from '../keys/redact.ts';
import { WireError } from './wire-error.ts';

export type StreamTimeouts = {
  /** Ms until something must have come. Local models read long prompts for minutes. */
  firstTokenMs: number;
  /** Ms without anything after which a stream counts as stalled. */
  betweenTokensMs: number;
};

export type Answer = {
  text: string;
  /** All a model wrote, thoughts and calls too: it is paid for, shown or not. */
  written: string;
  /** Tools the model asks for. What is no JSON is there as the text that came. */
  calls: { callId: string; toolName: string; input: Json }[];
  /** `length`: the limit cut it off. */
  finish: 'stop' | 'length';
  usage: ToldTokens;
};

export type ModelRequest = {
  profile: StoredProfile;
  key: string | null;
  /** The way out, which writes down what leaves for whom, and what it costs. */
  door: ModelDoor;
  prompt: SinglePrompt | ChatPrompt;
  maxOutputTokens: number;
  timeouts: StreamTimeouts;
  signal: AbortSignal;
  onText(text: string): void;
  /** Something came, be it only thoughts that are not shown. */
  onSign?(): void;
  /** A call of a tool begins to come. */
  onCall?(): void;
  /** Whether no fence went up since its words were put together: looked at before each try's first byte. */
  isStillOpen(): boolean;
};

const stalled = (): AppError => new AppError('MODEL_STALLED', 'The model stopped sending.');

/** The last look: between it and the first byte nothing is waited for, so no fence can go up unseen (N3). */
const sendWhileOpen =
  ({ door, isStillOpen }: Pick<ModelRequest, 'door' | 'isStillOpen'>): Fetch =>
  async (input, init) => {
    if (!isStillOpen()) {
      throw new AppError('REQUEST_FENCED', 'A fence went up before the request was sent.');
    }
    return door.send(input, init);
  };

/** Made anew for each call, so that no client outlives a key. */
const modelFor = (request: ModelRequest, listener: StreamListener): Promise<LanguageModel> => {
  const { key } = request;
  const { baseUrl, model, provider } = request.profile;
  const guarded = createGuardedFetch(sendWhileOpen(request), provider, listener);
  return providerFacts[provider].createModel({ baseURL: baseUrl, model, key, send: guarded });
};

const messagesOf = (
  prompt: SinglePrompt | ChatPrompt,
): { messages: ModelMessage[]; tools?: ToolSet } => {
  if ('user' in prompt) return { messages: [{ role: 'user', content: prompt.user }] };
  const { messages, tools } = prompt;
  return tools ? { messages, tools } : { messages };
};

/** Aborts when nothing has come for too long; each sign of life gives it more time. */
const createStallGuard = ({ firstTokenMs, betweenTokensMs }: StreamTimeouts) => {
  const controller = new AbortController();
  const within = (ms: number): NodeJS.Timeout => setTimeout(() => controller.abort(stalled()), ms);
  let timer = within(firstTokenMs);
  return {
    signal: controller.signal,
    noteSign(): void {
      clearTimeout(timer);
      timer = within(betweenTokensMs);
    },
    end: (): void => clearTimeout(timer),
  };
};

type Received = Omit<Answer, 'finish' | 'usage'> & {
  /** Why the model will not answer, in its own words; OpenAI sends them beside the text. */
  refusal: string;
  /** Null while the stream has not ended. */
  end: FinishReason | null;
};

const RefusalChunk = z.object({
  choices: z.array(z.object({ delta: z.object({ refusal: z.string() }) })).nonempty(),
});

/** The library reads no refusal: it would be an answer of nothing. */
const refusalIn = (chunk: unknown): string =>
  RefusalChunk.safeParse(chunk).data?.choices[0]?.delta.refusal ?? '';

/** Passes on what comes, and keeps it in `received`, also of a stream that breaks off. */
const receive = async (
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  request: ModelRequest,
  noteSign: () => void,
  received: Received,
): Promise<void> => {
  const sign = (): void => {
    noteSign();
    request.onSign?.();
  };
  for await (const part of stream) {
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') break;
    if (part.type === 'raw') received.refusal += refusalIn(part.rawValue);
    if (part.type === 'text-delta' && part.text !== '') {
      received.text += part.text;
      received.written += part.text;
      sign();
      request.onText(part.text);
    } else if (part.type === 'reasoning-delta' || part.type === 'tool-input-delta') {
      received.written += part.type === 'reasoning-delta' ? part.text : part.delta;
      sign();
    } else if (part.type === 'tool-input-start') {
      sign();
      request.onCall?.();
    } else if (part.type === 'tool-call') {
      const { toolCallId, toolName, input } = part;
      received.calls.push({ callId: toolCallId, toolName, input: input as Json });
    } else if (part.type === 'finish') {
      // Without a reason of the provider's own the stream merely stopped.
      const isNamed = part.rawFinishReason !== undefined;
      received.end = isNamed ? part.finishReason : 'error';
    }
  }
};

/** MODEL_CONTENT_REFUSED, and a stream that has no proper end. */
const checkedAnswer = (
  { text, written, calls, refusal, end }: Received,
  key: string | null,
): Omit<Answer, 'usage'> => {
  if (end === null) throw new WireError('MODEL_STREAM_BROKEN', 'The answer has no end.');
  if (end === 'content-filter' || refusal !== '') {
    const said = redactKey(refusal, key);
    throw new AppError('MODEL_CONTENT_REFUSED', 'The provider refuses to write this.', {
      reason: refusal === '' ? 'content-filter' : 'refusal',
      ...(said === '' ? {} : { provider: said }),
    });
  }
  if (end === 'error') throw new WireError('MODEL_STREAM_BROKEN', 'The answer broke off.');
  return { text, written, calls, finish: end === 'length' ? 'length' : 'stop' };
};

/**
 * One try: asks once and passes on what comes. Throws whatever went wrong, raw, the library's silent endings among it;
 * MODEL_STALLED when nothing comes for too long; PURSE_EXCEEDED; REQUEST_FENCED when a fence went up before anything was
 * sent. Aborting closes the connection at once.
 */
export const streamAnswer = async (request: ModelRequest): Promise<Answer> => {
  const { profile, timeouts, signal, prompt, door } = request;
  door.reserve();
  const received: Received = { text: '', calls: [], refusal: '', written: '', end: null };
  const stop = 'stop' in prompt ? prompt.stop : [];
  const guard = createStallGuard(timeouts);
  const abortSignal = AbortSignal.any([signal, guard.signal]);
  const seen: { fault: WireError | null; told: ToldTokens | null } = { fault: null, told: null };
  const listener: StreamListener = {
    onFault(found) {
      seen.fault ??= found;
    },
    onTold(told) {
      seen.told = withLaterTold(seen.told, told);
    },
  };
  const took = (): ToldTokens =>
    believedTokens(seen.told, {
      limit: limitByWindow(profile.contextWindow),
      isWritten: received.written !== '' || received.calls.length > 0,
    });
  try {
    const { streamText } = await import('ai');
    const result = streamText({
      model: await modelFor(request, listener),
      system: prompt.system,
      ...messagesOf(prompt),
      ...providerFacts[profile.provider].callOptions({
        contextWindow: profile.contextWindow,
        maxOutputTokens: request.maxOutputTokens,
        stop,
      }),
      maxOutputTokens: request.maxOutputTokens,
      maxRetries: 0,
      includeRawChunks: profile.provider === 'openai-compatible',
      abortSignal,
      // The same errors come as parts of the stream; left to itself the library writes them to the console.
      onError: () => undefined,
    });
    await receive(result.fullStream, request, guard.noteSign, received);
    abortSignal.throwIfAborted();
    if (seen.fault) throw seen.fault;
    return { ...checkedAnswer(received, request.key), usage: took() };
  } catch (error) {
    if (guard.signal.aborted && !signal.aborted) throw guard.signal.reason;
    throw error;
  } finally {
    guard.end();
    // An answer that broke off took more than was told before.
    door.settle(received.end && took(), received.written);
  }
};
