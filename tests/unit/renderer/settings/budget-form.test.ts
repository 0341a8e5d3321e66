import { describe, expect, it } from 'vitest';
import { draftOf, readBudget } from '#renderer/features/settings/budget-form.ts';
import { defaultBudget } from '#shared/domain/budget.ts';

const { shares, minimums } = defaultBudget;
const window = { shares, minimums, contextWindow: 8192, outputReserve: 2048 };
const draft = draftOf(window);
const problems = (changed: Partial<typeof draft>) => {
  const reading = readBudget({ ...draft, ...changed }, 60);
  return reading.ok ? [] : reading.problems;
};

describe('the budget form', () => {
  it('S3-05 reads back a budget unchanged', () => {
    expect(readBudget(draft, 60)).toEqual({ ok: true, budget: window, total: 6084 });
  });

  it('takes separators and full-width digits', () => {
    const reading = readBudget({ ...draft, contextWindow: '１２，０００' }, 0);
    expect(reading).toMatchObject({ ok: true, budget: { contextWindow: 12_000 } });
  });

  it('S3-06 refuses a reserve as large as the window', () => {
    expect(problems({ outputReserve: '8192' })).toContainEqual({
      field: 'outputReserve',
      problem: 'reserve',
    });
  });

  it('names the sum of shares that is not 100, and minimums that do not fit', () => {
    expect(problems({ shares: { ...draft.shares, rules: '20' } })).toEqual([
      { field: 'shares', problem: 'sum', sum: 105 },
    ]);
    expect(problems({ minimums: { ...draft.minimums, immediate: '9000' } })).toEqual([
      { field: 'minimums', problem: 'minimums', sum: 9700, total: 6084 },
    ]);
    expect(problems({ contextWindow: '' })).toEqual([
      { field: 'contextWindow', problem: 'number' },
    ]);
  });
});
