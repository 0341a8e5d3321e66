/** The tools that list and read a conversation's own files. */
import { z } from 'zod';
import { ContextKind } from '#shared/domain/context-file.ts';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';
import { createContextGrepTool } from './context-grep.ts';
import { type ContextToolParts, type ContextToolDependencies, FileId } from './context-parts.ts';
import { redactRanges } from './redact-ranges.ts';
import { createRedactedRanges } from './redacted-ranges.ts';

const listTool = ({ contextFiles }: ContextToolParts): Tool =>
  defineTool({
    name: 'context_list',
    description:
      'Lists the files of this conversation, newest first: outputs that were too long for it (artifact), earlier parts of it (history), overviews (catalog). At most 200 a call, 50 unless limit says otherwise.',
    input: z.strictObject({
      kind: ContextKind.optional(),
      limit: z.number().int().min(1).max(200).optional().describe('Default 50.'),
    }),
    origin: 'context',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ kind, limit = 50 }, { conversationId, view }) => {
      const request = { conversationId, limit, ...(kind === undefined ? {} : { kind }) };
      const { items } = await contextFiles.list(request);
      const files = items.map(({ id, kind: is, byteSize = null, createdAt, hint }) => ({
        id,
        kind: is,
        byteSize,
        createdAt,
        hint: view.allowsText(hint) ? hint : '',
      }));
      const lines = files.map(
        ({ id, kind: is, byteSize, createdAt, hint }) =>
          `${id} ${is} ${byteSize === null ? 'not read yet' : `${byteSize} bytes`}, ${new Date(createdAt).toISOString()}: ${hint}`,
      );
      const text = lines.length === 0 ? 'This conversation has no files.' : lines.join('\n');
      return { text, data: { files } };
    }),
  });

const readTool = ({ contextFiles, redacted, charged }: ContextToolParts): Tool =>
  defineTool({
    name: 'context_read',
    description:
      'Reads a page of a file of this conversation by its id. offset and limit are bytes; limit is 8192 unless said otherwise, 65536 at most. Go on from nextOffset until done.',
    input: z.strictObject({
      id: FileId,
      offset: z.number().int().min(0).optional().describe('Default 0.'),
      limit: z.number().int().min(4).max(65_536).optional().describe('Default 8192.'),
    }),
    origin: 'context',
    ephemeral: 5,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ id, offset = 0, limit = 8192 }, context) => {
      const { conversationId } = context;
      const page = await contextFiles.read({ conversationId, id, offset, limit });
      const content = redactRanges(page.content, page.offset, await redacted(context, id));
      const { nextOffset, done, byteSize = null } = page;
      const head = `[${id}: bytes ${page.offset}-${nextOffset} of ${byteSize ?? '?'}; ${done ? 'done' : `nextOffset=${nextOffset}`}]`;
      const data = { id, offset: page.offset, limit, nextOffset, done, byteSize };
      return charged(context, id, { text: `${head}\n${content}`, data, contextRefs: [id] });
    }),
  });

const tailTool = ({ contextFiles, redacted, charged }: ContextToolParts): Tool =>
  defineTool({
    name: 'context_tail',
    description:
      'Reads the last lines of a file of this conversation: 200 unless lines says otherwise, 2000 at most. When they are too long together it begins within a line and says so.',
    input: z.strictObject({
      id: FileId,
      lines: z.number().int().min(1).max(2000).optional().describe('Default 200.'),
    }),
    origin: 'context',
    ephemeral: 5,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ id, lines = 200 }, context) => {
      const { conversationId } = context;
      const tail = await contextFiles.tail({ conversationId, id, lines });
      const { offset = 0, truncated = false } = tail;
      const content = redactRanges(tail.content, offset, await redacted(context, id));
      const cut = truncated ? '; the beginning is cut, use context_read for it' : '';
      const head = `[${id}: last ${tail.lines} lines, from byte ${offset}${cut}]`;
      const data = { id, lines: tail.lines, offset, truncated };
      return charged(context, id, { text: `${head}\n${content}`, data, contextRefs: [id] });
    }),
  });

/** S0-07 to S0-12: the files of this conversation and of no other. */
export const createContextTools = (dependencies: ContextToolDependencies): Tool[] => {
  const { contextFiles, countTokens } = dependencies;
  const parts: ContextToolParts = {
    ...dependencies,
    redacted: createRedactedRanges({ contextFiles }),
    async charged({ conversationId }, id, answer) {
      await contextFiles.recordUse(conversationId, id, { tokens: countTokens(answer.text) });
      return { ...answer, from: { fromConversation: true } };
    },
  };
  return [listTool(parts), readTool(parts), tailTool(parts), createContextGrepTool(parts)];
};
