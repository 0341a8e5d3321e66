import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CodexFields } from '#main/book/record-source.ts';
import {
  joiningOf,
  joinNamesakes,
  mayBeOne,
  replaceEntity,
} from '#main/book/records/join-namesakes.ts';
import { canonicalJson, type Fields } from '#main/book/records/record-state.ts';

const chapter = fc.constantFrom('c1', 'c2', 'c3').map((documentId) => ({ documentId }));
const fence = fc.option(
  fc.record(
    {
      neverSend: fc.constant(true as const),
      notBefore: chapter.map((one) => [one]),
      knownBy: fc.uniqueArray(fc.constantFrom('a', 'b', 'x'), { minLength: 1 }),
    },
    { requiredKeys: [] },
  ),
);
const names = fc.constantFrom('林黛玉', '颦儿', '潇湘妃子', '林妹妹');
const relation = fc.record({
  predicate: fc.constantFrom('怕', '认得'),
  to: fc.constantFrom('x', 'y'),
  validFrom: fc.option(chapter),
  validTo: fc.constant(null),
  fence,
});
const relations = (prefix: string) =>
  fc
    .array(relation, { maxLength: 3 })
    .map((all) => Object.fromEntries(all.map((one, at) => [`${prefix}${at}`, one])));
const entry = (prefix: string): fc.Arbitrary<CodexFields & { since: number }> =>
  fc.record({
    kind: fc.constant('character'),
    name: fc.constant('林黛玉'),
    aliases: fc.uniqueArray(names),
    summary: fc.constantFrom('', '父亲是林如海。', '住在潇湘馆。', '葬花。'),
    inclusion: fc.constantFrom('auto', 'always', 'never'),
    validFrom: fc.option(chapter),
    validTo: fc.option(chapter),
    fence,
    relations: relations(prefix),
    since: fc.nat(9),
  });

const joined = (one: Fields, other: Fields) => {
  const stored = new Map([
    ['b', other],
    ['a', one],
  ]);
  return new Map(joinNamesakes(stored, joiningOf('b', 'a')).map(({ id, fields }) => [id, fields]));
};

const say = ({ to, ...rest }: Fields): string => canonicalJson({ ...rest, to });

describe('two entries of one name become one [B5]', () => {
  it('that says whatever either said, and stays closed for whoever either was closed for', () => {
    fc.assert(
      fc.property(entry('r'), entry('s'), (one, other) => {
        const changes = joined(one, other);
        expect(changes.get('b')).toBeNull();
        const kept = changes.get('a') as CodexFields;
        for (const side of [one, other]) {
          const called = new Set([kept.name, ...kept.aliases]);
          expect([side.name, ...side.aliases].filter((name) => !called.has(name))).toEqual([]);
          expect(kept.summary).toContain(side.summary);
          const without = (fields: Fields) => say({ ...fields, fence: null });
          const said = Object.values(kept.relations).map(without);
          for (const each of Object.values(side.relations)) expect(said).toContain(without(each));
          const { neverSend, notBefore = [], knownBy } = side.fence ?? {};
          if (neverSend) expect(kept.fence?.neverSend).toBe(true);
          expect(kept.fence?.notBefore ?? []).toEqual(expect.arrayContaining(notBefore));
          if (knownBy && kept.fence?.knownBy) {
            const mine = knownBy.map((id) => (id === 'b' ? 'a' : id));
            expect(mine).toEqual(expect.arrayContaining([...kept.fence.knownBy]));
          }
        }
      }),
    );
  });

  it('the same on both machines, whichever comes first', () => {
    fc.assert(
      fc.property(entry('r'), entry('s'), (one, other) => {
        const there = new Map<string, Fields>([
          ['a', one],
          ['b', other],
        ]);
        const changes = joinNamesakes(there, joiningOf('a', 'b'));
        expect(new Map(changes.map(({ id, fields }) => [id, fields]))).toEqual(joined(one, other));
      }),
    );
  });

  it('and whatever else names the one that goes names the other: expectations, and what was set aside', () => {
    const expectation: Fields = { item: { kind: 'entity', entityId: 'b' }, expect: 'out' };
    const setAside: Fields = { entityId: 'b', places: { first: { entityId: 'b' } } };
    const stored = new Map([
      ['expectation', expectation],
      ['setAside', setAside],
      ['other', { entityId: 'c' }],
    ]);
    expect(replaceEntity(stored, joiningOf('b', 'a'))).toEqual([
      { id: 'expectation', fields: { item: { kind: 'entity', entityId: 'a' }, expect: 'out' } },
      { id: 'setAside', fields: { entityId: 'a', places: { first: { entityId: 'a' } } } },
    ]);
  });

  it('but not where one is related to the other', () => {
    const plain = { relations: {} };
    const tied = { relations: { r: { predicate: '姐姐', to: 'b' } } };
    expect(
      mayBeOne(
        new Map<string, Fields>([
          ['a', tied],
          ['b', plain],
        ]),
        'b',
        'a',
      ),
    ).toBe(false);
    expect(
      mayBeOne(
        new Map<string, Fields>([
          ['a', plain],
          ['b', plain],
        ]),
        'a',
        'b',
      ),
    ).toBe(true);
  });
});
