/** Lets another program send something for this one, or have something of it; the ledger knows of it first. */
import type { Recorder } from './recorder.ts';
import type { EgressContext, ForeignRequest } from './service.ts';

export const sendThrough = async <T>(
  recorder: Pick<Recorder, 'record'>,
  { context, request }: { context: EgressContext; request: ForeignRequest },
  send: () => Promise<T>,
): Promise<T> => {
  const { signal } = request;
  signal.throwIfAborted();
  const record = recorder.record(context, request);
  try {
    const answer = await send();
    record.ended('answered');
    return answer;
  } catch (error) {
    record.ended(signal.aborted ? 'aborted' : 'failed');
    throw error;
  }
};
