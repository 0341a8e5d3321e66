import { useWords } from '#renderer/i18n/index.ts';
import { Button, FailureBlock } from '#renderer/ui/index.ts';
import { useInspect } from './store.ts';

/** Says that what was typed is not saved, so that nothing can be sent; `failure` once saving from here failed. */
export function Unsaved({ failure }: { failure: unknown }) {
  const { t } = useWords();
  const save = () => void useInspect.getState().refresh();
  return (
    <div className="inspect-failure">
      <p role="alert">{t('inspect:state.unsaved')}</p>
      {failure === null ? (
        <Button size="small" onPress={save}>
          {t('inspect:state.save')}
        </Button>
      ) : (
        <FailureBlock error={failure} onRetry={save} />
      )}
    </div>
  );
}
