/** Changes of chapters made in the views of the whole book, each with its undo. */
import { chapterHeading } from '#shared/chapter-heading.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { makeStep, notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useSession } from '#renderer/app/session.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { type Change, changeOf, draftOf } from './field-drafts.ts';
import type { Field } from './store.ts';

const session = () => useSession.getState();

async function write(projectId: string, documentId: string, change: Change): Promise<void> {
  if (change.title !== undefined) await flushEdits();
  const changed = await call('documents:update', { projectId, documentId, ...change });
  const { project, setDocuments } = session();
  if (project?.projectId !== projectId) return;
  setDocuments(
    projectId,
    project.documents.map((one) => (one.documentId === documentId ? changed : one)),
  );
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
  if (project === null || change === null || draft.trim() === before) return;
  const { projectId } = project;
  const { documentId } = document;
  await makeStep(async () => {
    await write(projectId, documentId, change);
    const { title } = chapterHeading(document.title);
    notify({
      place: 'binder',
      text: t('structure:changed', { title, field: t(`structure:fields.${field}`) }),
      undo: () => {
        const back = changeOf(field, before);
        if (back !== null) write(projectId, documentId, back).catch(reportFailure);
      },
    });
  });
}

async function move(projectId: string, documentId: string, toIndex: number): Promise<void> {
  const { documents } = await call('documents:move', { projectId, documentId, toIndex });
  session().setDocuments(projectId, documents);
}

/** Puts a chapter to a place in the binder, from 0, and offers to take it back. */
export async function moveTo(t: Translate, documentId: string, toIndex: number): Promise<void> {
  const { project } = session();
  const from = project?.documents.findIndex((one) => one.documentId === documentId) ?? -1;
  if (project === null || project.readOnly || from < 0 || from === toIndex) return;
  if (toIndex < 0 || toIndex >= project.documents.length) return;
  const { projectId } = project;
  await makeStep(async () => {
    await move(projectId, documentId, toIndex);
    const { title } = chapterHeading(project.documents[from]?.title ?? '');
    notify({
      place: 'binder',
      text: t('binder:moved', { title, place: toIndex + 1 }),
      undo: () => {
        move(projectId, documentId, from).catch(reportFailure);
      },
    });
  });
}
