import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Dialog } from '#renderer/ui/index.ts';
import { WorkArea } from './work-area.tsx';
import './replace.css';

/** Find, replace and rename in the whole book. */
export function ReplaceDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'replace');
  // Not the whole book: a chapter replaced in draws no list of thousands of places anew.
  const projectId = useSession(({ project }) => project?.projectId);
  const readOnly = useSession(({ project }) => project?.readOnly ?? true);
  if (projectId === undefined) return null;
  return (
    <Dialog
      size="wide"
      title={t('replace:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && <WorkArea projectId={projectId} readOnly={readOnly} />}
    </Dialog>
  );
}
