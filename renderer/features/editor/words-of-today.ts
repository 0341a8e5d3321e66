/** Words of today: those in the log, and those that no save has told yet (W3). Pure. */
import {
  addWords,
  countedWords,
  type GoalsReached,
  noWords,
  type WordChange,
} from '#shared/domain/days.ts';

/**
 * After a morning of cutting `todayAddedUp` is below nothing, and what is written then fills that up first; `today`,
 * which is shown, never is. Both 0 while the goals are not known.
 */
export const wordsOfToday = (
  goals: Pick<GoalsReached, 'todayAddedUp' | 'counting'> | null,
  unsaved: readonly WordChange[],
): { today: number; todayAddedUp: number } => {
  if (goals === null) return { today: 0, todayAddedUp: 0 };
  const { typed, removed } = unsaved.reduce(addWords, noWords);
  const more = countedWords({ written: typed, removed }, goals.counting);
  const todayAddedUp = goals.todayAddedUp + more;
  return { today: Math.max(0, todayAddedUp), todayAddedUp };
};
