/** The tool `Grep`. */
import { z } from 'zod';
import { documentKey } from '#shared/domain/source-key.ts';
import { AppError, type JsonObject } from '#shared/errors.ts';
import { defineTool, type Tool, type ToolContext } from '../../tool.ts';
import { catchToolFailure, Refusal } from '../catch-tool-failure.ts';
import { compileExpression, literalExpression } from './expression.ts';
import { GlobPattern } from './glob.ts';
import { compileGlob } from './glob-pattern.ts';
import { pathSegments } from './location.ts';
import type { ProjectEntry, ProjectFiles } from './project-files.ts';
import { createLineSearch, type LineMatch } from './search-lines.ts';

const maxMatches = 200;

const Input = z.strictObject({
  pattern: z.string().min(1).max(1000).describe('RE2 regular expression, matched within a line.'),
  path: z
    .string()
    .max(1000)
    .optional()
    .describe('File or folder to search; left out, the whole project.'),
  glob: GlobPattern.optional().describe('Only files whose path matches, such as "**/第1*.md".'),
  literal: z.boolean().optional().describe('Take the pattern as plain text.'),
  caseSensitive: z.boolean().optional().describe('Default false.'),
  maxResults: z.number().int().min(1).max(maxMatches).optional().describe('Default 50.'),
  offset: z.number().int().min(0).optional().describe('Matches to skip, to read on.'),
});

type FileMatch = Pick<LineMatch, 'line' | 'text' | 'cut'> & { file: string };

/** A file that cannot be read is no reason to give up the others. */
const textOrNull = async (
  files: ProjectFiles,
  context: ToolContext,
  file: ProjectEntry,
): Promise<string | null> => {
  try {
    return context.view.redact((await files.readText(context, file)).text).text;
  } catch (error) {
    if (error instanceof Refusal || error instanceof AppError) return null;
    throw error;
  }
};

type Search = {
  matches: FileMatch[];
  /** Matching lines, those included that are not shown. */
  total: number;
  filesMatched: number;
  /** Paths of files that are no text. */
  unread: string[];
  /** Keys of what was read and matched. */
  read: string[];
  /** False when the folder was too big to look through. */
  complete: boolean;
};

const searchFiles = async (
  files: ProjectFiles,
  input: z.output<typeof Input>,
  context: ToolContext,
): Promise<Search> => {
  const { pattern, path = '', glob, maxResults = 50, offset = 0, literal = false } = input;
  const { caseSensitive = false } = input;
  const expression = literal
    ? literalExpression(pattern, caseSensitive)
    : await compileExpression(pattern, caseSensitive);
  if (glob !== undefined) pathSegments(glob);
  const filter = glob === undefined ? null : await compileExpression(compileGlob(glob), true);
  const place = await files.find(context, path);
  const walked =
    place.type === 'file' ? { files: [place], complete: true } : await files.walk(context, place);
  /** Matching files that are no chapters. */
  const plain: { path: string; text: string }[] = [];
  const searchLines = createLineSearch(expression, context.signal);
  const search: Search = {
    matches: [],
    total: 0,
    filesMatched: 0,
    unread: [],
    read: [],
    complete: walked.complete,
  };
  for (const file of walked.files) {
    if (filter && !filter.test(file.path.normalize('NFC'))) continue;
    const text = await textOrNull(files, context, file);
    if (text === null) {
      search.unread.push(file.path);
      continue;
    }
    const before = search.total;
    await searchLines(text, (match) => {
      search.total += 1;
      if (search.total <= offset || search.matches.length >= maxResults) return;
      search.matches.push({ file: file.path, ...match() });
    });
    if (search.total === before) continue;
    search.filesMatched += 1;
    if (file.document) search.read.push(documentKey(file.document.documentId));
    else plain.push({ path: file.path, text });
  }
  search.read.push(...(await files.sourcesOf(context, plain)).map(documentKey));
  return search;
};

const describeSearch = (
  { matches, total, filesMatched, unread, complete }: Search,
  offset: number,
): string => {
  const lines = matches.map(({ file, line, text }) => `${file}:${line}: ${text}`);
  const next = offset + matches.length;
  const more = next < total ? `\nShown: ${matches.length}. Read on with offset=${next}.` : '';
  const skipped = unread.length > 0 ? `\nNot text, not searched: ${unread.length} files.` : '';
  const unseen = complete ? '' : '\nThe folder is too big: not all of it was searched.';
  return `${total} lines match in ${filesMatched} files.\n${lines.join('\n')}${more}${skipped}${unseen}`;
};

const plainMatch = ({ file, line, text, cut }: FileMatch): JsonObject => ({
  file,
  line,
  text,
  ...(cut ? { cut } : {}),
});

/** `Grep`. */
export const createGrepTool = ({ files }: { files: ProjectFiles }): Tool =>
  defineTool({
    name: 'Grep',
    description: `Searches the project's chapters and other text files line by line and shows file:line with the line's text. RE2 regular expressions (no look-around, no back-references); set literal for plain text. Letter case does not count unless caseSensitive. At most ${maxMatches} lines a call; a long line is cut around the match and ends in "…". To search by meaning use search_manuscript.`,
    input: Input,
    origin: 'file',
    ephemeral: 10,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async (input, context) => {
      const { pattern, offset = 0 } = input;
      const search = await searchFiles(files, input, context);
      const { matches, total, filesMatched, unread, read, complete } = search;
      return {
        text: describeSearch(search, offset),
        data: {
          pattern,
          matches: matches.map(plainMatch),
          total,
          files: filesMatched,
          unread: unread.length,
          truncated: offset + matches.length < total || !complete,
        },
        from: { read },
        ...(complete ? {} : { status: 'partial' as const }),
      };
    }),
  });
