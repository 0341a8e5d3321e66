/** Writes a lazy file when somebody looks. */
import type { ManifestEntry } from '../entry.ts';
import { storedPath } from '../entry.ts';
import { fileNotFound, writeFailure } from '../failure.ts';
import type { Dependencies } from '../dependencies.ts';
import { writeIncoming } from './incoming.ts';

/** Writes a lazy file from its source and answers its new entry. Throws CONTEXT_FILE_NOT_FOUND without a source. */
export type Materialise = (conversationId: string, entry: ManifestEntry) => Promise<ManifestEntry>;

export const createMaterialiser = (dependencies: Dependencies): Materialise => {
  const { tree, manifests, clock, limits } = dependencies;
  const running = new Map<string, Promise<ManifestEntry>>();

  const produce: Materialise = async (conversationId, { id, source }) => {
    const read = dependencies.sources[source.type];
    const content = read ? await read(source, conversationId) : null;
    if (content === null) throw fileNotFound(id);
    try {
      return await writeIncoming(
        dependencies,
        conversationId,
        { content, room: limits.totalBytes },
        (path, written) =>
          manifests.change(conversationId, async (draft) => {
            const entry = draft.get(id);
            if (entry === undefined) throw fileNotFound(id);
            const fresh: ManifestEntry = {
              ...entry,
              byteSize: written.bytes,
              sha256: written.sha256,
              stored: { packed: false, bytes: written.bytes },
              lastUsedAt: clock.now(),
            };
            tree.adopt(path, conversationId, storedPath(fresh));
            draft.set(id, fresh);
            return fresh;
          }),
      );
    } catch (error) {
      throw writeFailure(error);
    }
  };

  return (conversationId, entry) => {
    const key = `${conversationId}/${entry.id}`;
    const under = running.get(key);
    if (under) return under;
    const begun = produce(conversationId, entry).finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };
};
