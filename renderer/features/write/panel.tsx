import { useEffect } from 'react';
import { useFollowingEnd } from '#renderer/app/following-end.ts';
import { FindingList } from '#renderer/features/findings/index.ts';
import { useWords } from '#renderer/i18n/index.ts';
import {
  ConnectFirst,
  hasNoModel,
  ModelsKnown,
  useModels,
} from '#renderer/features/models/index.ts';
import { EmptyState } from '#renderer/ui/index.ts';
import { Ask } from './ask.tsx';
import { RunComparison } from './run-comparison.tsx';
import { RunItem } from './run-item.tsx';
import { SkillProblems } from './skill-problems.tsx';
import { useWrite } from './store.ts';
import './write.css';

function Runs() {
  const { t } = useWords();
  const runs = useWrite((state) => state.runs);
  // A new run is always shown.
  const { scroller, content, onScroll } = useFollowingEnd(runs.at(-1)?.runId ?? '');
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows every word that comes
  useEffect(() => {
    const box = scroller.current?.querySelector('.run:last-child[data-state="running"] .run-text');
    if (box) box.scrollTop = box.scrollHeight;
  }, [runs, scroller]);
  return (
    <div className="write-runs" ref={scroller} onScroll={onScroll}>
      <div ref={content}>
        <SkillProblems />
        {runs.length === 0 ? (
          <EmptyState title={t('write:empty.title')} text={t('write:empty.text')} />
        ) : (
          <ol aria-label={t('write:runs')}>
            {runs.map((run) => (
              <RunItem key={run.runId} run={run} />
            ))}
          </ol>
        )}
      </div>
    </div>
  );
}

function Writing() {
  if (useModels(hasNoModel)) {
    return (
      <div className="write">
        <div className="write-runs">
          <ConnectFirst />
        </div>
        <FindingList />
      </div>
    );
  }
  return (
    <div className="write">
      <Runs />
      <FindingList />
      <Ask />
      <RunComparison />
    </div>
  );
}

/** The assistant's tab: without a model how to connect one, with one the runs and the field to ask in. */
export function WritePanel() {
  return (
    <ModelsKnown>
      <Writing />
    </ModelsKnown>
  );
}
