import { describe, expect, it } from 'vitest';
import { goalOfToday } from '#renderer/app/goal-of-today.ts';
import type { GoalsReached } from '#shared/domain/days.ts';

// A Monday.
const day = '2026-11-30';
const goals = (more: Partial<GoalsReached>): GoalsReached =>
  ({ day, perDay: 500, restDays: [], ...more }) as GoalsReached;

describe('the words that are to be written today [W3]', () => {
  it('are those of a day, and on a day of rest none', () => {
    expect(goalOfToday(goals({}))).toBe(500);
    expect(goalOfToday(goals({ restDays: [0, 6] }))).toBe(500);
    expect(goalOfToday(goals({ restDays: [1] }))).toBeNull();
    expect(goalOfToday(goals({ perDay: null }))).toBeNull();
    expect(goalOfToday(null)).toBeNull();
  });
});
