import { reportFailure } from '#renderer/app/report-failure.ts';
import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { call } from '#renderer/rpc/index.ts';
import { LinkButton, Progress } from '#renderer/ui/index.ts';
import { type EndedExport, type RunningExport, useExport } from './store.ts';
import './export.css';

const dismiss = (): void => useExport.setState({ ended: null });

function Running({ running }: { running: RunningExport }) {
  const { t } = useWords();
  const { done, total, cancel } = running;
  const chapters = total - 1;
  return (
    <Progress
      label={
        done >= chapters
          ? t('export:writing')
          : t('export:running', { at: done + 1, count: chapters })
      }
      value={done}
      total={total}
      {...(cancel === null ? {} : { cancelLabel: t('app:actions.cancel'), onCancel: cancel })}
    />
  );
}

function Saved({ path, projectId }: { path: string; projectId: string }) {
  const { t } = useWords();
  const show = () => {
    call('documents:export:reveal', { projectId }).catch(reportFailure);
  };
  return (
    <>
      <span className="export-bar-text">{t('export:saved', { path })}</span>
      <LinkButton onPress={show}>{t('export:show')}</LinkButton>
    </>
  );
}

function Ended({ ended }: { ended: EndedExport }) {
  const { t } = useWords();
  if (ended.state === 'saved') return <Saved path={ended.path} projectId={ended.projectId} />;
  if (ended.state === 'failed') {
    const { what, next } = failureWords(t, failureOf(ended.error));
    return (
      <span className="export-bar-text" role="alert">
        <strong>{what}</strong> {next}
      </span>
    );
  }
  return <span className="export-bar-text">{t(`export:${ended.state}`)}</span>;
}

/** One line above the status bar while a book is exported, and how that ended. It never stands over the text. */
export function ExportBar() {
  const { t } = useWords();
  const running = useExport((state) => state.running);
  const ended = useExport((state) => state.ended);
  if (running === null && ended === null) return null;
  return (
    <div className="export-bar" role="status">
      {running !== null && <Running running={running} />}
      {running === null && ended !== null && (
        <>
          <Ended ended={ended} />
          <LinkButton onPress={dismiss}>{t('app:notices.dismiss')}</LinkButton>
        </>
      )}
    </div>
  );
}
