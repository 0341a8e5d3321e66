/** Calls through dispatch, as any other program would make them. */
import { type Channel, contract, type Input, type Output } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { App } from '#main/app.ts';

export type Caller = <C extends Channel>(channel: C, input: Input<C>) => Promise<Output<C>>;

/** @throws AppError with the reply's code */
export const callerOf =
  (app: App, signal = new AbortController().signal): Caller =>
  async (channel, input) => {
    const reply = await app.dispatch(channel, input, { signal });
    if (!reply.ok) throw new AppError(reply.error.code, reply.error.message);
    // The schema of this very channel gives this very type; the compiler cannot follow it through an index.
    return contract[channel].output.parse(reply.value) as Output<typeof channel>;
  };
