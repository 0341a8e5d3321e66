/** The upkeep: expired, unused and cached files. */
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { importFolderPrefix } from '../archive/import.ts';
import type { ManifestEntry } from '../entry.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { incomingFolder, readFolder, trashPrefix } from '../store/tree.ts';
import type { Dependencies } from '../dependencies.ts';
import { evictCached, type Freed } from './evict.ts';
import type { OpenFiles } from './open.ts';
import { packFile } from './pack.ts';
import { removeFile } from './remove.ts';

/** A temporary file this old, in ms, has no writer any more. */
const abandonedAfter = 24 * 3_600_000;

/** Removes what writes that were cut short left behind. Age is the file system's, not the app's clock. */
const sweep = async (folder: string, prefix: string): Promise<void> => {
  for (const { name } of await readFolder(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    try {
      if (Date.now() - (await stat(path)).mtimeMs <= abandonedAfter) continue;
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') throw error;
    }
  }
};

/**
 * The upkeep: drops expired files, packs big ones nobody uses, evicts caches (S0-15, S1-20). `everything` does not
 * wait for files to be unused. One file's failure is logged and does not keep the others from their turn.
 */
export const tidyFiles = async (
  dependencies: Dependencies,
  openFiles: Pick<OpenFiles, 'lastUse'>,
  everything: boolean,
): Promise<Freed> => {
  const { tree, manifests, clock, limits, logger } = dependencies;
  const now = clock.now();
  const freed: Freed = { files: 0, bytes: 0 };

  const care = async (conversationId: string, entry: ManifestEntry): Promise<number> => {
    if (entry.expiresAt !== null && !entry.pinned && entry.expiresAt <= now) {
      return removeFile(dependencies, conversationId, entry.id);
    }
    const idle = now - openFiles.lastUse(conversationId, entry);
    const big = entry.stored !== null && entry.stored.bytes >= limits.packFrom;
    const due = everything || idle >= limits.packAfter;
    return big && due && !entry.lazy ? packFile(dependencies, conversationId, entry) : 0;
  };

  for (const prefix of [importFolderPrefix, trashPrefix]) await sweep(tree.root, prefix);
  for (const conversationId of await tree.conversations()) {
    try {
      await sweep(join(tree.folder(conversationId), incomingFolder), '');
      for (const entry of (await manifests.entries(conversationId)).values()) {
        const bytes = await care(conversationId, entry);
        if (bytes <= 0) continue;
        freed.files += 1;
        freed.bytes += bytes;
      }
    } catch (error) {
      logger.log('warn', 'the upkeep of context files failed for a conversation', {
        conversationId,
        cause: systemCode(error) || (error instanceof Error ? error.name : 'unknown'),
      });
    }
  }
  const evicted = await evictCached(dependencies, openFiles.lastUse, {
    bytes: everything ? 0 : limits.cacheBytes,
    unusedSince: now - limits.cacheLifetime,
  });
  return { files: freed.files + evicted.files, bytes: freed.bytes + evicted.bytes };
};
