/** Writes content to a temporary file before it has a place. */
import { rmSync } from 'node:fs';
import { type ContextContent, writeContent, type WrittenContent } from '../content/write.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Writes content to a temporary file and hands it to `work`, which may move it to its place; whatever happens, no
 * temporary file stays.
 */
export const writeIncoming = async <T>(
  dependencies: Dependencies,
  conversationId: string,
  { content, room }: { content: ContextContent; room: number },
  work: (path: string, written: WrittenContent) => Promise<T>,
): Promise<T> => {
  const { handle, path } = await dependencies.tree.createTemporary(conversationId);
  try {
    let written: WrittenContent;
    try {
      const redactSecrets = dependencies.redactSecrets();
      written = await writeContent(handle, content, { redactSecrets, room });
    } catch (error) {
      await handle.close();
      throw error;
    }
    await dependencies.sync.take(handle);
    return await work(path, written);
  } finally {
    rmSync(path, { force: true });
  }
};
