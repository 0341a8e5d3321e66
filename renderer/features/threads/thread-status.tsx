import { useWords } from '#renderer/i18n/index.ts';
import { countThreads } from './groups.ts';
import { openThreads, useThreads } from './store.ts';

/** What is late or forgotten; nothing while nothing is. */
export function ThreadStatus() {
  const { t } = useWords();
  const { read, silentAfter } = useThreads();
  if (!read) return null;
  const { late, forgotten } = countThreads(read.items, silentAfter);
  const words = [
    ...(late > 0 ? [t('threads:status.late', { count: late })] : []),
    ...(forgotten > 0 ? [t('threads:status.forgotten', { count: forgotten })] : []),
  ];
  if (words.length === 0) return null;
  return (
    <button type="button" className="status-ribbon" onClick={() => openThreads()}>
      {words.join(t('threads:story.comma'))}
    </button>
  );
}
