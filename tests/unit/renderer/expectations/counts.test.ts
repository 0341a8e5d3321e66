import { expect, it } from 'vitest';
import type { ListedExpectation } from '#renderer/features/expectations/store.ts';
import { countGroups, worstOf } from '#renderer/features/expectations/counts.ts';

const listed = (state: 'held' | 'broken' | 'unjudged' | null): ListedExpectation => ({
  expectationId: 'e',
  at: { every: true },
  placeWords: '',
  skillId: 'continue',
  expect: 'in',
  item: { text: 'x' },
  note: '',
  version: 1,
  createdAt: 0,
  updatedAt: 0,
  result: state && {
    expectationId: 'e',
    passed: state === 'held',
    state,
    why: { outcome: 'sent', places: 1, brokenPlaces: 0 },
    checkedAt: 0,
  },
});

it('the status bar tells the worst there is, and nothing where nothing is expected [N11]', () => {
  expect(worstOf([])).toBeNull();
  expect(worstOf([listed('held'), listed('held')])).toBe('held');
  expect(worstOf([listed('held'), listed(null)])).toBe('waiting');
  expect(worstOf([listed('held'), listed('unjudged'), listed(null)])).toBe('unjudged');
  expect(worstOf([listed('unjudged'), listed('held'), listed('broken')])).toBe('broken');
  expect(countGroups([listed('held'), listed(null), listed('held')])).toEqual({
    ...{ broken: 0, unjudged: 0, waiting: 1, held: 2 },
  });
});
