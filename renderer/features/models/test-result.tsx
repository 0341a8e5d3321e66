import type { ConnectionResult } from '#shared/contract/ai.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';

/** What a trial call showed, in words. */
export function TestResult({ result }: { result: ConnectionResult }) {
  const { t } = useWords();
  if (result.ok || result.code === null) {
    return (
      <p className="model-result" data-ok="true" role="status">
        {t('models:test.ok', { seconds: (result.milliseconds / 1000).toFixed(1) })}
      </p>
    );
  }
  const { code, provider, refusal } = result;
  const details = { ...refusal, ...(provider === undefined ? {} : { provider }) };
  const { what, next } = failureWords(t, { code, details });
  return (
    <p className="model-result" data-ok="false" role="alert">
      <strong>{what}</strong>
      {t('models:test.stop')}
      {next}
    </p>
  );
}
