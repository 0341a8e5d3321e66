import type { HostBridge } from '#shared/contract/bridge.ts';
import { cancelled, unreachable } from './rpc-error.ts';
import type { Transport } from './transport.ts';

/** The way inside the desktop window: through the preload's bridge. */
export const createIpcTransport = (host: HostBridge): Transport => {
  let calls = 0;
  return {
    async send(channel, input, signal) {
      if (signal?.aborted) throw cancelled();
      calls += 1;
      const callId = `call-${calls}`;
      const answer = host.call(channel, input, callId).catch((error: unknown) => {
        throw unreachable(error);
      });
      if (!signal) return answer;
      return new Promise((resolve, reject) => {
        const abort = (): void => {
          host.cancel(callId);
          reject(cancelled());
        };
        signal.addEventListener('abort', abort, { once: true });
        answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
      });
    },
    subscribe: (event, listener) => host.on(event, listener),
    onConnection(listener) {
      listener('open');
      return () => {};
    },
    onClosing: (flush) => host.onClosing(flush),
    onCommand: (listener) => host.onCommand(listener),
  };
};
