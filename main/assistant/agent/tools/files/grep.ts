import { z } from 'zod';
import { documentKey } from '#shared/domain/source-key.ts';
import { AppError } from '#shared/errors.ts';
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

const keyOf = ({ document }: ProjectEntry): string[] =>
  document ? [documentKey(document.documentId)] : [];

/** A file that cannot be read is no reason to give up the others. */
const textOrNull = async (
  files: ProjectFiles,
  context: ToolContext,
  file: ProjectEntry,
): Promise<string | null> => {
  try {
    return context.view.withhold((await files.readText(context, file)).text).text;
  } catch (error) {
    if (error instanceof Refusal || error instanceof AppError) return null;
    throw error;
  }
};

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
      const { pattern, path = '', glob, maxResults = 50, offset = 0, literal = false } = input;
      const { caseSensitive = false } = input;
      const expression = literal
        ? literalExpression(pattern, caseSensitive)
        : await compileExpression(pattern, caseSensitive);
      if (glob !== undefined) pathSegments(glob);
      const filter = glob === undefined ? null : await compileExpression(compileGlob(glob), true);
      const place = await files.find(context, path);
      const walked =
        place.type === 'file'
          ? { files: [place], complete: true }
          : await files.walk(context, place);
      const search = createLineSearch(expression, context.signal);
      const matches: FileMatch[] = [];
      const unread: string[] = [];
      const read: string[] = [];
      let total = 0;
      let filesMatched = 0;
      for (const file of walked.files) {
        if (filter && !filter.test(file.path.normalize('NFC'))) continue;
        const text = await textOrNull(files, context, file);
        if (text === null) {
          unread.push(file.path);
          continue;
        }
        const before = total;
        await search(text, (match) => {
          total += 1;
          if (total <= offset || matches.length >= maxResults) return;
          matches.push({ file: file.path, ...match() });
        });
        if (total === before) continue;
        filesMatched += 1;
        read.push(...keyOf(file));
      }
      const truncated = offset + matches.length < total || !walked.complete;
      const lines = matches.map(({ file, line, text }) => `${file}:${line}: ${text}`);
      const more =
        offset + matches.length < total
          ? `\nShown: ${matches.length}. Read on with offset=${offset + matches.length}.`
          : '';
      const skipped = unread.length > 0 ? `\nNot text, not searched: ${unread.length} files.` : '';
      const unseen = walked.complete ? '' : '\nThe folder is too big: not all of it was searched.';
      return {
        text: `${total} lines match in ${filesMatched} files.\n${lines.join('\n')}${more}${skipped}${unseen}`,
        data: {
          pattern,
          matches: matches.map(({ file, line, text, cut }) => ({
            file,
            line,
            text,
            ...(cut ? { cut } : {}),
          })),
          total,
          files: filesMatched,
          unread: unread.length,
          truncated,
        },
        from: { read },
        ...(walked.complete ? {} : { status: 'partial' as const }),
      };
    }),
  });
