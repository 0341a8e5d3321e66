/** What becomes of a chapter's goal when it is split or merged: what was to be written in all stays the same (W3). Pure. */
import { maxWordGoal } from '#shared/domain/days.ts';

type Goal = number | null;

/** Of chapters that become one: all their goals together; null where none has one. */
export const sumGoals = (goals: readonly Goal[]): Goal => {
  const given = goals.filter((goal) => goal !== null);
  if (given.length === 0) return null;
  return Math.min(
    maxWordGoal,
    given.reduce((sum, goal) => sum + goal, 0),
  );
};

/** A goal in hundreds is shared in hundreds. */
const steps = [100, 10, 1] as const;

/** Of a chapter that is split: its goal, shared by the words of the two parts; to whom nothing falls has none. */
export const shareGoal = (
  goal: Goal,
  words: { first: number; rest: number },
): { first: Goal; rest: Goal } => {
  if (goal === null) return { first: null, rest: null };
  const step = steps.find((one) => goal % one === 0 && goal / one >= 10) ?? 1;
  const share = words.rest === 0 ? 1 : words.first / (words.first + words.rest);
  const first = Math.round((goal * share) / step) * step;
  return { first: first || null, rest: goal - first || null };
};
