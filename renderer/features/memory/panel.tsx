import { useRef } from 'react';
import type { MemoryRule } from '#shared/domain/memory.ts';
import { useProjectReading } from '#renderer/app/project-reading.ts';
import { KeptOfDeleted, keptText } from '#renderer/app/kept-line.tsx';
import { useWords } from '#renderer/i18n/index.ts';
import { EmptyState, Loaded } from '#renderer/ui/index.ts';
import { useFocusKept } from '#renderer/ui/keep-focus.ts';
import { AddRule } from './add-rule.tsx';
import { Episodes, WorkingNotes } from './records.tsx';
import { Rules } from './rules.tsx';
import { useMemory } from './store.ts';
import './memory.css';

function Sentence({ confirmed, proposed }: { confirmed: number; proposed: number }) {
  const { t } = useWords();
  const first =
    confirmed === 0
      ? t('memory:sentence.none')
      : t('memory:sentence.confirmed', { count: confirmed });
  if (proposed === 0) return <p className="ui-lead">{first}</p>;
  const second = t('memory:sentence.proposed', { count: proposed });
  return <p className="ui-lead">{t('memory:sentence.joined', { first, second })}</p>;
}

function Remembered({ rules }: { rules: readonly MemoryRule[] }) {
  const { t } = useWords();
  const episodes = useMemory((state) => state.episodes);
  const notes = useMemory((state) => state.notes);
  const confirmed = rules.filter((rule) => rule.confirmed);
  const proposed = rules.filter((rule) => !rule.confirmed);
  return (
    <div className="memory-scroller">
      {rules.length === 0 ? (
        <EmptyState title={t('memory:empty.title')} text={t('memory:empty.text')} />
      ) : (
        <header className="memory-lead">
          <Sentence confirmed={confirmed.length} proposed={proposed.length} />
        </header>
      )}
      <Rules rules={proposed} group="proposed" />
      <Rules rules={confirmed} group="confirmed" />
      <Episodes episodes={episodes} />
      <WorkingNotes notes={notes} />
    </div>
  );
}

/** A note of the sitting is made with what is saved of a chapter, in this window or another. */
const events = ['memory:changed', 'document:changed'] as const;

/** What Fabula learned of how the writer writes: proposals first, nothing is sent unconfirmed. */
export function MemoryPanel() {
  const { load, reload, restoreKept } = useMemory.getState();
  useProjectReading(load, events);
  const rules = useMemory((state) => state.rules);
  const failure = useMemory((state) => state.failure);
  const panel = useRef<HTMLDivElement>(null);
  useFocusKept(panel);
  return (
    <div ref={panel} className="memory" tabIndex={-1}>
      <Loaded value={rules} failure={failure} onRetry={() => void reload()}>
        {(known) => (
          <>
            <KeptOfDeleted
              kind="habit"
              ids={known.map(({ ruleId }) => ruleId)}
              words={keptText}
              onRestore={(form) => void restoreKept(form)}
            />
            <Remembered rules={known} />
            <AddRule />
          </>
        )}
      </Loaded>
    </div>
  );
}
