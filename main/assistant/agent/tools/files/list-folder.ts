/** The tool `LS`. */
import { z } from 'zod';
import { defineTool, type Tool } from '../../tool.ts';
import { catchToolFailure } from '../catch-tool-failure.ts';
import { inReadingOrder, type ProjectEntry, type ProjectFiles } from './project-files.ts';
import { FolderPath } from './inputs.ts';

const maxEntries = 500;

const Input = z.strictObject({
  path: FolderPath,
  offset: z.number().int().min(0).optional().describe('Entries to skip; for long folders.'),
});

const bySort = (one: ProjectEntry, other: ProjectEntry): number =>
  one.type === other.type ? inReadingOrder(one, other) : one.type === 'directory' ? -1 : 1;

/** `LS`. */
export const createListFolderTool = ({ files }: { files: ProjectFiles }): Tool =>
  defineTool({
    name: 'LS',
    description: `Lists one folder of the writer's project: subfolders, chapters (with number, title and length) and other files. Not recursive; use Glob for that. At most ${maxEntries} entries a call, then page with offset.`,
    input: Input,
    origin: 'file',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ path = '', offset = 0 }, context) => {
      const folder = await files.find(context, path);
      const all = (await files.list(context, folder)).sort(bySort);
      const page = all.slice(offset, offset + maxEntries);
      const directories = all.filter(({ type }) => type === 'directory').length;
      const truncated = offset + page.length < all.length;
      const lineOf = ({ name, type, size, document }: ProjectEntry): string => {
        if (type === 'directory') return `${name}/`;
        if (!document) return `${name} (${size} bytes)`;
        const title = files.title(context, document);
        const titled = title === '' ? '' : `, "${title}"`;
        return `${name} (chapter ${document.chapter}${titled}, ${document.charCount} characters)`;
      };
      const counted = `${directories} folders, ${all.length - directories} files.`;
      const more = truncated ? `\nMore follow: offset=${offset + page.length}.` : '';
      return {
        text: `${folder.path === '' ? 'Project folder' : folder.path}: ${counted}\n${page.map(lineOf).join('\n')}${more}`,
        data: {
          path: folder.path,
          entries: page.map(({ name, type, size }) =>
            type === 'directory' ? { name, type } : { name, type, size },
          ),
          directories,
          files: all.length - directories,
          truncated,
        },
        // Paths and titles are known wherever they stand.
        from: { read: [], exact: true },
      };
    }),
  });
