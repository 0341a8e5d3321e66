import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { openDocumentInfo, useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Dialog } from '#renderer/ui/index.ts';
import { History } from './history.tsx';
import './history.css';

/** Earlier versions of the open chapter. */
export function HistoryDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'history');
  const projectId = useSession((session) => session.project?.projectId);
  const document = useSession(openDocumentInfo);
  if (projectId === undefined || document === null) return null;
  return (
    <Dialog
      size="wide"
      title={t('history:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && <History projectId={projectId} document={document} />}
    </Dialog>
  );
}
