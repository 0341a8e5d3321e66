/** The tool `Glob`. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';
import { compileExpression } from './expression.ts';
import { compileGlob } from './glob-pattern.ts';
import { FolderPath } from './inputs.ts';
import { pathSegments } from './location.ts';
import type { ProjectFiles } from './project-files.ts';

const maxMatches = 500;

export const GlobPattern = z
  .string()
  .min(1)
  .max(500)
  .describe('Such as "**/*.md", "第一卷/*.md", "{大纲,设定}*". Without a slash: any folder.');

const Input = z.strictObject({ pattern: GlobPattern, path: FolderPath });

/** `Glob`. */
export const createGlobTool = ({ files }: { files: ProjectFiles }): Tool =>
  defineTool({
    name: 'Glob',
    description: `Finds files of the project by name: * and ? within a name, ** over folders, {a,b} and [a-z]. Patterns are relative to path. Chapters come first, in the order of the book. At most ${maxMatches} paths a call; narrow the pattern when there are more.`,
    input: Input,
    origin: 'file',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ pattern, path = '' }, context) => {
      pathSegments(pattern);
      const expression = await compileExpression(compileGlob(pattern), true);
      const folder = await files.find(context, path);
      const { files: all, complete } = await files.walk(context, folder);
      const below = folder.path === '' ? 0 : folder.path.length + 1;
      const found = all
        .map((file) => file.path)
        .filter((found) => expression.test(found.slice(below).normalize('NFC')));
      const matches = found.slice(0, maxMatches);
      const truncated = matches.length < found.length || !complete;
      const cut = matches.length < found.length ? ` The first ${matches.length}:` : '';
      const unseen = complete ? '' : '\nThe folder is too big: not all of it was looked at.';
      return {
        text: `${found.length} files match ${pattern}.${cut}\n${matches.join('\n')}${unseen}`,
        data: { pattern, matches, total: found.length, truncated },
        // Paths are known wherever they stand.
        from: { read: [] },
        ...(complete ? {} : { status: 'partial' as const }),
      };
    }),
  });
