import type { Json, Reply } from '#shared/errors.ts';
import { createEventStream } from './event-source.ts';
import { createSession } from './session.ts';
import { cancelled, unreachable } from './rpc-error.ts';
import type { Transport } from './transport.ts';

/** Browsers carry at most 64 KiB of a request that outlives its page; a UTF-16 unit takes up to 3 bytes. */
const longestLastWords = 20_000;

/** The way in the browser: calls by fetch and events by EventSource, both let in by the page's session. */
export const createHttpTransport = (page: Window): Transport => {
  const { document } = page;
  const session = createSession(page);
  const events = createEventStream(
    async () => new EventSource(`/events${await session.query()}`),
    async () => {
      try {
        const { status } = await fetch('/rpc/host%3Acapabilities', {
          method: 'POST',
          headers: await session.headers(),
          body: '{}',
        });
        return status === 401 || status === 403;
      } catch (error) {
        if (error instanceof TypeError) return false;
        throw error;
      }
    },
  );
  return {
    async send(channel, input, signal) {
      await events.ready();
      const text = JSON.stringify(input);
      const isShort = text.length <= longestLastWords;
      // A chapter goes as bytes: the page takes twice as long to send it as a string or a blob, and typing waits for that.
      const body = isShort ? text : new TextEncoder().encode(text);
      try {
        const response = await fetch(`/rpc/${encodeURIComponent(channel)}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(await session.headers()) },
          body,
          keepalive: document.visibilityState === 'hidden' && isShort,
          ...(signal ? { signal } : {}),
        });
        // Every answer of /rpc is a Reply, whatever its status.
        return (await response.json()) as Reply<Json>;
      } catch (error) {
        throw signal?.aborted ? cancelled() : unreachable(error);
      }
    },
    subscribe: (event, listener) => events.subscribe(event, (data) => listener(JSON.parse(data))),
    onConnection: (listener) => events.onState(listener),
    onClosing(flush) {
      const save = (): void => {
        // The page may be gone before it is known how this ended; the editor shows a failure if it is not.
        if (document.visibilityState === 'hidden') flush().catch(() => undefined);
      };
      document.addEventListener('visibilitychange', save);
      return () => document.removeEventListener('visibilitychange', save);
    },
    onCommand: () => () => {},
  };
};
