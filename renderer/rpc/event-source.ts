import type { ConnectionState } from './transport.ts';

/** What the stream needs of the browser; `EventSource` fits. */
export type EventConnection = {
  addEventListener(type: string, listener: (event: Event) => void): void;
  close(): void;
  readonly readyState: number;
};

const closed = 2;
const retryMs = 2000;
/** Nobody waits longer for a stream that something on the way holds back. */
const longestWaitMs = 3000;

/** One stream of events that is kept alive from the first listener on. */
export type EventStream = {
  subscribe(event: string, listener: (data: string) => void): () => void;
  onState(listener: (state: ConnectionState) => void): () => void;
  /** Opens the stream and waits until it stands, failed, or takes too long: what is asked after it misses no event. */
  ready(): Promise<void>;
};

/**
 * The browser takes a broken stream up again by itself, but gives up when the server answers with an error: then
 * this opens a new one after a while, and asks why.
 * @param connect opens a connection
 * @param isRefused whether the server answers and does not let this page in
 */
export const createEventStream = (
  connect: () => Promise<EventConnection>,
  isRefused: () => Promise<boolean>,
): EventStream => {
  const listeners = new Map<string, Set<(data: string) => void>>();
  const watchers = new Set<(state: ConnectionState) => void>();
  let state: ConnectionState = 'connecting';
  let connection: EventConnection | null = null;
  let begun = false;
  let settle: () => void = () => {};
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });

  const become = (next: ConnectionState): void => {
    if (state === next) return;
    state = next;
    for (const watcher of watchers) watcher(state);
  };

  const receive = (event: Event): void => {
    if (!(event instanceof MessageEvent)) return;
    for (const listener of listeners.get(event.type) ?? []) listener(String(event.data));
  };

  const open = async (): Promise<void> => {
    begun = true;
    setTimeout(settle, longestWaitMs);
    const opened = await connect();
    connection = opened;
    for (const name of listeners.keys()) opened.addEventListener(name, receive);
    opened.addEventListener('open', () => {
      become('open');
      settle();
    });
    opened.addEventListener('error', () => {
      const isOver = opened.readyState === closed;
      // A page that is let in no more is so at every try, until it is told otherwise: what says so is not said anew.
      if (!isOver || state !== 'refused') become('lost');
      settle();
      if (isOver) void startAnew(opened);
    });
  };

  const startAnew = async (broken: EventConnection): Promise<void> => {
    broken.close();
    become((await isRefused()) ? 'refused' : 'lost');
    setTimeout(() => void open(), retryMs);
  };

  return {
    subscribe(event, listener) {
      const known = listeners.get(event);
      if (known) known.add(listener);
      else {
        listeners.set(event, new Set([listener]));
        connection?.addEventListener(event, receive);
      }
      if (!begun) void open();
      return () => {
        listeners.get(event)?.delete(listener);
      };
    },
    onState(listener) {
      watchers.add(listener);
      listener(state);
      if (!begun) void open();
      return () => {
        watchers.delete(listener);
      };
    },
    ready() {
      if (!begun) void open();
      return settled;
    },
  };
};
