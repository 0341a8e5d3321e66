import { failureOf, failureWords } from '#renderer/i18n/failure.ts';
import { ErrorCode } from '#shared/errors.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';

type FailureLineProps = { error: unknown; onSearch: () => void; onUndo: () => void };

/** Why nothing, or not all, was replaced: with the chapter's name, and the way back from what was. */
export function FailureLine({ error, onSearch, onUndo }: FailureLineProps) {
  const { t } = useWords();
  const failure = failureOf(error);
  const { title, replaced, undoId, cause: given } = failure.details;
  const { what, next } = failureWords(t, failure);
  const cause = ErrorCode.safeParse(given);
  return (
    <ErrorBlock
      title={typeof title === 'string' ? t('replace:stoppedAt', { title, what }) : what}
      text={
        <>
          {cause.success && <div>{t(`errors:${cause.data}.what`)}</div>}
          {next}
        </>
      }
      actions={
        <>
          {typeof undoId === 'string' && typeof replaced === 'number' && (
            <Button onPress={onUndo}>
              {replaced === 0
                ? t('replace:undoBeside')
                : t('replace:undoSome', { count: replaced })}
            </Button>
          )}
          <Button variant="quiet" onPress={onSearch}>
            {t('replace:again')}
          </Button>
        </>
      }
    />
  );
}
