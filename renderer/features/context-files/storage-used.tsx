import { useWords } from '#renderer/i18n/index.ts';
import { Button } from '#renderer/ui/index.ts';
import { formatSize } from './size-words.ts';
import { useFiles } from './store.ts';

/** How much of the space the files of all conversations take, and the way to take less. */
export function StorageUsed() {
  const { t, language } = useWords();
  const storage = useFiles((state) => state.storage);
  const cleaning = useFiles((state) => state.cleaning);
  const { clean } = useFiles.getState();
  if (storage === null || storage.files === 0) return null;
  const { storedBytes, quota } = storage;
  const freed = (bytes: number): string =>
    bytes === 0
      ? t('context-files:nothingToClean')
      : t('context-files:cleaned', { size: formatSize(bytes, language) });
  return (
    <div className="files-foot">
      <div className="files-used">
        <div className="files-gauge" aria-hidden>
          <div style={{ width: `${Math.min(100, (100 * storedBytes) / Math.max(quota, 1))}%` }} />
        </div>
        <p>
          {t('context-files:used', {
            used: formatSize(storedBytes, language),
            quota: formatSize(quota, language),
          })}
        </p>
      </div>
      <Button variant="quiet" size="small" isDisabled={cleaning} onPress={() => void clean(freed)}>
        {t('context-files:clean')}
      </Button>
    </div>
  );
}
