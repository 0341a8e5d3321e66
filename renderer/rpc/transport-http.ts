import type { Channel } from '#shared/contract/index.ts';
import type { Json, Reply } from '#shared/errors.ts';
import { createEventStream } from './event-source.ts';
import { createPostBeside, type PostBeside } from './post-beside.ts';
import { createSession } from './session.ts';
import { cancelled, unreachable } from './rpc-error.ts';
import type { Transport } from './transport.ts';

/** Browsers carry at most 64 KiB of a request that outlives its page; a UTF-16 unit takes up to 3 bytes. */
const longestLastWords = 20_000;

/** What the page calls while somebody types. */
const whileTyping: ReadonlySet<Channel> = new Set([
  'documents:draft',
  'documents:save',
  'forms:keep',
  'goals:get',
  'settings:update',
]);

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
  const beside = createPostBeside(
    () => new Worker(new URL('./post.worker.ts', import.meta.url), { type: 'module' }),
  );
  /** The page posts itself what it says when it goes: that must outlive it. */
  const postHere: PostBeside['post'] = async ({ path, headers, input }, signal) => {
    const body = JSON.stringify(input);
    const response = await fetch(path, {
      method: 'POST',
      headers,
      body,
      keepalive: document.visibilityState === 'hidden' && body.length <= longestLastWords,
      ...(signal ? { signal } : {}),
    });
    return response.text();
  };
  return {
    async send(channel, input, signal) {
      await events.ready();
      const path = `/rpc/${encodeURIComponent(channel)}`;
      try {
        const headers = { 'content-type': 'application/json', ...(await session.headers()) };
        const isBeside =
          whileTyping.has(channel) && document.visibilityState === 'visible' && beside.isPossible();
        const post = isBeside ? beside.post : postHere;
        // Every answer of /rpc is a Reply, whatever its status.
        return JSON.parse(await post({ path, headers, input }, signal)) as Reply<Json>;
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
