/** `fetch` of this program: recorded before it is sent, redirects left to whoever asked. */
import type { RecordContext, RecordedRequest, Recorder } from './recorder.ts';
import type { Fetch } from './service.ts';

/** The very bytes that will be sent. A stream could not be hashed before it is. */
const bytesOf = (body: unknown): Uint8Array => {
  if (body === null || body === undefined) return new Uint8Array();
  if (typeof body === 'string') return Buffer.from(body);
  if (body instanceof URLSearchParams) return Buffer.from(body.toString());
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (ArrayBuffer.isView(body)) {
    return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
  }
  throw new TypeError('Only a body that is there as a whole can be sent.');
};

/** The answer with its body watched: one that breaks off is told of. */
const watchBody = (
  response: Response,
  record: RecordedRequest,
  isAborted: () => boolean,
): Response => {
  if (response.body === null) return response;
  const reader = response.body.getReader();
  const watched = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        record.ended(isAborted() ? 'aborted' : 'failed');
        throw error;
      }
    },
    async cancel(reason) {
      record.ended('aborted');
      await reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(watched, { status, statusText, headers });
};

/** `onRecorded` is told when the request stands in the ledger and before anything of it is sent; what it throws ends it. */
export const createFetch =
  (
    recorder: Pick<Recorder, 'record'>,
    context: RecordContext,
    onRecorded: () => void = () => undefined,
  ): Fetch =>
  async (input, init) => {
    if (input instanceof Request) throw new TypeError('Only an address can be asked.');
    const { signal } = init ?? {};
    const isAborted = (): boolean => signal?.aborted === true;
    signal?.throwIfAborted();
    const record = recorder.record(context, {
      to: new URL(input),
      method: init?.method?.toUpperCase() ?? 'GET',
      body: bytesOf(init?.body),
    });
    try {
      onRecorded();
    } catch (error) {
      record.ended('notSent');
      throw error;
    }
    try {
      const response = await fetch(input, { ...init, redirect: 'manual' });
      record.answered(response.status);
      return watchBody(response, record, isAborted);
    } catch (error) {
      record.ended(isAborted() ? 'aborted' : 'failed');
      throw error;
    }
  };
