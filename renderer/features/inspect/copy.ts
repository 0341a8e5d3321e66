import { notify } from '#renderer/app/notices.ts';
import { useWords } from '#renderer/i18n/index.ts';

/** Where the clipboard interface is not allowed, the older way through a selection still works. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  const focused = document.activeElement;
  area.value = text;
  area.className = 'ui-hidden';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    // Refused by the browser or missing without a secure page.
    if (error instanceof DOMException || error instanceof TypeError) return copyBySelection(text);
    throw error;
  }
}

/** Puts text on the clipboard and says whether that worked. */
export function useCopy(): (text: string) => void {
  const { t } = useWords();
  return (text) => {
    void copyText(text).then((done) =>
      notify({
        place: 'dock',
        text: t(done ? 'inspect:prompt.copied' : 'inspect:prompt.copyFailed'),
      }),
    );
  };
}
