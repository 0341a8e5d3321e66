/** The tool `list_chapters`. */
import { z } from 'zod';
import type { DocumentsService } from '#main/book/documents/service.ts';
import { defineTool, type Tool } from '../tool.ts';
import { catchToolFailure } from '../tools/catch-tool-failure.ts';
import { allowsPath, type ProjectFiles } from '../tools/files/project-files.ts';

const maxChapters = 200;

const Input = z.strictObject({
  offset: z.number().int().min(0).optional().describe('Chapters to skip, to read on.'),
});

/** `list_chapters` (N16). What a fence keeps back is neither listed nor counted. */
export const createListChaptersTool = (dependencies: {
  documents: Pick<DocumentsService, 'list'>;
  files: Pick<ProjectFiles, 'title'>;
}): Tool =>
  defineTool({
    name: 'list_chapters',
    description: `Lists the chapters of the book in reading order: number, path, title, status and length in characters. Give the path to Read, Edit and context_for_place. At most ${maxChapters} a call.`,
    input: Input,
    origin: 'project',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(async ({ offset = 0 }, context) => {
      const { projectId, view } = context;
      const open = dependencies.documents
        .list(projectId)
        .filter(({ documentId, path }) => view.allowsDocument(documentId) && allowsPath(view, path))
        .toSorted((one, other) => one.order - other.order);
      const page = open.slice(offset, offset + maxChapters).map((document) => ({
        chapter: document.chapter,
        path: document.path,
        title: dependencies.files.title(context, document),
        status: document.status,
        characters: document.charCount,
      }));
      const next = offset + page.length;
      const lines = page.map(
        ({ chapter, path, title, characters }) =>
          `${chapter}. ${path}${title === '' ? '' : ` "${title}"`}, ${characters} characters`,
      );
      const more = next < open.length ? [`More follow: offset=${next}.`] : [];
      return {
        text: [`${open.length} chapters.`, ...lines, ...more].join('\n'),
        data: { chapters: page, total: open.length, truncated: next < open.length },
      };
    }),
  });
