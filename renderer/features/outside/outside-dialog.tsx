/** What changed from outside: taken, kept as it was, or both (B4). */
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import {
  markOutsideSeen,
  type OutsideChoice,
  readOutside,
  settleOutside,
  useOutside,
} from '#renderer/app/outside.ts';
import { useSession } from '#renderer/app/session.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog, EmptyState, Loaded } from '#renderer/ui/index.ts';
import type { OutsideChangeInfo } from '#shared/domain/records.ts';
import { OutsideRow } from './outside-row.tsx';
import './outside.css';

type ChangesProps = { projectId: string; items: readonly OutsideChangeInfo[]; total: number };

function Changes({ projectId, items, total }: ChangesProps) {
  const { t } = useWords();
  if (items.length === 0) {
    return <EmptyState title={t('outside:empty.title')} text={t('outside:empty.text')} />;
  }
  const settle = (changeId: number, choice: OutsideChoice): void => {
    void settleOutside(projectId, changeId, choice);
  };
  const plain = items.filter(({ needsChoice }) => !needsChoice);
  const [waiting, more] = [items.length - plain.length, total - items.length];
  const markSeen = (): void => {
    void markOutsideSeen(
      projectId,
      plain.map(({ changeId }) => changeId),
    );
  };
  return (
    <>
      <p className="ui-lead">{t('outside:lead')}</p>
      <ul className="outside-list" aria-label={t('outside:title')}>
        {items.map((change) => (
          <OutsideRow
            key={change.changeId}
            change={change}
            onSettle={(choice) => settle(change.changeId, choice)}
          />
        ))}
      </ul>
      {more > 0 && <p className="ui-quiet">{t('outside:more', { count: more })}</p>}
      {plain.length > 0 && (
        <div className="outside-seen">
          <Button onPress={markSeen}>{t('outside:seen')}</Button>
          {waiting > 0 && <p className="ui-quiet">{t('outside:staying', { count: waiting })}</p>}
        </div>
      )}
    </>
  );
}

/** Over the desk; what waits is told in the status bar. */
export function OutsideDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'outside');
  const projectId = useSession((session) => session.project?.projectId);
  const { items, total, failure } = useOutside();
  if (projectId === undefined) return null;
  return (
    <Dialog
      title={t('outside:title')}
      closeLabel={t('app:actions.close')}
      isOpen={open}
      onClose={closeDialog}
    >
      {open && (
        <Loaded value={items} failure={failure} onRetry={() => void readOutside(projectId)}>
          {(known) => <Changes projectId={projectId} items={known} total={total} />}
        </Loaded>
      )}
    </Dialog>
  );
}
