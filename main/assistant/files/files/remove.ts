/** Deletes one file for good. */
import { storedPath } from '../entry.ts';
import { fileNotFound } from '../failure.ts';
import { releaseRef } from '../store/refs.ts';
import type { Dependencies } from '../dependencies.ts';

/** Deletes one file for good and answers the bytes freed. Throws CONTEXT_FILE_NOT_FOUND. */
export const removeFile = async (
  dependencies: Dependencies,
  conversationId: string,
  id: string,
): Promise<number> => {
  const { tree, manifests, events } = dependencies;
  const known = (await manifests.entries(conversationId)).has(id);
  if (!known) throw fileNotFound(id);
  const entry = await manifests.change(conversationId, async (draft) => {
    const found = draft.get(id);
    if (found === undefined) throw fileNotFound(id);
    // The ref first: without it a crash from here on leaves the file as it was, or gone.
    await releaseRef(tree.folder(conversationId), id);
    draft.delete(id);
    return found;
  });
  await tree.remove(conversationId, storedPath(entry));
  events?.emit('context-files:changed', { conversationId });
  return entry.stored?.bytes ?? 0;
};
