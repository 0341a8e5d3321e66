/** One step back: the imported chapters go among the deleted ones. */
import { notify } from '#renderer/app/notices.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { isOpenProject, useSession } from '#renderer/app/session.ts';
import { offerUndo } from '#renderer/app/steps.ts';
import type { Translate } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
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
  const undone = await call('import:undo', { projectId, created });
  const { documents, removed, keptDocumentIds } = undone;
  if (!isOpenProject(projectId)) return;
  const session = useSession.getState();
  session.setDocuments(projectId, documents);
  const [first] = documents;
  if (first && !documents.some((one) => one.documentId === session.documentId)) {
    session.openDocument(first.documentId);
  }
  const stayed = documents.filter(({ documentId }) => keptDocumentIds.includes(documentId));
  const text =
    stayed.length === 0 ? t('import:undone', { count: removed }) : toldWithKept(t, removed, stayed);
  notify({ text, place: 'binder' });
}

/** So many are named; the others are counted. */
const maxNamed = 3;

function toldWithKept(t: Translate, count: number, stayed: readonly DocumentInfo[]): string {
  const named = stayed.slice(0, maxNamed).map(({ title }) => t('import:stayed.title', { title }));
  const titles = named.join(t('import:stayed.between'));
  const more = stayed.length - named.length;
  const which = more > 0 ? t('import:stayed.more', { titles, more }) : titles;
  return t('import:undoneSome', { count, kept: stayed.length, titles: which });
}

export function offerUndoOfImport(t: Translate, made: Made): void {
  offerUndo({
    projectId: made.projectId,
    text: t('import:done', { count: made.created.length }),
    place: 'binder',
    undo: () => undoImport(t, made),
  });
}
