/** How much space context files may still take. */
import { AppError } from '#shared/errors.ts';
import type { ManifestEntry } from '../entry.ts';
import type { Dependencies } from '../dependencies.ts';

/** Bytes on disk that nothing can produce again. */
export const keptBytes = (entries: Iterable<ManifestEntry>): number => {
  let bytes = 0;
  for (const entry of entries) if (!entry.lazy) bytes += entry.stored?.bytes ?? 0;
  return bytes;
};

/** How much a conversation, and all of them together, may still take (S0, `CONTEXT_FILE_QUOTA`). */
export type Quota = {
  /** Bytes a new file of the conversation with these entries may have. */
  room(entries: Iterable<ManifestEntry>): Promise<number>;
  /** Throws CONTEXT_FILE_QUOTA. */
  check(entries: Iterable<ManifestEntry>, bytes: number): Promise<void>;
  /** Tells what was written or freed. */
  add(bytes: number): void;
};

/** Other processes write too: what they took is counted anew this often, in ms. */
const countAgainAfter = 60_000;

export const createQuota = (dependencies: Dependencies): Quota => {
  const { tree, manifests, limits } = dependencies;
  let counted: { bytes: number; at: number } | null = null;

  const total = async (): Promise<number> => {
    if (counted === null || performance.now() - counted.at > countAgainAfter) {
      let bytes = 0;
      for (const name of await tree.conversations()) {
        bytes += keptBytes((await manifests.entries(name)).values());
      }
      counted = { bytes, at: performance.now() };
    }
    return counted.bytes;
  };

  const room = async (entries: Iterable<ManifestEntry>): Promise<number> =>
    Math.min(limits.conversationBytes - keptBytes(entries), limits.totalBytes - (await total()));

  return {
    room,
    async check(entries, bytes) {
      const left = await room(entries);
      if (bytes <= left) return;
      throw new AppError('CONTEXT_FILE_QUOTA', 'The context files have used up their space.', {
        room: Math.max(0, left),
      });
    },
    add(bytes) {
      if (counted) counted.bytes += bytes;
    },
  };
};
