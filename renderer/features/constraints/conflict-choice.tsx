import { useWords } from '#renderer/i18n/index.ts';
import { Button, ErrorBlock } from '#renderer/ui/index.ts';
import { useConstraints } from './store.ts';

/** Two versions of one constraint; neither is lost, the writer chooses. */
export function ConflictChoice({ mine, theirs }: { mine: string; theirs: string }) {
  const { t } = useWords();
  const { resolveConflict } = useConstraints.getState();
  return (
    <ErrorBlock
      title={t('constraints:conflict.title')}
      text={
        <>
          <p>{t('constraints:conflict.text')}</p>
          <dl className="constraint-versions">
            <dt>{t('constraints:conflict.theirs')}</dt>
            <dd>{theirs}</dd>
            <dt>{t('constraints:conflict.mine')}</dt>
            <dd>{mine}</dd>
          </dl>
        </>
      }
      actions={
        <>
          <Button onPress={() => void resolveConflict('mine')}>
            {t('constraints:conflict.useMine')}
          </Button>
          <Button variant="quiet" onPress={() => void resolveConflict('theirs')}>
            {t('constraints:conflict.useTheirs')}
          </Button>
        </>
      }
    />
  );
}
