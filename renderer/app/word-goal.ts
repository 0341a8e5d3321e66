import { maxWordGoal } from '#shared/domain/days.ts';

/** Digits alone, or in groups of three, or of four as Chinese counts: what was typed behind “1,500” is no larger number. */
const number = /^[0-9]+$|^[0-9]{1,3}(?:[,\s][0-9]{3})+$|^[0-9]{1,4}(?:[,\s][0-9]{4})+$/;

/** A number of words as somebody types it, in digits of either width: null for nothing, undefined for what is none. */
export function readGoal(text: string): number | null | undefined {
  const typed = text.normalize('NFKC').trim();
  if (typed === '') return null;
  const goal = number.test(typed) ? Number(typed.replace(/[,\s]/g, '')) : 0;
  return goal >= 1 && goal <= maxWordGoal ? goal : undefined;
}
