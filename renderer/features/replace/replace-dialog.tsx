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
  const project = useSession((session) => session.project);
  if (project === null) return null;
  return (
    <Dialog
      size="wide"
      title={t('replace:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && <WorkArea projectId={project.projectId} readOnly={project.readOnly} />}
    </Dialog>
  );
}
