import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { knownIn } from '#main/book/knowledge/card.ts';
import { type Entity, entityDefaults, type Relation } from '#shared/domain/knowledge.ts';

const entity = (entityId: string, from: number | null, to: number | null): Entity => ({
  ...{ ...entityDefaults, aliases: [], entityId, name: entityId, kind: 'character' },
  ...{ summary: `about ${entityId}`, validFromChapter: from, validToChapter: to, fence: null },
  ...{ tokenCount: 1, version: 1, createdAt: 0, updatedAt: 0 },
});

const relation = (subjectId: string, objectId: string, from: number | null): Relation => ({
  ...{ relationId: `${subjectId}-${objectId}`, subjectId, predicate: 'knows', objectId },
  ...{ validFromChapter: from, validToChapter: null, fence: null, version: 1 },
});

describe('what a chapter knows of an entry [W6 F11]', () => {
  const a = entity('a', null, null);
  const b = entity('b', 6, null);

  it('leaves out relations that do not hold there, and those with whom does not', () => {
    const known = { entities: [a, b], relations: [relation('a', 'b', 8)] };
    const othersIn = (chapter: number) =>
      knownIn(a, known, chapter).relations.map(({ other }) => other);
    expect(othersIn(7)).toEqual([]);
    expect(othersIn(8)).toEqual(['b']);
    const early = { entities: [a, b], relations: [relation('b', 'a', null)] };
    expect(knownIn(a, early, 5).relations).toEqual([]);
    expect(knownIn(a, early, 6).relations).toMatchObject([{ other: 'b', isOutgoing: false }]);
  });

  it('says nothing of an entry outside of the chapters it holds in but its name and when it does', () => {
    const chapters = fc.option(fc.integer({ min: 1, max: 30 }), { nil: null });
    fc.assert(
      fc.property(chapters, chapters, fc.integer({ min: 1, max: 30 }), (from, to, chapter) => {
        const one = entity('one', from, to);
        const told = knownIn(
          one,
          { entities: [one, a], relations: [relation('one', 'a', null)] },
          chapter,
        );
        const holds = chapter >= (from ?? 1) && chapter <= (to ?? 30);
        expect(told.holds).toBe(holds);
        expect(told.summary).toBe(holds ? 'about one' : '');
        expect(told.relations).toHaveLength(holds ? 1 : 0);
      }),
    );
  });
});
