import { useWords } from '#renderer/i18n/index.ts';
import { FailureBlock } from '#renderer/ui/index.ts';

/** When not even the settings could be read. */
export function StartFailed({ error }: { error: unknown }) {
  const { t } = useWords();
  return (
    <main className="start-failed">
      <h1 className="ui-lead">{t('welcome:startFailed')}</h1>
      <FailureBlock error={error} onRetry={() => location.reload()} />
    </main>
  );
}
