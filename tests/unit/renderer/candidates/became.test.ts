import { describe, expect, it } from 'vitest';
import { becameOf } from '#renderer/features/candidates/became.ts';

const none = { items: [], setAside: new Set<string>(), undone: new Set<string>() };
const waiting = { ...none, items: [{ candidateId: 'one' }] };

describe('what became of an answer', () => {
  it('is what the writer just did, before the program was told [F14]', () => {
    expect(becameOf(waiting, 'one', 'waiting')).toBe('waiting');
    expect(becameOf({ ...waiting, setAside: new Set(['one']) }, 'one', 'waiting')).toBe('rejected');
    expect(becameOf({ ...none, undone: new Set(['one']) }, 'one', 'accepted')).toBe('undone');
  });

  it('is what the program said of one that is no longer listed, if it said anything [F14]', () => {
    expect(becameOf(none, 'one', 'partly')).toBe('partly');
    expect(becameOf(none, 'one', 'setAside')).toBe('setAside');
    expect(becameOf(none, 'one', 'waiting')).toBe('unknown');
    expect(becameOf(none, 'one', null)).toBe('unknown');
  });
});
