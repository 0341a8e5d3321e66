/** What changed from outside: taken, kept as it was, or both (B4). */
import { useRef } from 'react';
import { closeDialog, useDialogs } from '#renderer/app/dialogs.ts';
import {
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

/** A fence that was loosened by hand is never taken along with the rest. */
const isPlain = ({ change }: OutsideChangeInfo): boolean => change !== 'fenceKept';

function Changes({ projectId, items }: { projectId: string; items: readonly OutsideChangeInfo[] }) {
  const { t } = useWords();
  const list = useRef<HTMLUListElement>(null);
  if (items.length === 0) {
    return <EmptyState title={t('outside:empty.title')} text={t('outside:empty.text')} />;
  }
  const settle = (changeIds: readonly number[], choice: OutsideChoice): void => {
    // The row that was decided goes; the keys stay in the list.
    void settleOutside(projectId, changeIds, choice).then(() => list.current?.focus());
  };
  const plain = items.filter(isPlain).map(({ changeId }) => changeId);
  return (
    <>
      <p className="ui-lead">{t('outside:lead')}</p>
      <ul ref={list} tabIndex={-1} className="outside-list" aria-label={t('outside:title')}>
        {items.map((change) => (
          <OutsideRow
            key={change.changeId}
            change={change}
            onSettle={(choice) => settle([change.changeId], choice)}
          />
        ))}
      </ul>
      {plain.length > 1 && (
        <Button onPress={() => settle(plain, 'take')}>{t('outside:takeAll')}</Button>
      )}
    </>
  );
}

/** Over the desk; what waits is told in the status bar. */
export function OutsideDialog() {
  const { t } = useWords();
  const open = useDialogs((dialogs) => dialogs.open === 'outside');
  const projectId = useSession((session) => session.project?.projectId);
  const { items, failure } = useOutside();
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
          {(known) => <Changes projectId={projectId} items={known} />}
        </Loaded>
      )}
    </Dialog>
  );
}
