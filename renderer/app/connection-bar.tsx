import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { LinkButton } from '#renderer/ui/index.ts';
import { useConnection } from './connection.ts';
import { dismissFailure, useFailures } from './report-failure.ts';

/** One line above the columns: a lost connection, or a failure that has no other place. */
export function ConnectionBar() {
  const { t } = useWords();
  const connected = useConnection((state) => state.connected);
  const failure = useFailures((state) => state.failure);
  if (!connected) {
    return (
      <div className="top-bar" role="alert">
        {t('app:connection.lost')}
      </div>
    );
  }
  if (failure === null) return null;
  const { what, next } = failureWords(t, failure);
  return (
    <div className="top-bar" role="alert">
      <strong>{what}</strong>
      <span>{next}</span>
      <LinkButton onPress={dismissFailure}>{t('app:notices.dismiss')}</LinkButton>
    </div>
  );
}
