/** Keeps outputs that could not be written, for a retry. */
import { nanoid } from 'nanoid';
import type { OffloadRequest } from './request.ts';

/** Outputs that could not be written, kept for a retry (S1-15). */
export type Unsaved = {
  /** `retryId`: of an earlier try. */
  keep(request: OffloadRequest, retryId?: string): string;
  get(retryId: string): OffloadRequest | null;
  drop(retryId: string): void;
};

/** Keeps up to `limit` bytes; the newest always, and of the others as many as fit. `lost` hears of each one given up. */
export const createUnsavedOutputs = (
  limit: number,
  lost: (request: OffloadRequest) => void,
): Unsaved => {
  const kept = new Map<string, { request: OffloadRequest; bytes: number }>();
  let total = 0;
  const drop = (retryId: string): void => {
    total -= kept.get(retryId)?.bytes ?? 0;
    kept.delete(retryId);
  };
  return {
    keep(request, retryId = nanoid()) {
      // A large output is kept by whoever can read it again.
      const bytes = typeof request.output === 'string' ? request.output.length * 2 : 0;
      kept.set(retryId, { request, bytes });
      total += bytes;
      for (const [oldest, { request: given }] of kept) {
        if (total <= limit || oldest === retryId) break;
        drop(oldest);
        lost(given);
      }
      return retryId;
    },
    get: (retryId) => kept.get(retryId)?.request ?? null,
    drop,
  };
};
