/** Takes files in under words for those that are in no folder together. */
import { useCallback } from 'react';
import { useWords } from '#renderer/i18n/index.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { takeFiles } from './store.ts';
import type { PickedFile } from './upload.ts';

/** The name stands in the title of the dialog and among the earlier versions of the chapters, never on the book. */
export function useTakeFiles(): (picked: readonly PickedFile[]) => void {
  const { t } = useWords();
  return useCallback(
    (picked) => {
      takeFiles(picked, t('import:several', { count: picked.length })).catch(reportFailure);
    },
    [t],
  );
}
