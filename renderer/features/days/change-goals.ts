import { useRef } from 'react';
import { goalsStore } from '#renderer/app/goals.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { isOpenProject } from '#renderer/app/session.ts';
import { useIsShown } from '#renderer/app/use-is-shown.ts';
import { call } from '#renderer/rpc/index.ts';
import type { WritingGoals } from '#shared/domain/days.ts';

/** What is changed, or how that comes of the goals as they are when it is its turn. */
export type GoalsChange = Partial<WritingGoals> | ((goals: WritingGoals) => Partial<WritingGoals>);

/**
 * Changes the goals of a book, one change after the other.
 * @param goals as they are known; null before they are read
 * @param onFailure told where the dialog still stands; else the desk says it
 */
export function useGoalsChange(
  projectId: string,
  goals: WritingGoals | null,
  onFailure: (error: unknown) => void,
): (change: GoalsChange) => void {
  const newest = useRef(goals);
  newest.current = goals;
  const turn = useRef(Promise.resolve());
  const isShown = useIsShown();
  const write = async (change: GoalsChange): Promise<void> => {
    const { current: known } = newest;
    const given = typeof change !== 'function' ? change : known && change(known);
    if (given === null) return;
    const changed = await call('goals:update', { projectId, ...given });
    newest.current = changed;
    // Another book has other goals, and may be open by now.
    if (isOpenProject(projectId)) goalsStore.setState({ goals: changed });
  };
  return (change) => {
    turn.current = turn.current
      .then(() => write(change))
      .catch((error: unknown) => (isShown() ? onFailure(error) : reportFailure(error)));
  };
}
