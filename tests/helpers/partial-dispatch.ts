import { createDispatch, type Dispatch, type Handlers } from '#main/rpc/dispatch.ts';
import { channels } from '#shared/contract/index.ts';
import { AppError } from '#shared/errors.ts';
import type { Logger } from '#main/platform.ts';

export const silentLogger: Logger = { log: () => {} };

/** A dispatch whose other channels answer CAPABILITY_MISSING: hosts are tested without the services. */
export const createPartialDispatch = (
  handlers: Partial<Handlers>,
  logger: Logger = silentLogger,
): Dispatch => {
  const missing = channels.map((channel) => [
    channel,
    () => {
      throw new AppError('CAPABILITY_MISSING', `No handler for ${channel} in this test.`);
    },
  ]);
  return createDispatch({ ...Object.fromEntries(missing), ...handlers } as Handlers, logger, {
    checkOutputs: false,
  });
};
