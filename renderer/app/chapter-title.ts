/** Another title for a chapter, and the way back to the one it had (W1). */
import { call } from '#renderer/rpc/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { flushEdits } from './flush.ts';
import { useSession } from './session.ts';
import { fieldChanged } from './steps.ts';

type NewTitle = { documentId: string; title: string; heading?: string };

const titleAmong = (documents: readonly DocumentInfo[], documentId: string) =>
  documents.find((one) => one.documentId === documentId)?.title;

/** What it reads as then, which is not always what was given: marks of emphasis are no part of a title. */
async function writeTitle(projectId: string, given: NewTitle) {
  await flushEdits();
  const { documents, headingBefore } = await call('documents:rename', { projectId, ...given });
  useSession.getState().setDocuments(projectId, documents);
  return { after: titleAmong(documents, given.documentId), headingBefore };
}

/**
 * Answers the way back: to the very words of the heading, with the marks they had. It throws FIELD_CHANGED where the
 * chapter is called otherwise since.
 */
export async function retitle(
  projectId: string,
  { documentId, title: before }: DocumentInfo,
  title: string,
): Promise<() => Promise<void>> {
  const { after, headingBefore } = await writeTitle(projectId, { documentId, title });
  return async () => {
    const { documents } = await call('documents:list', { projectId });
    const now = titleAmong(documents, documentId);
    if (now !== undefined && now !== after) throw fieldChanged();
    const heading = headingBefore === null ? {} : { heading: headingBefore };
    await writeTitle(projectId, { documentId, title: before, ...heading });
  };
}
