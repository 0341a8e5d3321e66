/** Reads a context file for tools that take paths. */
import { z } from 'zod';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import { Refusal } from '../catch-tool-failure.ts';

export type ContextReading = Pick<ContextFilesService, 'read' | 'findByPath'>;

const pageBytes = 1024 * 1024;
/** Bytes. A bigger one is read by pages or searched. */
const maxWholeLength = 8 * pageBytes;
const address = /^context:\/\/([^/]+)\/(.+)$/;

export const isContextAddress = (path: string): boolean => path.startsWith('context:');

/** The id behind an address of this conversation's files (S2-06). CONTEXT_ADDRESS_INVALID, CONTEXT_OTHER_CONVERSATION. */
export const resolveContextAddress = async (
  contextFiles: ContextReading,
  conversationId: string,
  path: string,
): Promise<string> => {
  const [, owner, inside] = address.exec(path) ?? [];
  if (owner === undefined || inside === undefined) {
    throw new Refusal(
      'CONTEXT_ADDRESS_INVALID',
      'An address is context://<conversation>/<path>, as a placeholder names it.',
    );
  }
  if (owner !== conversationId) {
    throw new Refusal(
      'CONTEXT_OTHER_CONVERSATION',
      'Only the files of this conversation can be read.',
    );
  }
  const ref = await contextFiles.findByPath(conversationId, inside);
  if (ref) return ref.id;
  throw new Refusal(
    'PATH_NOT_FOUND',
    'There is no such file in this conversation. Use context_list.',
  );
};

/** FENCED for a file that was made of what a fence closes now (N3). */
export const checkFileIsOpen = (opensFile: (id: string) => boolean, id: string): void => {
  if (opensFile(id)) return;
  throw new Refusal(
    'FENCED',
    'This file was made of what a fence of the writer closes now, and is kept back until it is lifted.',
  );
};

/** What is kept when an output leaves the prompt (S2-05). */
const Offloaded = z.object({
  schema_version: z.string(),
  item_type: z.string(),
  offloaded_at: z.number(),
  metadata: z.object({ tool_name: z.string().optional() }),
  content: z.string(),
});

/** The content of a record with a line about it; null when the text is none. */
const recordOf = (text: string): { about: string; text: string } | null => {
  if (!text.startsWith('{')) return null;
  try {
    const parsed = Offloaded.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const { item_type, metadata, offloaded_at, content } = parsed.data;
    const from = metadata.tool_name === undefined ? '' : ` of ${metadata.tool_name}`;
    const when = new Date(offloaded_at * 1000).toISOString();
    return { about: `Offloaded ${item_type}${from}, ${when}.`, text: content };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
};

/** A whole context file as text; of an offloaded record its content, with `about` saying so. CONTEXT_FILE_LARGE. */
export const readContextText = async (
  contextFiles: ContextReading,
  conversationId: string,
  id: string,
): Promise<{ text: string; about: string | null }> => {
  let text = '';
  for (let offset = 0; ; ) {
    const page = await contextFiles.read({ conversationId, id, offset, limit: pageBytes });
    if ((page.byteSize ?? 0) > maxWholeLength) {
      throw new Refusal(
        'CONTEXT_FILE_LARGE',
        `The file has ${page.byteSize} bytes. Use context_read, context_tail or context_grep with id ${id}.`,
      );
    }
    text += page.content;
    if (page.done || page.nextOffset === offset) break;
    offset = page.nextOffset;
  }
  const plain = text.replace(/\r\n?/g, '\n');
  return recordOf(plain) ?? { text: plain, about: null };
};
