import type { MenuChoice } from '#shared/contract/bridge.ts';
import type { EventName } from '#shared/contract/events.ts';
import type { Channel } from '#shared/contract/index.ts';
import type { Json, Reply } from '#shared/errors.ts';

/**
 * How the page stands with the program: `lost` while it does not answer (the page keeps trying), `refused` when
 * it answers that this page is not let in.
 */
export type ConnectionState = 'connecting' | 'open' | 'lost' | 'refused';

/** One way from the page to the program. Each function that listens returns the one that ends it. */
export type Transport = {
  /** @throws RpcError HOST_UNREACHABLE when no Reply came; CANCELLED when `signal` aborted */
  send(channel: Channel, input: Json, signal: AbortSignal | undefined): Promise<Reply<Json>>;
  subscribe(event: EventName, listener: (payload: Json) => void): () => void;
  /** Hears the state at once and then every change. After `lost` → `open` events were missed: ask anew. */
  onConnection(listener: (state: ConnectionState) => void): () => void;
  /** What is to be saved when the page goes away. */
  onClosing(flush: () => Promise<void>): () => void;
  /** Entries of the native menu; silent where there is none. */
  onCommand(listener: (choice: MenuChoice) => void): () => void;
};
