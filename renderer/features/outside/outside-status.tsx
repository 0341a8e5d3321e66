import { openDialog } from '#renderer/app/dialogs.ts';
import { useOutside } from '#renderer/app/outside.ts';
import { useWords } from '#renderer/i18n/index.ts';

/** How much came changed from outside and waits for a look; nothing where nothing waits. */
export function OutsideStatus() {
  const { t } = useWords();
  const count = useOutside(({ total }) => total);
  if (count === 0) return null;
  return (
    <button type="button" className="status-ribbon" onClick={() => openDialog('outside')}>
      {t('outside:status', { count })}
    </button>
  );
}
