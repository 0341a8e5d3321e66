import { describe, expect, it } from 'vitest';
import { relationsIn, tiesOf } from '#renderer/features/codex/world/ties.ts';
import { type Entity, entityDefaults, type Relation } from '#shared/domain/knowledge.ts';

const entity = (entityId: string): Entity => ({
  ...{ ...entityDefaults, aliases: [], entityId, name: entityId, kind: 'character', summary: '' },
  ...{ validFromChapter: null, validToChapter: null, fence: null },
  ...{ tokenCount: 1, version: 1, createdAt: 0, updatedAt: 0 },
});

const relation = (
  subjectId: string,
  predicate: string,
  objectId: string,
  validFromChapter: number | null = null,
  validToChapter: number | null = null,
): Relation => ({
  ...{ relationId: `${subjectId}-${predicate}-${objectId}`, subjectId, predicate, objectId },
  ...{ validFromChapter, validToChapter, fence: null, version: 1 },
});

const words = {
  outgoing: (predicate: string) => predicate,
  incoming: (predicate: string, other: string) => `${predicate} of ${other}`,
};

describe('what ties an entry to others [W6]', () => {
  it('takes both directions together by the other one, who shares most chapters first, and tells of each relation when it holds', () => {
    const ties = tiesOf(
      'a',
      {
        entities: ['a', 'b', 'c'].map(entity),
        relations: [
          relation('a', 'friend', 'b', 7, 8),
          relation('b', 'teacher', 'a', 3),
          relation('a', 'enemy', 'c'),
          relation('b', 'brother', 'c'),
        ],
      },
      new Map([['c', 9]]),
      words,
    );
    const seen = ties.map(({ other, lines, beside }) => [
      ...[other.name, beside],
      ...lines.map((line) => [line.text, line.validFromChapter, line.validToChapter]),
    ]);
    expect(seen).toEqual([
      ['c', 9, ['enemy', null, null]],
      ['b', 0, ['teacher of b', 3, null], ['friend', 7, 8]],
    ]);
    expect(relationsIn(ties)).toBe(3);
  });

  it('leaves out whom nobody knows any more', () => {
    const known = { entities: [entity('a')], relations: [relation('a', 'friend', 'gone')] };
    expect(tiesOf('a', known, new Map(), words)).toEqual([]);
  });
});
