/** What stands where places will be listed, while nothing is looked for. */
import { BookUser, Eye, Keyboard, ListChecks, Undo2, UserRoundPen, WholeWord } from 'lucide-react';
import { useWords } from '#renderer/i18n/index.ts';
import { EmptyState, PointList } from '#renderer/ui/index.ts';
import type { ReplaceMode } from './store.ts';

const points = {
  text: [
    { icon: Eye, key: 'replace:hints.seen' },
    { icon: ListChecks, key: 'replace:hints.apart' },
    { icon: WholeWord, key: 'replace:hints.whole' },
    { icon: Keyboard, key: 'replace:hints.keys' },
    { icon: Undo2, key: 'replace:hints.undo' },
  ],
  rename: [
    { icon: UserRoundPen, key: 'replace:hints.forms' },
    { icon: ListChecks, key: 'replace:hints.apart' },
    { icon: BookUser, key: 'replace:hints.records' },
    { icon: Keyboard, key: 'replace:hints.keys' },
    { icon: Undo2, key: 'replace:hints.undo' },
  ],
} as const;

/** What the texts name of them. */
const keys = { previous: 'Mod+Up', next: 'Mod+Down' };

export function ReplaceHints({ mode }: { mode: ReplaceMode }) {
  const { t } = useWords();
  return (
    <div className="replace-hints">
      <EmptyState title={t(`replace:hints.${mode}.title`)} text={t(`replace:hints.${mode}.text`)} />
      <PointList points={points[mode].map(({ icon, key }) => ({ icon, text: t(key, keys) }))} />
    </div>
  );
}
