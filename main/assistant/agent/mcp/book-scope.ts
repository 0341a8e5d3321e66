/** For which book a server is being asked: one connection serves them all, and the ledger names each (B12). */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Egress, EgressContext, Fetch } from '#main/egress/service.ts';

export type BookScope = {
  /** Everything that `work` sends is sent for that book; null for none. */
  run<T>(projectId: string | null, work: () => Promise<T>): Promise<T>;
  /** As the ledger is told of what is sent now. */
  context(): EgressContext;
  send: Fetch;
};

/** The SDK hands no word of ours from a call down to its `fetch`, so that the book goes beside it. */
export const createBookScope = (egress: Pick<Egress, 'fetchFor'>): BookScope => {
  const books = new AsyncLocalStorage<string | null>();
  const context = (): EgressContext => {
    const projectId = books.getStore() ?? null;
    return { purpose: 'mcp', ...(projectId === null ? {} : { projectId }) };
  };
  return {
    run: (projectId, work) => books.run(projectId, work),
    context,
    send: (input, init) => egress.fetchFor(context())(input, init),
  };
};

/** The same signal within the scope of now: whoever aborts stands outside, and what is sent then is for this book too. */
export const bindSignal = (signal: AbortSignal): { signal: AbortSignal; release(): void } => {
  const bound = new AbortController();
  const abort = AsyncResource.bind(() => bound.abort(signal.reason));
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return { signal: bound.signal, release: () => signal.removeEventListener('abort', abort) };
};
