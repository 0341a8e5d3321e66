/** Reads texts with a sentence model, one after the other, beside the index: search never waits for a batch. */
import { parentPort, workerData } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import { openModel } from './open-model.ts';
import type { ModelOrder, ModelReply, ModelRequest } from './protocol.ts';

const start = (port: NonNullable<typeof parentPort>, order: ModelOrder): void => {
  const opened = openModel(order);
  const answer = async ({ id, text }: ModelRequest): Promise<ModelReply> => {
    try {
      return { id, ok: true, ...(await (await opened).read(text)) };
    } catch (error) {
      const code = error instanceof AppError ? error.code : 'SENTENCE_MODEL_FAILED';
      return { id, ok: false, code };
    }
  };
  let last: Promise<unknown> = Promise.resolve();
  port.on('message', (request: ModelRequest) => {
    last = last.then(() => answer(request)).then((reply) => port.postMessage(reply));
  });
};

if (parentPort) start(parentPort, workerData);
