import { describe, expect, it } from 'vitest';
import { expectedItem } from '#renderer/features/inspect/expected-item.ts';
import { maxExpectedPassage } from '#shared/domain/expectation.ts';
import { item } from './items.ts';

const passage = (start: number, end: number) =>
  item({ id: 'p', source: 'manuscript', documentId: 'd', start, end });

describe('what of a request can be expected', () => {
  it('is an entry, a constraint, or a passage that is no longer than one may be [N11]', () => {
    expect(expectedItem(item({ id: 'c' }))).toEqual({ constraintId: 'c' });
    expect(expectedItem(item({ id: 'e', source: 'knowledge' }))).toEqual({ entityId: 'e' });
    const longest = { documentId: 'd', start: 7, end: 7 + maxExpectedPassage };
    expect(expectedItem(passage(7, 7 + maxExpectedPassage))).toEqual(longest);
    expect(expectedItem(passage(7, 8 + maxExpectedPassage))).toBeNull();
    expect(expectedItem(passage(7, 7))).toBeNull();
    expect(expectedItem(item({ id: 's', source: 'skill' }))).toBeNull();
  });
});
