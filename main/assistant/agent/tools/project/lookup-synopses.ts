/** The tool `lookup_synopses`: the story so far, chapter by chapter (E3). */
import { z } from 'zod';
import { ChapterNumber } from '#shared/domain/identifiers.ts';
import { documentKey } from '#shared/domain/source-key.ts';
import type { DocumentsService } from '#main/book/documents/service.ts';
import { type ClosedPassages, closedLineNotice } from '../../fenced-chapters/index.ts';
import { defineTool, type Tool, type ToolContext } from '../../tool.ts';
import { catchToolFailure, type ToolAnswer } from '../catch-tool-failure.ts';
import { allowsPath, type ProjectFiles } from '../files/project-files.ts';

const maxChapters = 100;

const Input = z.strictObject({
  fromChapter: ChapterNumber.optional().describe('Left out: from the first chapter.'),
  toChapter: ChapterNumber.optional().describe('The last one wanted. Left out: to the end.'),
});

type Line = {
  file: string;
  chapter: number;
  title: string;
  /** '' where there is none. */
  synopsis: string;
  isStale: boolean;
};

const lineWords = ({ file, chapter, title, synopsis, isStale }: Line): string => {
  const where = `${chapter}. ${title === '' ? file : `"${title}" (${file})`}`;
  if (synopsis === '') return `${where}: no synopsis`;
  return `${where}${isStale ? ', older than its text' : ''}\n${synopsis}`;
};

const describe = (lines: readonly Line[], next: number | null): string => {
  if (lines.length === 0) return 'There is no such chapter.';
  const more = next === null ? [] : [`More follow: fromChapter=${next}.`];
  return [...lines.map(lineWords), ...more].join('\n\n');
};

/** `lookup_synopses`. A closed chapter is not listed, and a synopsis tells nothing of one (N3). */
export const createLookupSynopsesTool = (dependencies: {
  documents: Pick<DocumentsService, 'list'>;
  files: Pick<ProjectFiles, 'title'>;
  closedPassages: ClosedPassages;
}): Tool => {
  const { documents, files, closedPassages } = dependencies;

  /** Tells of a synopsis what is open: neither words of closed chapters, nor fenced names, nor closed titles. */
  const findOpen = async (context: ToolContext): Promise<(synopsis: string) => string> => {
    const { view, language } = context;
    const closed = await closedPassages(context);
    const notice = closedLineNotice(language);
    return (synopsis) => view.redactSaid(closed?.redact(synopsis, notice).text ?? synopsis);
  };

  const lookUp = async (
    { fromChapter = 1, toChapter }: z.output<typeof Input>,
    context: ToolContext,
  ): Promise<ToolAnswer> => {
    const { view } = context;
    const open = documents
      .list(context.projectId)
      .filter(({ chapter }) => chapter >= fromChapter && chapter <= (toChapter ?? chapter))
      .filter(({ documentId, path }) => view.allowsDocument(documentId) && allowsPath(view, path));
    const page = open.slice(0, maxChapters);
    const openOf = await findOpen(context);
    const chapters = page.map(
      (document): Line => ({
        ...{ file: document.path, chapter: document.chapter },
        title: files.title(context, document),
        synopsis: openOf(document.synopsis),
        isStale: document.synopsisStale === true,
      }),
    );
    const next = open[maxChapters]?.chapter ?? null;
    return {
      text: describe(chapters, next),
      data: { chapters, total: open.length, truncated: next !== null },
      from: { read: page.map(({ documentId }) => documentKey(documentId)), exact: true },
    };
  };

  return defineTool({
    name: 'lookup_synopses',
    description: `Lists the chapters in order with their synopses, the writer's own or accepted ones: the story so far in outline. What a chapter says exactly is in its text; use Read. At most ${maxChapters} chapters a call.`,
    input: Input,
    origin: 'project',
    ephemeral: null,
    readOnly: true,
    permission: null,
    run: catchToolFailure(lookUp),
  });
};
