/** Takes cached files away, the longest unused first. */
import { type ManifestEntry, storedPath } from '../entry.ts';
import type { Dependencies } from '../dependencies.ts';

export type Freed = { files: number; bytes: number };

type Cached = { conversationId: string; entry: ManifestEntry; bytes: number; usedAt: number };

/** Which cached files to take away: first those unused for too long, then the longest unused until the rest fits. */
export const chooseEvictions = <T extends { bytes: number; usedAt: number }>(
  cached: readonly T[],
  limit: number,
  unusedSince: number,
): T[] => {
  const byAge = cached.toSorted((one, other) => one.usedAt - other.usedAt);
  let total = byAge.reduce((sum, { bytes }) => sum + bytes, 0);
  return byAge.filter(({ bytes, usedAt }) => {
    if (usedAt >= unusedSince && total <= limit) return false;
    total -= bytes;
    return true;
  });
};

/** Evicts lazy files (S0-15): what is pinned stays, and what goes comes back when somebody looks. */
export const evictCached = async (
  dependencies: Dependencies,
  lastUse: (conversationId: string, entry: ManifestEntry) => number,
  limits: { bytes: number; unusedSince: number },
): Promise<Freed> => {
  const { tree, manifests } = dependencies;
  const cached: Cached[] = [];
  for (const conversationId of await tree.conversations()) {
    for (const entry of (await manifests.entries(conversationId)).values()) {
      if (!entry.lazy || entry.stored === null || entry.pinned) continue;
      const usedAt = lastUse(conversationId, entry);
      cached.push({ conversationId, entry, bytes: entry.stored.bytes, usedAt });
    }
  }
  const freed = { files: 0, bytes: 0 };
  for (const { conversationId, entry, bytes } of chooseEvictions(
    cached,
    limits.bytes,
    limits.unusedSince,
  )) {
    const evicted = await manifests.change(conversationId, async (draft) => {
      const now = draft.get(entry.id);
      // Written anew, pinned or deleted meanwhile.
      if (now?.stored?.bytes !== bytes || now.pinned) return false;
      draft.set(entry.id, { ...now, stored: null, lastUsedAt: lastUse(conversationId, now) });
      await tree.remove(conversationId, storedPath(now));
      return true;
    });
    if (!evicted) continue;
    freed.files += 1;
    freed.bytes += bytes;
  }
  return freed;
};
