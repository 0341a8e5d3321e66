import { rmSync } from 'node:fs';
import { type ContextContent, writeContent, type WrittenContent } from '../content/write.ts';
import type { FilesContext } from './context.ts';

/**
 * Writes content to a temporary file and hands it to `use`, which may move it to its place; whatever happens, no
 * temporary file stays.
 */
export const withIncoming = async <T>(
  context: FilesContext,
  conversationId: string,
  content: ContextContent,
  room: number,
  use: (path: string, written: WrittenContent) => Promise<T>,
): Promise<T> => {
  const { handle, path } = await context.tree.createTemporary(conversationId);
  try {
    let written: WrittenContent;
    try {
      const redactSecrets = context.redactSecrets();
      written = await writeContent(handle, content, { redactSecrets, room });
    } finally {
      await handle.close();
    }
    return await use(path, written);
  } finally {
    rmSync(path, { force: true });
  }
};
