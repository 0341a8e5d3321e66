/** The `fetch` of model calls, which knows pages and lines that are no answer. */
import type { Provider } from '#shared/domain/model-profile.ts';
import type { Fetch } from '#main/egress/service.ts';
import type { ToldTokens } from '#shared/told-tokens.ts';
import { type ProviderFacts, providerFacts } from '../models/providers.ts';
import { isMessage, type Message, type UsageForm } from '../models/usage-forms.ts';
import { joinEvents, splitLines } from './stream-lines.ts';
import { readJson, takeUsageOfEvents } from './take-usage.ts';
import { WireError } from './wire-error.ts';

/** Hears of what the provider library would end silently over, and of what the provider tells of tokens. */
export type StreamListener = {
  onFault(fault: WireError): void;
  onTold(told: ToldTokens): void;
};

/** Overload is worth another try, a missing model is not. */
const explainNdjsonError = (message: string): WireError =>
  /not found|no such model/iu.test(message)
    ? new WireError('MODEL_UNKNOWN', 'The server does not have this model.')
    : new WireError('MODEL_OVERLOADED', 'The server broke off with an error.');

const unreadable = (): WireError =>
  new WireError('MODEL_STREAM_BROKEN', 'A line of the answer cannot be read.');

/** A line as a message of the answer, or what is wrong with it. */
const lookAt = (value: unknown): { message: Message } | { fault: WireError } => {
  if (!isMessage(value)) return { fault: unreadable() };
  if (typeof value.error === 'string') return { fault: explainNdjsonError(value.error) };
  // What lacks these the library would print, words and all.
  const isKnown =
    typeof value.done === 'boolean' &&
    typeof value.model === 'string' &&
    typeof value.created_at === 'string' &&
    isMessage(value.message);
  return isKnown ? { message: value } : { fault: unreadable() };
};

/**
 * Passes lines of JSON through up to the first one that is wrong, and tells what the provider library would be silent
 * about. The stream itself ends quietly: failing it would throw away what has not been read yet.
 */
const watchNdjson = (
  form: UsageForm,
  { onFault, onTold }: StreamListener,
): TransformStream<string, string> => {
  let ended = false;
  return new TransformStream({
    transform(line, controller) {
      if (ended || line.trim() === '') return;
      const seen = lookAt(readJson(line, form));
      ended = 'fault' in seen || form.endsAnswer(seen.message);
      if ('fault' in seen) return onFault(seen.fault);
      const { told, rest } = form.take(seen.message);
      if (told) onTold(told);
      controller.enqueue(`${JSON.stringify(rest)}\n`);
    },
    flush() {
      if (!ended) onFault(new WireError('MODEL_STREAM_BROKEN', 'The answer ended in the middle.'));
    },
  });
};

/** OpenAI's own endpoint wants the newer name of the limit; the servers that copy it want the older. */
const withNewLimitName = (init: RequestInit | undefined): RequestInit | undefined => {
  if (typeof init?.body !== 'string') return init;
  const body: unknown = JSON.parse(init.body);
  if (!isMessage(body) || body.max_tokens === undefined) return init;
  const { max_tokens: limit, ...others } = body;
  return { ...init, body: JSON.stringify({ ...others, max_completion_tokens: limit }) };
};

const withBody = (
  { status, statusText, headers }: Response,
  body: ReadableStream<Uint8Array>,
): Response => new Response(body, { status, statusText, headers });

/** The text of an answer's lines, without what is told of tokens. */
const watched = (
  lines: ReadableStream<string>,
  { streamsLines, usage }: ProviderFacts,
  listener: StreamListener,
): ReadableStream<string> =>
  streamsLines
    ? lines.pipeThrough(watchNdjson(usage, listener))
    : lines.pipeThrough(joinEvents()).pipeThrough(takeUsageOfEvents(usage, listener.onTold));

/**
 * A recorded `fetch`, guarded for one provider: a page instead of an answer (a login, a proxy, another program's port)
 * is named as that, redirects to other places are not followed with a key, a stream of lines is checked line by line, and
 * what a stream tells of tokens goes to `listener` alone.
 */
export const createGuardedFetch =
  (send: Fetch, provider: Provider, listener: StreamListener): Fetch =>
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
    const lines = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(splitLines());
    const body = watched(lines, providerFacts[provider], listener);
    return withBody(response, body.pipeThrough(new TextEncoderStream()));
  };
