/** The `fetch` of model calls, which knows pages and lines that are no answer. */
import type { Provider } from '#shared/domain/model-profile.ts';
import type { Fetch } from '#main/egress/service.ts';
import { providerFacts } from '../models/providers.ts';
import { repairUsage } from './usage-lines.ts';
import { WireError } from './wire-error.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Overload is worth another try, a missing model is not. */
const explainNdjsonError = (message: string): WireError =>
  /not found|no such model/iu.test(message)
    ? new WireError('MODEL_UNKNOWN', 'The server does not have this model.')
    : new WireError('MODEL_OVERLOADED', 'The server broke off with an error.');

const unreadable = (): WireError =>
  new WireError('MODEL_STREAM_BROKEN', 'A line of the answer cannot be read.');

/** What is wrong with a line, and whether it is the last one. */
const lookAt = (line: string): { fault: WireError | null; isLast: boolean } => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { fault: unreadable(), isLast: true };
  }
  if (!isRecord(value)) return { fault: unreadable(), isLast: true };
  if (typeof value.error === 'string') {
    return { fault: explainNdjsonError(value.error), isLast: true };
  }
  // What lacks these the library would print, words and all.
  const isKnown =
    typeof value.done === 'boolean' &&
    typeof value.model === 'string' &&
    typeof value.created_at === 'string' &&
    isRecord(value.message);
  if (!isKnown) return { fault: unreadable(), isLast: true };
  return { fault: null, isLast: value.done === true };
};

/**
 * Passes newline-delimited JSON through up to the first line that is wrong, and tells what the provider library
 * would be silent about. The stream itself ends quietly: failing it would throw away what has not been read yet.
 */
const watchNdjson = (
  onFault: (fault: WireError) => void,
): TransformStream<Uint8Array, Uint8Array> => {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let rest = '';
  let ended = false;
  const pass = (line: string, controller: TransformStreamDefaultController<Uint8Array>): void => {
    if (ended || line.trim() === '') return;
    const { fault, isLast } = lookAt(line);
    ended = isLast;
    if (fault) onFault(fault);
    else controller.enqueue(encoder.encode(`${line}\n`));
  };
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) pass(line, controller);
    },
    flush(controller) {
      pass(rest + decoder.decode(), controller);
      if (!ended) onFault(new WireError('MODEL_STREAM_BROKEN', 'The answer ended in the middle.'));
    },
  });
};

/** OpenAI's own endpoint wants the newer name of the limit; the servers that copy it want the older. */
const withNewLimitName = (init: RequestInit | undefined): RequestInit | undefined => {
  if (typeof init?.body !== 'string') return init;
  const body: unknown = JSON.parse(init.body);
  if (!isRecord(body) || body.max_tokens === undefined) return init;
  const { max_tokens: limit, ...others } = body;
  return { ...init, body: JSON.stringify({ ...others, max_completion_tokens: limit }) };
};

const withBody = (
  { status, statusText, headers }: Response,
  body: ReadableStream<Uint8Array>,
): Response => new Response(body, { status, statusText, headers });

/**
 * A recorded `fetch`, guarded for one provider: a page instead of an answer (a login, a proxy, another program's port)
 * is named as that, redirects to other places are not followed with a key, a stream of lines is checked line by line, and
 * one of events brings a usage that can be read, or none.
 */
export const createGuardedFetch =
  (send: Fetch, provider: Provider, onFault: (fault: WireError) => void): Fetch =>
  async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const isOpenAi = new URL(address).hostname === 'api.openai.com';
    const response = await send(input, isOpenAi ? withNewLimitName(init) : init);
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new WireError(
        'MODEL_PROTOCOL_WRONG',
        'The server sends requests on to another address.',
      );
    }
    if (!response.ok || response.body === null) return response;
    const type = response.headers.get('content-type') ?? '';
    if (/text\/html/iu.test(type)) {
      await response.body.cancel();
      throw new WireError('MODEL_PROTOCOL_WRONG', 'The server answered with a web page.');
    }
    if (providerFacts[provider].streamsLines) {
      return withBody(response, response.body.pipeThrough(watchNdjson(onFault)));
    }
    if (provider !== 'openai-compatible') return response;
    const repaired = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(repairUsage())
      .pipeThrough(new TextEncoderStream());
    return withBody(response, repaired);
  };
