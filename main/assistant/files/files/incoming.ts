import { rmSync } from 'node:fs';
import { type ContextContent, writeContent, type WrittenContent } from '../content/write.ts';
import type { FilesContext } from './context.ts';

/**
 * Writes content to a temporary file and hands it to `work`, which may move it to its place; whatever happens, no
 * temporary file stays.
 */
export const withIncoming = async <T>(
  context: FilesContext,
  conversationId: string,
  content: ContextContent,
  room: number,
  work: (path: string, written: WrittenContent) => Promise<T>,
): Promise<T> => {
  const { handle, path } = await context.tree.createTemporary(conversationId);
  try {
    let written: WrittenContent;
    try {
      const redactSecrets = context.redactSecrets();
      written = await writeContent(handle, content, { redactSecrets, room });
    } catch (error) {
      await handle.close();
      throw error;
    }
    await context.sync.take(handle);
    return await work(path, written);
  } finally {
    rmSync(path, { force: true });
  }
};
