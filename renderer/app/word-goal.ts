import { maxWordGoal } from '#shared/domain/days.ts';

/** A number of words as somebody types it, in digits of either width: null for nothing, undefined for what is none. */
export function readGoal(text: string): number | null | undefined {
  const digits = text.normalize('NFKC').replace(/[,\s]/g, '');
  if (digits === '') return null;
  const goal = /^[0-9]+$/.test(digits) ? Number(digits) : 0;
  return goal >= 1 && goal <= maxWordGoal ? goal : undefined;
}
