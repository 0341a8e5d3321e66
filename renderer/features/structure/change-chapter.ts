/** Changes of chapters made in the views of the whole book, each with its undo. */
import { chapterHeading } from '#shared/chapter-heading.ts';
import { retitle } from '#renderer/app/chapter-title.ts';
import { useSession } from '#renderer/app/session.ts';
import { fieldChanged, inTurn, offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { type Change, changeOf, draftOf } from './field-drafts.ts';
import type { Field } from './store.ts';

const session = () => useSession.getState();

/** What an undo gives back: a synopsis that the text had gone on from is no true one for having stood there before (E3). */
type Back = Change & { synopsisStale?: true };

async function write(projectId: string, documentId: string, change: Back): Promise<DocumentInfo> {
  const changed = await call('documents:update', { projectId, documentId, ...change });
  const { project, setDocuments } = session();
  if (project?.projectId !== projectId) return changed;
  setDocuments(
    projectId,
    project.documents.map((one) => (one.documentId === documentId ? changed : one)),
  );
  return changed;
}

/** FIELD_CHANGED where it does not say any more what it said after the step that is taken back. */
async function writeBack(after: DocumentInfo, field: Field, back: Back, projectId: string) {
  const { documentId } = after;
  const { documents } = await call('documents:list', { projectId });
  const now = documents.find((one) => one.documentId === documentId);
  if (now && draftOf(now, field) !== draftOf(after, field)) throw fieldChanged();
  // Written for a text that went on since, it is not of the text of now.
  const isStale = back.synopsis !== undefined && now?.synopsisStale === true;
  await write(projectId, documentId, isStale ? { ...back, synopsisStale: true } : back);
}

/** Answers the way back. */
async function writeField(
  projectId: string,
  { documentId }: DocumentInfo,
  { field, change, back }: { field: Field; change: Change; back: Back },
): Promise<() => Promise<void>> {
  const after = await write(projectId, documentId, change);
  return () => writeBack(after, field, back, projectId);
}

/** Writes one field where it differs from what is there, and offers to take it back. */
export async function saveField(
  t: Translate,
  document: DocumentInfo,
  field: Field,
  draft: string,
): Promise<void> {
  const { project } = session();
  const before = draftOf(document, field);
  const change = changeOf(field, draft);
  const back = changeOf(field, before);
  if (project === null || change === null || back === null) return;
  if (JSON.stringify(change) === JSON.stringify(back)) return;
  const { projectId } = project;
  const { title } = chapterHeading(document.title);
  const isStale = field === 'synopsis' && document.synopsisStale === true;
  const asItWas: Back = isStale ? { ...back, synopsisStale: true } : back;
  await inTurn(async () => {
    const undo =
      change.title === undefined
        ? await writeField(projectId, document, { field, change, back: asItWas })
        : await retitle(projectId, document, change.title);
    offerUndo({
      projectId,
      place: 'binder',
      text: t('structure:changed', { title, field: t(`structure:fields.${field}`) }),
      undo,
    });
  });
}
