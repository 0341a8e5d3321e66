import { reportFailure } from '#renderer/app/report-failure.ts';
import { call } from '#renderer/rpc/index.ts';

/** Lets a text that was refused or set aside wait in the page again; the page hears of it by itself. */
export async function restoreCandidate(candidateId: string): Promise<void> {
  try {
    await call('ai:candidates:restore', { candidateId });
  } catch (failure) {
    reportFailure(failure);
  }
}
