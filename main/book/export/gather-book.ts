/** Reads from the folder what an export is made of. */
import type { ExportLayout } from '#shared/domain/export.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import { volumesIn } from '#shared/volumes.ts';
import type { Clock } from '#main/platform.ts';
import type { DocumentsService } from '../documents/service.ts';
import type { ProjectsService } from '../projects/service.ts';
import type { BookSource, ChapterSource } from './build-book.ts';

export type BookSources = {
  projects: Pick<ProjectsService, 'get' | 'list'>;
  documents: Pick<DocumentsService, 'list' | 'info' | 'read'>;
  clock: Clock;
};

export type ExportRequest = {
  projectId: string;
  documentIds?: readonly string[] | undefined;
  author: string;
  contact: string;
  layout: ExportLayout;
};

/** Those of them that go out, in binder order. EXPORT_EMPTY. */
const chosenChapters = (
  all: readonly DocumentInfo[],
  { documentIds }: ExportRequest,
): readonly DocumentInfo[] => {
  const chosen = new Set(documentIds);
  const chapters = documentIds ? all.filter(({ documentId }) => chosen.has(documentId)) : all;
  if (chapters.length === 0) throw new AppError('EXPORT_EMPTY', 'The book has no chapters.');
  return chapters;
};

/**
 * @param isRead whether a chapter's text is wanted; the others take part with their titles, for counting goes over all
 */
export const gatherBook = async (
  sources: BookSources,
  request: ExportRequest,
  signal: AbortSignal,
  isRead: (documentId: string) => boolean = () => true,
): Promise<BookSource> => {
  const { projectId, author, contact } = request;
  const { name, language } = sources.projects.get(projectId);
  const all = sources.documents.list(projectId);
  const infos = chosenChapters(all, request);
  const volumes = volumesIn(all.map(({ group }) => group));
  const chapters: ChapterSource[] = [];
  for (const { documentId, title, group } of infos) {
    signal.throwIfAborted();
    const markdown = isRead(documentId)
      ? (await sources.documents.read(projectId, documentId)).text
      : '';
    chapters.push({ documentId, title, markdown, volumes: volumes(group) });
  }
  return {
    id: projectId,
    title: name,
    author,
    contact,
    language,
    wordCount: infos.reduce((sum, { wordCount }) => sum + wordCount, 0),
    madeAt: sources.clock.now(),
    chapters,
  };
};
