import type { Provider } from '#shared/domain/model-profile.ts';
import { WireError } from './wire-error.ts';

type Fetch = typeof globalThis.fetch;

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    throw new WireError('MODEL_STREAM_BROKEN', 'A line of the answer is not JSON.');
  }
};

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Overload is worth another try, a missing model is not. */
const explainNdjsonError = (message: string): WireError =>
  /not found|no such model/iu.test(message)
    ? new WireError('MODEL_UNKNOWN', 'The server does not have this model.')
    : new WireError('MODEL_OVERLOADED', 'The server broke off with an error.');

/** Passes newline-delimited JSON through, and fails where the provider library would only stop. */
const watchNdjson = (): TransformStream<Uint8Array, Uint8Array> => {
  const decoder = new TextDecoder();
  let rest = '';
  let isDone = false;
  const look = (line: string): void => {
    if (line.trim() === '') return;
    const value = parsed(line);
    if (!isRecord(value)) throw new WireError('MODEL_STREAM_BROKEN', 'A line is not an object.');
    if (typeof value.error === 'string') throw explainNdjsonError(value.error);
    if (value.done === true) isDone = true;
  };
  return new TransformStream({
    transform(chunk, controller) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) look(line);
      controller.enqueue(chunk);
    },
    flush() {
      look(rest + decoder.decode());
      if (!isDone) throw new WireError('MODEL_STREAM_BROKEN', 'The answer ended in the middle.');
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

/**
 * `fetch` for one provider: a page instead of an answer (a login, a proxy, another program's port) is named as
 * that, redirects to other places are not followed with a key, and Ollama's stream is checked line by line.
 */
export const guardedFetch =
  (provider: Provider, fetch: Fetch = globalThis.fetch): Fetch =>
  async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const isOpenAi = new URL(address).hostname === 'api.openai.com';
    const response = await fetch(input, {
      ...(isOpenAi ? withNewLimitName(init) : init),
      redirect: 'manual',
    });
    if (response.status >= 300 && response.status < 400) {
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
    if (provider !== 'ollama') return response;
    return new Response(response.body.pipeThrough(watchNdjson()), {
      status: response.status,
      statusText: response.statusText,
      headers: response.headers,
    });
  };
