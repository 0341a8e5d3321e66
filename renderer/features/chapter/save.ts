import { useSession } from '#renderer/app/session.ts';
import { call } from '#renderer/rpc/index.ts';
import type { ChapterChanges } from './draft.ts';

/**
 * Writes what changed and shows it in the binder.
 * @throws RpcError PROJECT_LOCKED, DOCUMENT_NOT_FOUND and what writing a file can meet
 */
export async function saveChapter(
  projectId: string,
  documentId: string,
  { chapter, book }: ChapterChanges,
): Promise<void> {
  if (chapter !== null) {
    const changed = await call('documents:update', { projectId, documentId, ...chapter });
    const { project, setDocuments } = useSession.getState();
    if (project?.projectId !== projectId) return;
    setDocuments(
      projectId,
      project.documents.map((one) => (one.documentId === documentId ? changed : one)),
    );
  }
  if (book === null) return;
  const { pointOfViewEntityId } = await call('projects:update', { projectId, ...book });
  useSession.setState(({ project }) =>
    project?.projectId === projectId ? { project: { ...project, pointOfViewEntityId } } : {},
  );
}
