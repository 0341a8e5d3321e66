import { failureOf } from '#renderer/i18n/failure.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock } from '#renderer/ui/index.ts';

type FailureLineProps = { error: unknown; onSearch: () => void; onUndo: (undoId: string) => void };

/** Why nothing, or not all, was replaced: with the chapter's name, and the way back from what was. */
export function FailureLine({ error, onSearch, onUndo }: FailureLineProps) {
  const { t } = useWords();
  const { details } = failureOf(error);
  const { title, replaced, undoId } = details;
  return (
    <div className="replace-failure">
      {typeof title === 'string' && <strong>{t('replace:stoppedAt', { title })}</strong>}
      <FailureBlock error={error} />
      {typeof undoId === 'string' && typeof replaced === 'number' && (
        <Button onPress={() => onUndo(undoId)}>{t('replace:undoSome', { count: replaced })}</Button>
      )}
      <Button variant="quiet" onPress={onSearch}>
        {t('replace:again')}
      </Button>
    </div>
  );
}
