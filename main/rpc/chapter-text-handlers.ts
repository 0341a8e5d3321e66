/** The channels that carry a chapter's text with where it comes from (N14). */
import type { DocumentsService } from '#main/book/documents/service.ts';
import type { OriginsService } from '#main/book/origins/service.ts';
import type { Handlers } from './dispatch.ts';

export type ChapterTextServices = { documents: DocumentsService; origins: OriginsService };

type ChapterTextChannel =
  | 'documents:read'
  | 'documents:save'
  | 'documents:conflict:resolve'
  | 'origins:report';

/** @param requireOpen throws for a project that is unknown or closed */
export const createChapterTextHandlers = (
  { documents, origins }: ChapterTextServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ChapterTextChannel> => ({
  'documents:read': async ({ projectId, documentId }) => {
    const read = await documents.read(projectId, documentId);
    return { ...read, origins: [...(await origins.read({ projectId, documentId }, read))] };
  },
  'documents:save': async (input) => {
    const saved = await documents.save(input);
    const { text, version } = saved;
    if (text === undefined) return saved;
    const runs = await origins.read(input, { text, version });
    return { ...saved, origins: [...runs] };
  },
  'documents:conflict:resolve': (input) => documents.resolveConflict(input),
  'origins:report': ({ projectId }) => {
    requireOpen(projectId);
    return origins.report(projectId);
  },
});
