import { useState } from 'react';
import { closeDialog } from '#renderer/app/dialogs.ts';
import { flushEdits } from '#renderer/app/flush.ts';
import { notify } from '#renderer/app/notices.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { CompareTexts } from '#renderer/features/compare/index.ts';
import { formatMoment } from '#renderer/i18n/format.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { Button, EmptyState, FailureBlock, List } from '#renderer/ui/index.ts';
import type { DocumentInfo, SnapshotInfo } from '#shared/domain/project.ts';
import { useSnapshots, useSnapshotText } from './use-snapshots.ts';

type HistoryProps = { projectId: string; document: DocumentInfo };

function useRestore({ projectId, document }: HistoryProps): (snapshot: SnapshotInfo) => void {
  const { t, language } = useWords();
  const scope = { projectId, documentId: document.documentId };
  /** The newest snapshot is the text as it was just before. */
  const takeBack = async () => {
    await flushEdits();
    const { items } = await call('documents:snapshots:list', scope);
    const before = items
      .filter((item) => item.reason === 'beforeRestore')
      .toSorted((a, b) => b.createdAt - a.createdAt)[0];
    if (before === undefined) return;
    await call('documents:snapshots:restore', { ...scope, snapshotId: before.snapshotId });
  };
  const restore = async (snapshot: SnapshotInfo) => {
    await flushEdits();
    await call('documents:snapshots:restore', { ...scope, snapshotId: snapshot.snapshotId });
    closeDialog();
    notify({
      place: 'binder',
      text: t('history:restored', {
        moment: formatMoment(snapshot.createdAt, Date.now(), language),
      }),
      undo: () => {
        takeBack().catch(reportFailure);
      },
    });
  };
  return (snapshot) => {
    restore(snapshot).catch(reportFailure);
  };
}

/** The file itself, byte for byte, where a text alone would not give it back. */
function useRestoreOriginal({
  projectId,
  document,
}: HistoryProps): (snapshot: SnapshotInfo) => void {
  const { t } = useWords();
  const { documentId } = document;
  const restore = async ({ snapshotId }: SnapshotInfo) => {
    await flushEdits();
    await call('documents:snapshots:restoreOriginal', { projectId, documentId, snapshotId });
    closeDialog();
    notify({ place: 'binder', text: t('history:originalRestored') });
  };
  return (snapshot) => {
    restore(snapshot).catch(reportFailure);
  };
}

function Comparison(props: HistoryProps & { snapshot: SnapshotInfo | undefined; present: string }) {
  const { projectId, document, snapshot, present } = props;
  const { t, language } = useWords();
  const restore = useRestore({ projectId, document });
  const restoreOriginal = useRestoreOriginal({ projectId, document });
  const id = snapshot?.snapshotId ?? null;
  const text = useSnapshotText(projectId, document.documentId, id);
  if (snapshot === undefined) return <p className="ui-quiet">{t('history:choose')}</p>;
  if (text.state === 'failed') return <FailureBlock error={text.error} />;
  if (text.state !== 'ready') return <p className="ui-quiet">{t('app:loading')}</p>;
  const moment = formatMoment(snapshot.createdAt, Date.now(), language);
  const same = text.text === present;
  return (
    <>
      <div className="history-head">
        <span className="ui-lead">
          {same ? t('history:same') : t('history:comparing', { moment })}
        </span>
        {snapshot.hasOriginal === true && (
          <Button variant="quiet" onPress={() => restoreOriginal(snapshot)}>
            {t('history:restoreOriginal')}
          </Button>
        )}
        <Button isDisabled={same} onPress={() => restore(snapshot)}>
          {t('history:restore')}
        </Button>
      </div>
      {!same && (
        <CompareTexts
          left={{ title: t('history:then', { moment }), text: text.text }}
          right={{ title: t('history:now'), text: present }}
        />
      )}
    </>
  );
}

/** List at the left, the chosen version beside the present text at the right. */
export function History({ projectId, document }: HistoryProps) {
  const { t, language } = useWords();
  const [serial, setSerial] = useState(0);
  const [chosen, choose] = useState<string | null>(null);
  const versions = useSnapshots(projectId, document.documentId, serial);
  const { documentId, title } = document;
  const keep = () => {
    call('documents:snapshots:create', { projectId, documentId })
      .then(() => setSerial(serial + 1))
      .catch(reportFailure);
  };
  if (versions.state === 'loading') return <p className="ui-waiting">{t('app:loading')}</p>;
  if (versions.state === 'failed') {
    return <FailureBlock error={versions.error} onRetry={() => setSerial(serial + 1)} />;
  }
  const { items, present } = versions;
  if (items.length === 0) {
    return (
      <EmptyState
        title={t('history:empty.title')}
        text={t('history:empty.text')}
        action={<Button onPress={keep}>{t('history:create')}</Button>}
      />
    );
  }
  const selected = items.find((item) => item.snapshotId === chosen) ?? items[0];
  return (
    <div className="history">
      <div className="history-list">
        <p className="history-lead">{t('history:lead', { title, count: items.length })}</p>
        <Button size="small" onPress={keep}>
          {t('history:create')}
        </Button>
        <List
          label={t('history:list')}
          items={items}
          idOf={(item) => item.snapshotId}
          textOf={(item) => formatMoment(item.createdAt, Date.now(), language)}
          selected={selected?.snapshotId ?? null}
          onSelect={choose}
        >
          {(item) => (
            <div className="history-row">
              <span>{formatMoment(item.createdAt, Date.now(), language)}</span>
              <span className="ui-quiet">{t('history:words', { count: item.wordCount })}</span>
              <span className="ui-quiet">{t(`history:reasons.${item.reason}`)}</span>
            </div>
          )}
        </List>
      </div>
      <div className="history-compare">
        <Comparison
          projectId={projectId}
          document={document}
          snapshot={selected}
          present={present}
        />
      </div>
    </div>
  );
}
