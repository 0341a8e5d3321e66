/** Finds the context file that a call reads from. */
import { AppError } from '#shared/errors.ts';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import type { Json } from '../service.ts';
import { pathOfAddress } from './offloader.ts';

type Files = Pick<ContextFilesService, 'addressOf' | 'findByPath'>;

const readers = new Set(['context_read', 'context_tail', 'context_grep']);

const textMember = (input: Json | undefined, name: string): string | null => {
  if (input === undefined || input === null || typeof input !== 'object' || Array.isArray(input)) {
    return null;
  }
  const value = input[name];
  return typeof value === 'string' ? value : null;
};

/**
 * The context file that a call of a tool reads, by its `context://` path or by its id; null for every other call,
 * and for a file that is gone. What comes of such a call needs no file of its own (S2-08).
 */
export const readSource = async (
  files: Files,
  conversationId: string,
  toolName: string,
  input: Json | undefined,
): Promise<{ id: string; address: string } | null> => {
  const address = textMember(input, 'path') ?? textMember(input, 'file_path') ?? '';
  const path = pathOfAddress(conversationId, address);
  if (path !== null) {
    const ref = await files.findByPath(conversationId, path);
    return ref && { id: ref.id, address };
  }
  const id = readers.has(toolName) ? textMember(input, 'id') : null;
  if (id === null) return null;
  try {
    return { id, address: await files.addressOf(conversationId, id) };
  } catch (error) {
    if (error instanceof AppError && error.code === 'CONTEXT_FILE_NOT_FOUND') return null;
    throw error;
  }
};
