/** The tool `Read`. */
import { z } from 'zod';
import type { ContextFilesService } from '#main/assistant/files/service.ts';
import { documentKey } from '#shared/domain/source-key.ts';
import { defineTool, type Tool, type ToolContext } from '../../tool.ts';
import { type ToolAnswer, catchToolFailure, Refusal } from '../catch-tool-failure.ts';
import {
  checkFileIsOpen,
  isContextAddress,
  readContextText,
  resolveContextAddress,
} from '../context/context-text.ts';
import { splitLines, numbered, pageLines } from './page-lines.ts';
import type { ProjectFiles } from './project-files.ts';
import type { SeenFiles } from './seen-files.ts';

const maxLines = 500;
const maxBytes = 48 * 1024;
/** Room for what stands above and below the lines. */
const frameBytes = 2048;

const Input = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(1000)
    .describe('File relative to the project folder, or context://… of this conversation.'),
  offset: z.number().int().min(1).optional().describe('First line, from 1. Default 1.'),
  column: z
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Character of the first line to begin at; for lines too long for one call.'),
  limit: z.number().int().min(1).max(maxLines).optional().describe(`Lines. Default ${maxLines}.`),
});

type Source = {
  path: string;
  text: string;
  mtime: number | null;
  about: string[];
  note: string | null;
};

const stamp = (mtime: number | null): string =>
  mtime === null ? '' : `, modified ${new Date(mtime).toISOString()}`;

const answerOf = (
  source: Source,
  { offset = 1, column = 1, limit = maxLines }: z.infer<typeof Input>,
  pageBytes: number,
): ToolAnswer => {
  const lines = splitLines(source.text);
  if (offset > Math.max(1, lines.length)) {
    throw new Refusal('LINE_OUTSIDE', `The file has ${lines.length} lines.`);
  }
  const page = pageLines(lines, {
    offset,
    column,
    limit,
    bytes: Math.min(maxBytes, pageBytes) - frameBytes,
  });
  const endLine = page.lines.at(-1)?.number ?? 0;
  const startLine = page.lines[0]?.number ?? 0;
  const shown =
    page.lines.length === 0
      ? 'empty'
      : `lines ${startLine}-${endLine} of ${lines.length}${column > 1 ? `, from column ${column}` : ''}`;
  const next =
    page.next === null
      ? []
      : page.next.column > 1
        ? [
            `Line ${page.next.offset} goes on. Read on with offset=${page.next.offset}, column=${page.next.column}.`,
          ]
        : [`Read on with offset=${page.next.offset}.`];
  const notes = source.note === null ? [] : [source.note];
  return {
    text: [
      `${source.path} (${shown}${stamp(source.mtime)})`,
      ...source.about,
      ...page.lines.map(numbered),
      ...next,
      ...notes,
    ].join('\n'),
    data: {
      path: source.path,
      startLine,
      endLine,
      totalLines: lines.length,
      lines: page.lines.map(({ text }) => text),
      mtime: source.mtime,
      mtimeIso: source.mtime === null ? null : new Date(source.mtime).toISOString(),
      next: page.next,
      truncated: page.next !== null,
      ...(source.note === null ? {} : { note: source.note }),
    },
  };
};

/** `Read` (S4-27, S2-06). */
export const createReadTool = (dependencies: {
  files: ProjectFiles;
  seen: SeenFiles;
  contextFiles: Pick<ContextFilesService, 'read' | 'findByPath' | 'recordUse'>;
  countTokens(text: string): number;
}): Tool => {
  const { files, seen, contextFiles } = dependencies;

  const fromContext = async (
    input: z.infer<typeof Input>,
    { conversationId, view, opensFile, pageBytes }: ToolContext,
  ): Promise<ToolAnswer> => {
    const id = await resolveContextAddress(contextFiles, conversationId, input.path);
    checkFileIsOpen(opensFile, id);
    const { text, about } = await readContextText(contextFiles, conversationId, id);
    const answer = answerOf(
      {
        path: input.path,
        text: view.redact(text).text,
        mtime: null,
        about: about === null ? [] : [about],
        note: null,
      },
      input,
      pageBytes,
    );
    await contextFiles.recordUse(conversationId, id, {
      tokens: dependencies.countTokens(answer.text),
    });
    return { ...answer, contextRefs: [id], from: { fromConversation: true } };
  };

  const fromProject = async (
    input: z.infer<typeof Input>,
    context: ToolContext,
  ): Promise<ToolAnswer> => {
    const file = await files.find(context, input.path);
    const { text, version, redacted } = await files.readText(context, file);
    const { document, path, mtime } = file;
    const { view, place } = context;
    const isPlace = document !== null && document.documentId === place;
    const { text: open, redacted: named } = isPlace
      ? view.redactUnsendable(text)
      : view.redact(text);
    const title = document ? files.title(context, document) : '';
    const about = document
      ? [`Chapter ${document.chapter}${title === '' ? '' : `: ${title}`}`]
      : [];
    if (named > 0) about.push(`${named} paragraphs are kept back by fences of the writer.`);
    if (redacted > 0)
      about.push(`${redacted} lines are kept back: they stand in a fenced chapter.`);
    const chapter =
      document && version !== null ? { documentId: document.documentId, version } : null;
    const isChanged = seen.note(context.conversationId, { path, mtime, chapter });
    const note = isChanged ? `Note: ${path} was modified externally.` : null;
    const answer = answerOf({ path, text: open, mtime, about, note }, input, context.pageBytes);
    const read = document
      ? [document.documentId]
      : await files.sourcesOf(context, [{ path, text }]);
    return { ...answer, from: { read: read.map(documentKey), exact: true } };
  };

  return defineTool({
    name: 'Read',
    description: `Reads a chapter, another text file of the project, or a context://… file of this conversation, with line numbers. At most ${maxLines} lines and 48 KB a call (less for models that see little); what comes last says where to read on (offset, and column within a very long line). What is not text, and what a fence of the writer keeps back, is not shown. When a file changed since this conversation last read it, a note says so.`,
    input: Input,
    origin: 'file',
    ephemeral: 5,
    readOnly: true,
    permission: null,
    run: catchToolFailure((input, context) =>
      isContextAddress(input.path) ? fromContext(input, context) : fromProject(input, context),
    ),
  });
};
