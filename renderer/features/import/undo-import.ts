/** One step back: the imported chapters go among the deleted ones. */
import { notify } from '#renderer/app/notices.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Output } from '#shared/contract/index.ts';

type Made = Pick<Output<'import:commit'>, 'projectId' | 'created'>;

/**
 * Without `created` what the latest import into the book brought: a page that was loaded anew while it ran, or since,
 * knows its chapters no more.
 */
export async function undoImport(
  t: Translate,
  { projectId, created }: Pick<Made, 'projectId'> & Partial<Made>,
): Promise<void> {
  await flushEdits();
  const { documents, removed, kept } = await call('import:undo', { projectId, created });
  const session = useSession.getState();
  session.setDocuments(projectId, documents);
  const [first] = documents;
  if (first && !documents.some((one) => one.documentId === session.documentId)) {
    session.openDocument(first.documentId);
  }
  const text = t(kept === 0 ? 'import:undone' : 'import:undoneSome', { count: removed, kept });
  notify({ text, place: 'binder' });
}

export function offerUndoOfImport(t: Translate, made: Made): void {
  offerUndo({
    projectId: made.projectId,
    text: t('import:done', { count: made.created.length }),
    place: 'binder',
    undo: () => undoImport(t, made),
  });
}
