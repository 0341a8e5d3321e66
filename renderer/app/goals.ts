/** What is to be written in the open book, and what was written today (W3). */
import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { call } from '#renderer/rpc/index.ts';
import type { GoalsReached } from '#shared/domain/days.ts';
import { useProjectReading } from './project-reading.ts';
import { createReading } from './reading.ts';
import { reportFailure } from './report-failure.ts';
import { useSession } from './session.ts';

/** Null until they were read. */
export const goalsStore = create<{ goals: GoalsReached | null }>()(() => ({ goals: null }));

const readGoals = createReading({
  ask: (projectId) => call('goals:get', { projectId }),
  show: (goals) => goalsStore.setState({ goals }),
  fail: reportFailure,
});

/** A day that begins while the desk stands open is noticed within so long, ms; after a night's sleep, at once. */
const dayLookMs = 30_000;

/** When it was last seen that the day was over which the program told: asked until it tells the next, should its clock be behind. */
function useDayOver(): string {
  const [over, setOver] = useState(0);
  useEffect(() => {
    const look = (): void => {
      const ends = goalsStore.getState().goals?.dayEnds;
      if (ends !== undefined && Date.now() >= ends) setOver(Date.now());
    };
    const timer = setInterval(look, dayLookMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return String(over);
}

/** Keeps the goals of the open book up to date: what was written today is nothing once another day has begun. */
export function useGoalsFollowing(): void {
  const projectId = useSession((session) => session.project?.projectId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another book has other goals
  useEffect(() => () => goalsStore.setState({ goals: null }), [projectId]);
  useProjectReading(readGoals, 'goals:changed', useDayOver());
}
