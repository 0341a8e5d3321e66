import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button } from './button.tsx';
import { ErrorBlock } from './states.tsx';

type FailureBlockProps = {
  /** Whatever the call threw. */
  error: unknown;
  onRetry?: () => void;
};

/** A failed call in words: what happened, that the text is safe, what to do, and a way to try again. */
export function FailureBlock({ error, onRetry }: FailureBlockProps) {
  const { t } = useWords();
  const { what, next } = failureWords(t, failureOf(error));
  return (
    <ErrorBlock
      title={what}
      text={next}
      actions={
        onRetry === undefined ? undefined : (
          <Button onPress={onRetry}>{t('app:actions.retry')}</Button>
        )
      }
    />
  );
}
