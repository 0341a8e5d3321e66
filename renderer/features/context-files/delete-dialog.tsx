import { useWords } from '#renderer/i18n/index.ts';
import { Button, Dialog } from '#renderer/ui/index.ts';
import { useFileTitle } from './file-title.ts';
import { useFiles } from './store.ts';

/** A deleted file cannot come back, so it is asked for once, plainly. */
export function DeleteDialog() {
  const { t } = useWords();
  const titleOf = useFileTitle();
  const deleting = useFiles((state) => state.deleting);
  const { ask, remove } = useFiles.getState();
  return (
    <Dialog
      title={t('context-files:delete.title')}
      closeLabel={t('context-files:delete.keep')}
      isOpen={deleting !== null}
      onClose={() => ask(null)}
      size="small"
      footer={
        <>
          <Button onPress={() => ask(null)}>{t('context-files:delete.keep')}</Button>
          <Button variant="primary" onPress={() => void remove(t('context-files:delete.said'))}>
            {t('context-files:delete.action')}
          </Button>
        </>
      }
    >
      <p>{t('context-files:delete.text', { hint: deleting === null ? '' : titleOf(deleting) })}</p>
    </Dialog>
  );
}
