import { failureOf } from '#renderer/i18n/failure.ts';
import { ErrorCode } from '#shared/errors.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock } from '#renderer/ui/index.ts';

type FailureLineProps = { error: unknown; onSearch: () => void; onUndo: () => void };

/** Why nothing, or not all, was replaced: with the chapter's name, and the way back from what was. */
export function FailureLine({ error, onSearch, onUndo }: FailureLineProps) {
  const { t } = useWords();
  const { details } = failureOf(error);
  const { title, replaced, undoId } = details;
  const cause = ErrorCode.safeParse(details.cause);
  return (
    <div className="replace-failure">
      {typeof title === 'string' && <strong>{t('replace:stoppedAt', { title })}</strong>}
      {cause.success && <p className="ui-lead">{t(`errors:${cause.data}.what`)}</p>}
      <FailureBlock error={error} />
      {typeof undoId === 'string' && typeof replaced === 'number' && (
        <Button onPress={onUndo}>{t('replace:undoSome', { count: replaced })}</Button>
      )}
      <Button variant="quiet" onPress={onSearch}>
        {t('replace:again')}
      </Button>
    </div>
  );
}
