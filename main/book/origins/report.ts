/** Whose the book is, chapter by chapter: counts and names of models, never a word of the text (N14). */
import type { Output } from '#shared/contract/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { AppError } from '#shared/errors.ts';
import type { DocumentsService } from '../documents/service.ts';
import { countOrigins, type CountedOrigins, nothingCounted } from './count-origins.ts';
import type { VersionedText } from '../made-text.ts';
import type { OriginsService } from './service.ts';
import type { OriginsStore } from './store.ts';

export type ReportedChapters = Pick<DocumentsService, 'list' | 'read'>;

type ReportedChapter = Output<'origins:report'>['chapters'][number];

/** Versions are hashes of the text already; publishers know them by their digits. */
const toHex = (version: string): string => Buffer.from(version, 'base64url').toString('hex');

const describe = (
  { documentId, title, chapter, fence }: DocumentInfo,
  { counts, accepted }: CountedOrigins,
  sha256: string | null,
): ReportedChapter => ({
  ...{ documentId, title, chapter, isFenced: fence !== null, sha256, counts },
  accepted: [...accepted].map(([sourceId, count]) => ({ sourceId, count })),
});

export const createReport = ({
  store,
  documents,
  read,
}: {
  store: OriginsStore;
  documents: ReportedChapters;
  read: OriginsService['read'];
}): OriginsService['report'] => {
  /** Null for a chapter that went away or cannot be read: the report says so. */
  const readText = async (projectId: string, documentId: string): Promise<VersionedText | null> => {
    try {
      return await documents.read(projectId, documentId);
    } catch (error) {
      if (error instanceof AppError && error.code.startsWith('DOCUMENT_')) return null;
      throw error;
    }
  };
  return async (projectId) => {
    const chapters: ReportedChapter[] = [];
    for (const info of documents.list(projectId)) {
      const text = await readText(projectId, info.documentId);
      if (text === null) {
        chapters.push(describe(info, nothingCounted(), null));
        continue;
      }
      const runs = await read({ projectId, documentId: info.documentId }, text);
      chapters.push(describe(info, countOrigins(text.text, runs), toHex(text.version)));
    }
    const used = new Set(
      chapters.flatMap(({ accepted }) => accepted.map(({ sourceId }) => sourceId)),
    );
    const sources = store.sources(projectId).filter(({ sourceId }) => used.has(sourceId));
    return { chapters, sources };
  };
};
