import { differenceOf } from '#renderer/features/compare/index.ts';
import type { RunView } from './run-view.ts';

const muted = ({ request }: RunView): readonly string[] => request?.mute ?? [];

/** What a rerun left out beside what its model left out already; empty when it asked exactly the same. */
export function leftOut(rerun: RunView, earlier: RunView): string[] {
  const before = new Set(muted(earlier));
  return muted(rerun).filter((id) => !before.has(id));
}

/**
 * How far two answers to the very same request lie apart: the model's own noise, against which a left-out item is
 * measured. The mean of all such reruns; null when there is none that was finished.
 */
export function noiseOf(earlier: RunView, runs: readonly RunView[]): number | null {
  const shares = runs
    .filter((run) => run.rerunOf === earlier.runId && run.state === 'done')
    .filter((run) => leftOut(run, earlier).length === 0)
    .map((run) => differenceOf(earlier.text, run.text).share);
  if (shares.length === 0) return null;
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}
