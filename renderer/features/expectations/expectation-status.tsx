import { Check, CircleHelp, X } from 'lucide-react';
import { openDialog } from '#renderer/app/dialogs.ts';
import { useWords } from '#renderer/i18n/index.ts';
import { countGroups, type Group, worstOf } from './counts.ts';
import { useExpectations } from './store.ts';
import './expectations.css';

const signs = { broken: X, unjudged: CircleHelp, waiting: CircleHelp, held: Check } as const;

/** One line of red or green, where something is expected; nothing elsewhere. */
export function ExpectationStatus() {
  const { t } = useWords();
  const items = useExpectations((state) => state.items);
  const worst: Group | null = items && worstOf(items);
  if (!items || worst === null) return null;
  const Sign = signs[worst];
  const count = countGroups(items)[worst];
  return (
    <button
      type="button"
      className="status-ribbon expectations-status"
      data-state={worst}
      onClick={() => openDialog('expectations')}
    >
      <Sign size={14} aria-hidden />
      {t(`expectations:status.${worst}`, { count, total: items.length })}
    </button>
  );
}
