import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decision, droppedFamilies, Reason } from '#shared/domain/assembly.ts';
import { layerNames } from '#shared/domain/budget.ts';
import { accountFor, familyOf } from '#renderer/features/inspect/accounting.ts';
import { listLines } from '#renderer/features/inspect/lines.ts';
import { inspectionOf, item } from './items.ts';

const someItems = fc
  .uniqueArray(
    fc.record({
      id: fc.string({ minLength: 1, maxLength: 8 }),
      layer: fc.constantFrom(...layerNames),
      decision: fc.constantFrom(...Decision.options),
      reason: fc.constantFrom(...Reason.options.filter((reason) => reason !== 'emptyText')),
      fullTokenCount: fc.nat(500),
    }),
    { selector: ({ id }) => id, maxLength: 60 },
  )
  .map((items) => items.map(item));

describe('what goes and what does not', () => {
  it('F6 lists every item once, whatever was decided about it', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const { sent, dropped, families: counts } = accountFor(inspectionOf(items));
        const listed = [...sent, ...dropped].map(({ id }) => id);
        expect(listed.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(dropped.length);
      }),
    );
  });

  it('adds up what stays out, and what goes', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const { sent, dropped, droppedTokens, itemTokens } = accountFor(inspectionOf(items));
        expect(droppedTokens).toBe(dropped.reduce((sum, entry) => sum + entry.fullTokenCount, 0));
        expect(itemTokens).toBe(sent.reduce((sum, entry) => sum + entry.tokenCount, 0));
      }),
    );
  });

  it('counts passages that were held back and are not listed one by one [E1]', () => {
    const later = item({
      id: 'later',
      layer: 'retrieved',
      source: 'retrieval',
      decision: 'dropped',
      reason: 'laterChapter',
    });
    const withheld = [
      { reason: 'laterChapter', passages: 5 },
      { reason: 'fencedUntilChapter', passages: 2 },
    ] as const;
    expect(accountFor(inspectionOf([later], [], [...withheld])).unlisted).toBe(6);
    expect(accountFor(inspectionOf([later])).unlisted).toBe(0);
  });

  it('shows what goes in the order of the prompt, not in that of the candidates', () => {
    const items = ['a', 'b', 'c'].map((id) => item({ id, layer: 'retrieved' }));
    const { sent } = accountFor(inspectionOf(items, ['c', 'a', 'b']));
    expect(sent.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  });

  it('numbers the sent constraints as the prompt does', () => {
    const items = [
      item({ id: 'first' }),
      item({ id: 'off', decision: 'dropped', reason: 'disabled' }),
      item({ id: 'second' }),
    ];
    const { numbers } = accountFor(inspectionOf(items));
    expect([...numbers]).toEqual([
      ['first', 1],
      ['second', 2],
    ]);
  });

  it('leaves out places that hold no text: there is nothing to send', () => {
    const items = [item({ id: 'after', decision: 'dropped', reason: 'emptyText' })];
    expect(accountFor(inspectionOf(items)).dropped).toEqual([]);
  });

  it('puts what only lacks room before what may not go, the closest first', () => {
    const items = [
      item({ id: 'never', decision: 'dropped', reason: 'neverSend' }),
      item({ id: 'far', decision: 'dropped', reason: 'overBudget', score: 1 }),
      item({ id: 'near', decision: 'dropped', reason: 'overBudget', score: 2 }),
    ];
    const { dropped } = accountFor(inspectionOf(items));
    expect(dropped.map(({ id }) => id)).toEqual(['near', 'far', 'never']);
  });

  it('names the chapter only when all wait for the same one', () => {
    const waiting = (id: string, chapter: number) =>
      item({ id, decision: 'dropped', reason: 'notYetValid', chapter });
    const one = accountFor(inspectionOf([waiting('a', 9), waiting('b', 9)]));
    const two = accountFor(inspectionOf([waiting('a', 9), waiting('b', 10)]));
    expect(one.families).toEqual([{ family: 'waits', count: 2, chapter: 9 }]);
    expect(two.families).toEqual([{ family: 'waits', count: 2, chapter: null }]);
  });

  it('knows a family for every reason', () => {
    for (const reason of Reason.options) expect(droppedFamilies).toContain(familyOf(reason));
  });
});

describe('the lines of the list', () => {
  const closed = { sent: false, dropped: false };
  const open = { sent: true, dropped: true };

  it('shows every item when opened, and folds the rest with its tokens otherwise', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const { sent, dropped } = accountFor(inspectionOf(items));
        const shown = (lines: ReturnType<typeof listLines>) =>
          lines.flatMap((line) => (line.kind === 'item' ? [line.item] : []));
        expect(shown(listLines(sent, dropped, open))).toEqual([...sent, ...dropped]);
        const lines = listLines(sent, dropped, closed);
        const folded = lines.reduce(
          (sum, line) => sum + (line.kind === 'fold' ? line.count : 0),
          0,
        );
        expect(shown(lines).length + folded).toBe(items.length);
        expect(lines.length).toBeLessThanOrEqual(20);
      }),
    );
  });

  it('shows something of every layer while the rest is folded', () => {
    const many = layerNames.flatMap((layer) =>
      Array.from({ length: 12 }, (_, index) => item({ id: `${layer}${index}`, layer })),
    );
    const lines = listLines(many, [], closed);
    const layers = new Set(lines.flatMap((line) => (line.kind === 'item' ? line.item.layer : [])));
    expect([...layers]).toEqual([...layerNames]);
  });
});
