/** One step back: the imported chapters go among the deleted ones. */
import { useCallback } from 'react';
import { notify } from '#renderer/app/notices.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { useSession } from '#renderer/app/session.ts';
import { offerUndo } from '#renderer/app/steps.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import type { Output } from '#shared/contract/index.ts';

type Made = Pick<Output<'import:commit'>, 'projectId' | 'created'>;

export function useUndoImport(): (made: Made) => void {
  const { t } = useWords();
  return useCallback(
    ({ projectId, created }) => {
      const undo = async () => {
        await flushEdits();
        const { documents, removed, kept } = await call('import:undo', { projectId, created });
        const session = useSession.getState();
        session.setDocuments(projectId, documents);
        const [first] = documents;
        if (first && !documents.some((one) => one.documentId === session.documentId)) {
          session.openDocument(first.documentId);
        }
        const text = t(kept === 0 ? 'import:undone' : 'import:undoneSome', {
          count: removed,
          kept,
        });
        notify({ text, place: 'binder' });
      };
      offerUndo({
        projectId,
        text: t('import:done', { count: created.length }),
        place: 'binder',
        undo,
      });
    },
    [t],
  );
}
