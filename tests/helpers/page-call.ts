import { RpcError } from '#renderer/rpc/rpc-error.ts';
import { type Channel, contract, type Input, type Output } from '#shared/contract/index.ts';
import type { TestApp } from './app.ts';

/** Calls as a page does: what fails is told by its code. */
export const pageCall =
  (test: () => TestApp) =>
  async <C extends Channel>(channel: C, input: Input<C>): Promise<Output<C>> => {
    const { signal } = new AbortController();
    const reply = await test().app.dispatch(channel, input, { signal });
    if (!reply.ok) throw new RpcError(reply.error);
    return contract[channel].output.parse(reply.value) as Output<C>;
  };
