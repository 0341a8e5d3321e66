/** What is to be written in the open book, and what was written today (W3). */
import { useEffect } from 'react';
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import type { GoalsReached } from '#shared/domain/days.ts';
import { useProjectReading } from './project-reading.ts';
import { reportFailure } from './report-failure.ts';
import { useSession } from './session.ts';

/** Null until they were read. */
export const goalsStore = create<{ goals: GoalsReached | null }>()(() => ({ goals: null }));

async function readGoals(projectId: string): Promise<void> {
  try {
    const goals = await call('goals:get', { projectId });
    if (useSession.getState().project?.projectId === projectId) goalsStore.setState({ goals });
  } catch (error) {
    reportFailure(error);
  }
}

/** Keeps the goals of the open book up to date. */
export function useGoalsFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other goals
  useEffect(() => () => goalsStore.setState({ goals: null }), [projectId]);
  useProjectReading(readGoals, 'goals:changed');
}
