/** The way to a model: every request is paid from the purse before it is recorded and sent (N12). */
import type { Purse, Reservation } from '#main/purse/service.ts';
import { mayHaveArrived } from './may-have-arrived.ts';
import type { Recorder } from './recorder.ts';
import { createFetch } from './send-fetch.ts';
import type { ToldTokens } from '#shared/told-tokens.ts';
import type { Fetch, ModelContext, ModelDoor } from './service.ts';

/** A request under way: what is kept for it, and whether anything of it may have arrived. */
type UnderWay = { reservation: Reservation; isSent: boolean };

/** What is not told is counted here. */
const usedOf = (reported: ToldTokens | null, counted: { input: number; output: () => number }) => {
  const input = reported?.inputTokens ?? null;
  const output = reported?.outputTokens ?? null;
  return {
    inputTokens: input ?? counted.input,
    cachedInputTokens: input === null ? null : (reported?.cachedInputTokens ?? null),
    cacheWriteTokens: input === null ? null : (reported?.cacheWriteTokens ?? null),
    outputTokens: output ?? counted.output(),
    isEstimated: input === null || output === null,
  };
};

/**
 * A refusal of the server costs nothing, nor does a connection that did not come about. Where this program hung up, or the
 * server without an answer, it may have read everything: that counts, by our own count.
 */
export const createModelDoor = (
  recorder: Pick<Recorder, 'record'>,
  purse: Purse,
  { projectId, assemblyId, forecast, count }: ModelContext,
): ModelDoor => {
  const { purpose, inputTokens } = forecast;
  let underWay: UnderWay | null = null;

  const reserve = (): UnderWay => {
    underWay ??= { reservation: purse.reserve(forecast), isSent: false };
    return underWay;
  };
  const release = (): void => {
    underWay?.reservation.release();
    underWay = null;
  };
  const settle = (reported: ToldTokens | null, written: string): void => {
    if (underWay?.isSent) {
      const output = (): number => count(written);
      underWay.reservation.settle(usedOf(reported, { input: inputTokens, output }));
    } else {
      underWay?.reservation.release();
    }
    underWay = null;
  };

  const send: Fetch = async (input, init) => {
    const request = reserve();
    const ask = createFetch(
      recorder,
      {
        purpose,
        tokens: inputTokens,
        ...(projectId === undefined ? {} : { projectId }),
        ...(assemblyId === undefined ? {} : { assemblyId }),
      },
      () => {
        request.reservation.markSent();
        request.isSent = true;
      },
    );
    try {
      const response = await ask(input, init);
      if (!response.ok) release();
      return response;
    } catch (error) {
      if (init?.signal?.aborted || mayHaveArrived(error)) settle(null, '');
      else release();
      throw error;
    }
  };

  return { reserve: () => void reserve(), send, settle };
};
