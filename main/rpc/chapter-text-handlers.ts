/** The channels that carry a chapter's text with where it comes from (N14). */
import type { DocumentsService, DocumentText } from '#main/book/documents/service.ts';
import type { OriginsService } from '#main/book/origins/service.ts';
import type { ProjectsService } from '#main/book/projects/service.ts';
import type { Handlers } from './dispatch.ts';

export type ChapterTextServices = {
  documents: DocumentsService;
  origins: OriginsService;
  projects: Pick<ProjectsService, 'locate'>;
};

type ChapterTextChannel =
  | 'documents:read'
  | 'documents:save'
  | 'documents:draft'
  | 'documents:conflict:resolve'
  | 'documents:snapshots:restore'
  | 'documents:snapshots:restoreOriginal'
  | 'origins:report'
  | 'provenance:read';

/** @param requireOpen throws for a project that is unknown or closed */
export const createChapterTextHandlers = (
  { documents, origins, projects }: ChapterTextServices,
  requireOpen: (projectId: string) => void,
): Pick<Handlers, ChapterTextChannel> => {
  const withOrigins = async <T extends DocumentText>(
    { projectId, documentId }: { projectId: string; documentId: string },
    text: T,
  ) => ({ ...text, origins: [...(await origins.read({ projectId, documentId }, text))] });
  return {
    'documents:read': async (input) => {
      const { projectId, documentId } = input;
      // A page that is loaded anew reads what the one before it had typed.
      await documents.settleDrafts(projectId, documentId);
      return withOrigins(input, await documents.read(projectId, documentId));
    },
    'documents:draft': (input) => documents.keepDraft(input),
    'documents:save': async (input) => {
      const saved = await documents.save(input);
      const { text } = saved;
      return text === undefined ? saved : withOrigins(input, { ...saved, text });
    },
    'documents:conflict:resolve': async (input) =>
      withOrigins(input, await documents.resolveConflict(input)),
    'documents:snapshots:restore': async (input) =>
      withOrigins(input, await documents.restoreSnapshot(input)),
    'documents:snapshots:restoreOriginal': async (input) => {
      const { projectId, documentId, snapshotId } = input;
      return withOrigins(input, await documents.restoreOriginal(projectId, documentId, snapshotId));
    },
    'provenance:read': async ({ projectId, documentId }) => {
      await documents.settleDrafts(projectId, documentId);
      const text = await documents.read(projectId, documentId);
      const spans = await origins.provenance({ projectId, documentId }, text);
      return { spans, version: text.version };
    },
    'origins:report': async ({ projectId }) => {
      requireOpen(projectId);
      const { createdAt: since } = projects.locate(projectId);
      return { since, ...(await origins.report(projectId)) };
    },
  };
};
