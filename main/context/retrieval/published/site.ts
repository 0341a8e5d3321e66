/** Asks a site where sentence models are published: Hugging Face, or a mirror that speaks as it does (E5). */
import { AppError } from '#shared/errors.ts';
import { isOwnMachine } from '#shared/own-machine.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { settleWithin } from '#main/base/processes/settle-within.ts';
import type { Fetch } from '#main/egress/service.ts';

/** A file of the site lies with somebody who stores it for the site, and sometimes behind one more address. */
const maxRedirects = 5;
/** Ms without anything of an answer. */
const silenceMs = 60_000;

export const siteFailed = (message: string, cause?: unknown): AppError => {
  const code = systemCode(cause);
  return new AppError('SENTENCE_MODEL_SITE_FAILED', message, code === '' ? {} : { cause: code }, {
    cause,
  });
};

export type Site = {
  /** With the statuses of HTTP; redirects are followed, each a request of its own in the ledger. */
  ask(
    path: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response>;
};

/** Whoever was asked over a safe connection must not send us on to one that is not. */
const isSafe = (next: URL, base: string): boolean =>
  next.protocol === 'https:' ||
  (next.protocol === 'http:' && isOwnMachine(base) && isOwnMachine(next.href));

/** `send` is the recorded way out. SENTENCE_MODEL_SITE_FAILED for a connection that fails, or leads astray. */
export const createSite = (base: string, send: Fetch): Site => {
  const askOne = async (address: URL, init: RequestInit): Promise<Response> => {
    try {
      return await send(address.href, init);
    } catch (error) {
      if (error instanceof AppError || init.signal?.aborted) throw error;
      throw siteFailed('The site does not answer.', error);
    }
  };
  return {
    async ask(path, headers, signal) {
      let address = new URL(path, base.endsWith('/') ? base : `${base}/`);
      for (let followed = 0; followed <= maxRedirects; followed++) {
        const response = await askOne(address, { headers, signal });
        const location = response.headers.get('location');
        if (response.status < 300 || response.status >= 400 || location === null) return response;
        await response.body?.cancel();
        if (!URL.canParse(location, address)) break;
        address = new URL(location, address);
        if (!isSafe(address, base)) break;
      }
      throw siteFailed('The site sends requests on to another address.');
    },
  };
};

/**
 * The parts of an answer's body, as they come. SENTENCE_MODEL_SITE_FAILED when it breaks off, or when nothing comes for a
 * minute; what `signal`, which the answer was asked with, aborts with.
 */
export async function* partsOf(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const reading = reader.read();
      if (!(await settleWithin(reading, silenceMs))) throw siteFailed('The site fell silent.');
      const { done, value } = await reading;
      if (done) return;
      yield value;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof AppError
      ? error
      : siteFailed('The answer of the site broke off.', error);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
