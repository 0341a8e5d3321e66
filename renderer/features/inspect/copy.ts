import { copyText } from '#renderer/app/copy-text.ts';
import { notify } from '#renderer/app/notices.ts';
import { useWords } from '#renderer/i18n/index.ts';

/** Puts text on the clipboard and says whether that worked. */
export function useCopy(): (text: string) => void {
  const { t } = useWords();
  return (text) => {
    void copyText(text).then((done) =>
      notify({
        place: 'dock',
        text: done ? t('inspect:prompt.copied') : t('inspect:prompt.copyFailed', { copy: 'Mod+C' }),
      }),
    );
  };
}
