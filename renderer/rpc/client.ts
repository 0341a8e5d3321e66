import type { EventName, EventPayload } from '#shared/contract/events.ts';
import type { Channel, Input, Output } from '#shared/contract/index.ts';
import type { Json } from '#shared/errors.ts';
import { type MadeCall, RpcError } from './rpc-error.ts';
import type { Transport } from './transport.ts';

export type Client = {
  /**
   * Answers with the channel's value.
   * @throws RpcError with the reply's code and details, and the call; CANCELLED when `signal` aborted
   */
  call<C extends Channel>(
    channel: C,
    input: Input<C>,
    options?: { signal?: AbortSignal },
  ): Promise<Output<C>>;
  /** Hears of every call that succeeded until the returned function is called. */
  onAnswered(listener: (made: MadeCall) => void): () => void;
  /** Hears one kind of event until the returned function is called. */
  on<N extends EventName>(event: N, listener: (payload: EventPayload<N>) => void): () => void;
} & Pick<Transport, 'onConnection' | 'onClosing' | 'onCommand'>;

/** The typed face of a transport. Values are as dispatch made them: both sides are of one build. */
export const createClient = (transport: Transport): Client => {
  const listeners = new Set<(made: MadeCall) => void>();
  return {
    async call(channel, input, options) {
      const made: MadeCall = { channel, input };
      try {
        const reply = await transport.send(channel, input as Json, options?.signal);
        if (!reply.ok) throw new RpcError(reply.error);
        for (const listener of listeners) listener(made);
        return reply.value as Output<typeof channel>;
      } catch (error) {
        if (error instanceof RpcError) error.made = made;
        throw error;
      }
    },
    onAnswered(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    on(event, listener) {
      return transport.subscribe(event, (payload) => {
        listener(payload as EventPayload<typeof event>);
      });
    },
    onConnection: transport.onConnection,
    onClosing: transport.onClosing,
    onCommand: transport.onCommand,
  };
};
