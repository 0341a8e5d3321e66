/** Opens a context file by its id. */
import { LRUCache } from 'lru-cache';
import { AppError } from '#shared/errors.ts';
import { type ByteSource, openSource } from '../content/byte-source.ts';
import { type ManifestEntry, storedPath } from '../entry.ts';
import { fileNotFound, readFailure } from '../failure.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import type { Dependencies } from '../dependencies.ts';
import type { Materialise } from './materialise.ts';

const rememberedUses = 10_000;

export type OpenFiles = {
  /** The entry of an id. Throws CONTEXT_FILE_NOT_FOUND, also once it expired. */
  find(conversationId: string, id: string): Promise<ManifestEntry>;
  /** Opens a file, written first if it is lazy, for as long as `work` takes. */
  withSource<T>(
    conversationId: string,
    id: string,
    work: (source: ByteSource) => Promise<T>,
  ): Promise<T>;
  /** When a file was last opened, here or as the manifest knows. */
  lastUse(conversationId: string, entry: ManifestEntry): number;
};

export const createOpenFiles = (
  dependencies: Dependencies,
  materialise: Materialise,
  afterWriting: () => void,
): OpenFiles => {
  const { tree, manifests, clock } = dependencies;
  const uses = new LRUCache<string, number>({ max: rememberedUses });

  const find = async (conversationId: string, id: string): Promise<ManifestEntry> => {
    const entry = (await manifests.entries(conversationId)).get(id);
    const expired =
      entry !== undefined &&
      entry.expiresAt !== null &&
      !entry.pinned &&
      entry.expiresAt <= clock.now();
    if (entry === undefined || expired) throw fileNotFound(id);
    return entry;
  };

  const tryOpen = async (
    conversationId: string,
    entry: ManifestEntry,
  ): Promise<ByteSource | null> => {
    if (entry.stored === null) return null;
    try {
      const handle = await tree.openFile(conversationId, storedPath(entry), entry.id);
      const { size } = await handle.stat();
      if (size === entry.stored.bytes) return await openSource(handle, entry.stored.packed);
      await handle.close();
      // Torn by a loss of power, or changed by somebody else: what can be produced again is.
      if (entry.lazy) return null;
      throw new AppError('CONTEXT_FILE_INVALID', 'The context file is not as it was written.', {
        id: entry.id,
      });
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return null;
      throw error;
    }
  };

  const open = async (conversationId: string, id: string): Promise<ByteSource> => {
    // Twice: between the look and the opening the file may have been packed or evicted.
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const entry = await find(conversationId, id);
      const source = await tryOpen(conversationId, entry);
      if (source) return source;
      if (!entry.lazy) continue;
      const fresh = await materialise(conversationId, entry);
      const written = await tryOpen(conversationId, fresh);
      afterWriting();
      if (written) return written;
    }
    throw fileNotFound(id);
  };

  return {
    find,
    async withSource(conversationId, id, work) {
      let source: ByteSource;
      try {
        source = await open(conversationId, id);
      } catch (error) {
        throw readFailure(id, error);
      }
      uses.set(`${conversationId}/${id}`, clock.now());
      try {
        return await work(source);
      } catch (error) {
        throw readFailure(id, error);
      } finally {
        await source.close();
      }
    },
    lastUse: (conversationId, entry) =>
      Math.max(entry.lastUsedAt, uses.get(`${conversationId}/${entry.id}`) ?? 0),
  };
};
