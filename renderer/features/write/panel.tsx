import { useEffect, useRef } from 'react';
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

/** Keeps the newest run in sight while it grows, unless the writer has scrolled up to read. */
function useFollowingEnd() {
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const runs = useWrite((state) => state.runs);
  const count = runs.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new run is always shown
  useEffect(() => {
    atEnd.current = true;
  }, [count]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows every word that comes
  useEffect(() => {
    const element = scroller.current;
    if (element !== null && atEnd.current) element.scrollTop = element.scrollHeight;
    const box = element?.querySelector('.run:last-child[data-state="running"] .run-text');
    if (box) box.scrollTop = box.scrollHeight;
  }, [runs]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    atEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < 24;
  };
  return { scroller, onScroll };
}

function Runs() {
  const { t } = useWords();
  const runs = useWrite((state) => state.runs);
  const { scroller, onScroll } = useFollowingEnd();
  return (
    <div className="write-runs" ref={scroller} onScroll={onScroll}>
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
