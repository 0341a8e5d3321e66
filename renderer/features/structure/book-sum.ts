/** Goals and sums of the open book, as the program knows them now. */
import { useEffect, useMemo, useState } from 'react';
import { goalsStore } from '#renderer/app/goals.ts';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { useScenes } from '#renderer/app/scenes.ts';
import { call } from '#renderer/rpc/index.ts';
import { addDays } from '#shared/calendar-day.ts';
import type { DayOfWriting, GoalsReached } from '#shared/domain/days.ts';
import type { DocumentInfo } from '#shared/domain/project.ts';
import { type Finish, finishDay, paceDays } from './finish-day.ts';
import { type Aim, aimOf, type Sum, sumOf } from './goals.ts';

export const usePerChapter = (): number | null =>
  goalsStore(({ goals }) => goals?.perChapter ?? null);

/** What a chapter is meant to have. */
export function useAim(document: DocumentInfo): Aim {
  const perChapter = usePerChapter();
  const scenes = useScenes((shown) => shown.scenes.get(document.documentId));
  return aimOf(document, scenes, perChapter);
}

/** Of all chapters of a volume, or of the book. */
export function useSum(documents: readonly DocumentInfo[]): Sum {
  const perChapter = usePerChapter();
  const scenes = useScenes((shown) => shown.scenes);
  return useMemo(
    () => sumOf(documents, (one) => aimOf(one, scenes.get(one.documentId), perChapter).goal),
    [documents, scenes, perChapter],
  );
}

/** The days whose pace tells; null until they are read. */
function useRecentDays(projectId: string, goals: GoalsReached | null): DayOfWriting[] | null {
  const [days, setDays] = useState<DayOfWriting[] | null>(null);
  const today = goals?.day;
  useEffect(() => {
    if (today === undefined) return undefined;
    let isWanted = true;
    call('goals:log', { projectId, since: addDays(today, -2 * paceDays) })
      .then(({ items }) => isWanted && setDays(items))
      .catch((error: unknown) => isWanted && reportFailure(error));
    return () => {
      isWanted = false;
    };
  }, [projectId, today]);
  return days;
}

/** When so many words more will be written, at the pace of the days before this one; null where nobody can tell. */
export function useFinish(projectId: string, left: number): Finish | null {
  const goals = goalsStore((state) => state.goals);
  const days = useRecentDays(projectId, goals);
  return goals && days && finishDay(left, goals.day, days);
}
