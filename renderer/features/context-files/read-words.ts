/** Reads a whole file of a conversation as a person does: of a message its words. */
import { call } from '#renderer/rpc/index.ts';
import type { ContextFile } from '#shared/domain/context-file.ts';
import { isRecord, wordsOfRecord } from './record.ts';

const pageBytes = 65_536;

/**
 * All of a file.
 * @throws RpcError CONTEXT_FILE_NOT_FOUND, CONTEXT_READ_FAILED
 */
export async function readAll(
  conversationId: string,
  id: string,
  signal?: AbortSignal,
): Promise<string> {
  let text = '';
  let offset = 0;
  for (;;) {
    const request = { conversationId, id, offset, limit: pageBytes };
    const page = await call('context-files:read', request, signal === undefined ? {} : { signal });
    text += page.content;
    if (page.done || page.nextOffset <= offset) return text;
    offset = page.nextOffset;
  }
}

/** All of a file as a person reads it: of a message its words. */
export async function readWords(
  conversationId: string,
  file: ContextFile,
  signal?: AbortSignal,
): Promise<string> {
  const text = await readAll(conversationId, file.id, signal);
  return isRecord(file) ? (wordsOfRecord(text) ?? text) : text;
}
