import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEdits } from '#main/book/documents/merge.ts';
import { decideRecord } from '#main/book/records/decide-record.ts';
import { kindSpecs } from '#main/book/records/kinds.ts';
import { mergeFields } from '#main/book/records/merge-fields.ts';
import { mergeStates } from '#main/book/records/merge-states.ts';
import { assignOrderKeys, isOrderKey, sortByKeys } from '#main/book/records/order-keys.ts';
import {
  descend,
  type Fields,
  type RecordState,
  stateOf,
} from '#main/book/records/record-state.ts';
import { formatRecord, parseRecord } from '#main/book/records/record-text.ts';

const { rules } = kindSpecs.codex;
const name = fc.constantFrom('甲', '乙', '丙', '丁', 'Ann', 'Bob');
const fence = fc.option(
  fc
    .record(
      {
        neverSend: fc.constant(true as const),
        knownBy: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }).map((all) => all.toSorted()),
      },
      { requiredKeys: [] },
    )
    .filter((one) => Object.keys(one).length > 0),
);
const relation = fc.record({
  predicate: name,
  to: fc.constantFrom('e1', 'e2'),
  validFrom: fc.constant(null),
  validTo: fc.constant(null),
  fence,
});
const text = fc.array(name, { maxLength: 4 }).map((lines) => lines.join('\n'));
const entry = fc.record({
  kind: fc.constantFrom('item', 'character'),
  name,
  aliases: fc.uniqueArray(name, { maxLength: 4 }),
  inclusion: fc.constant('auto'),
  validFrom: fc.constant(null),
  validTo: fc.constant(null),
  fence,
  relations: fc.dictionary(fc.constantFrom('r1', 'r2', 'r3'), relation, { noNullPrototype: true }),
  summary: text,
  since: fc.constant(1),
});

const mergeRules = { fields: rules, mergeTexts: mergeEdits, undecided: null };
const merge = (base: Fields | null, mine: Fields, theirs: Fields) =>
  mergeFields({ base, mine, theirs }, rules, mergeEdits);
const isAsStrict = (merged: unknown, other: unknown): boolean => {
  const [one, two] = [merged, other] as { neverSend?: true; knownBy?: string[] }[] | [null, null];
  if (!two) return true;
  if (!one) return false;
  if (one.neverSend) return true;
  if (two.neverSend) return false;
  return !two.knownBy || (one.knownBy?.every((id) => two.knownBy?.includes(id)) ?? false);
};

describe('merging what two sides made of a record [B4]', () => {
  it('gives the same whichever side is called mine', () => {
    fc.assert(
      fc.property(fc.option(entry), entry, entry, (base, mine, theirs) => {
        expect(merge(base, mine, theirs)).toEqual(merge(base, theirs, mine));
      }),
    );
  });

  it('changes nothing where both say the same, and takes the only edit there is', () => {
    fc.assert(
      fc.property(entry, entry, (base, edit) => {
        expect(merge(base, edit, edit).fields).toEqual(edit);
        expect(merge(base, base, edit).fields).toEqual(edit);
        expect(merge(base, edit, base)).toEqual({ fields: edit, conflicts: [] });
      }),
    );
  });

  it('loses nothing: each edit is in the record or among its conflicts', () => {
    fc.assert(
      fc.property(entry, entry, entry, (base, mine, theirs) => {
        const { fields, conflicts } = merge(base, mine, theirs);
        for (const side of [mine, theirs]) {
          for (const field of ['name', 'kind'] as const) {
            if (side[field] === base[field] || fields[field] === side[field]) continue;
            expect(conflicts).toContainEqual(expect.objectContaining({ field, lost: side[field] }));
          }
        }
      }),
    );
  });

  it('joins aliases as sets, keeps an edited relation before a deleted one, and the stricter fence', () => {
    fc.assert(
      fc.property(entry, entry, entry, (base, mine, theirs) => {
        const { fields } = merge(base, mine, theirs);
        for (const side of [mine, theirs]) {
          const added = side.aliases.filter((alias) => !base.aliases.includes(alias));
          expect(fields['aliases']).toEqual(expect.arrayContaining(added));
        }
        for (const [id, one] of Object.entries(mine.relations)) {
          if (JSON.stringify(one) === JSON.stringify(base.relations[id])) continue;
          expect(Object.keys(fields['relations'] as object)).toContain(id);
        }
        const changed = (side: typeof mine) =>
          JSON.stringify(side.fence) !== JSON.stringify(base.fence);
        if (changed(mine) && changed(theirs)) {
          for (const side of [mine, theirs])
            expect(isAsStrict(fields['fence'], side.fence)).toBe(true);
        }
      }),
    );
  });
});

describe('merging what two machines settled for one book [B2 B4]', () => {
  const id = fc.constantFrom('e1', 'e2');
  const leftOut = fc
    .uniqueArray(fc.constantFrom('d1', 'd2', 'd3'))
    .map((all) => all.map((documentId) => ({ documentId })));
  const settings = fc.record({ pointOfView: fc.option(id), leftOut, perDay: fc.option(fc.nat(9)) });
  const mergeBook = (base: Fields | null, mine: Fields, theirs: Fields) =>
    mergeFields({ base, mine, theirs }, kindSpecs.book.rules, mergeEdits);

  it('opens the book to no point of view that only one of two chose, and gives the same on both', () => {
    fc.assert(
      fc.property(fc.option(settings), settings, settings, (base, mine, theirs) => {
        const merged = mergeBook(base, mine, theirs);
        expect(merged.fields).toEqual(mergeBook(base, theirs, mine).fields);
        const { pointOfView } = merged.fields;
        if (pointOfView === null || mine.pointOfView === theirs.pointOfView) return;
        // One side left it as it was.
        expect([mine.pointOfView, theirs.pointOfView]).toContain(base?.pointOfView);
      }),
    );
  });

  it('leaves out of exports what either left out and nobody took in again', () => {
    fc.assert(
      fc.property(settings, settings, settings, (base, mine, theirs) => {
        const named = (one: Fields): ReadonlySet<string> =>
          new Set((one['leftOut'] as typeof base.leftOut).map(({ documentId }) => documentId));
        const [before, here, there] = [named(base), named(mine), named(theirs)];
        const merged = named(mergeBook(base, mine, theirs).fields);
        for (const each of ['d1', 'd2', 'd3']) {
          const isIn = before.has(each)
            ? here.has(each) && there.has(each)
            : here.has(each) || there.has(each);
          expect(merged.has(each)).toBe(isIn);
        }
      }),
    );
  });
});

describe('versions of a record', () => {
  const known = (...states: RecordState[]) => {
    const fields = new Map(states.map((state) => [state.version, state.fields]));
    return (version: string) => fields.get(version);
  };

  it('are joined to one version wherever they meet, and what is older changes nothing', () => {
    fc.assert(
      fc.property(entry, entry, entry, (first, mine, theirs) => {
        const base = stateOf<Fields>(first, []);
        const [one, other] = [descend(base, mine), descend(base, theirs)];
        const joined = mergeStates(one, other, known(base), mergeRules).state;
        expect(mergeStates(other, one, known(base), mergeRules).state).toEqual(joined);
        for (const older of [base, one, other]) {
          expect(mergeStates(joined, older, known(base), mergeRules).state).toEqual(joined);
          expect(mergeStates(older, joined, known(base), mergeRules).state).toEqual(joined);
        }
      }),
    );
  });

  it('that were edited outlive a delete on the other side', () => {
    fc.assert(
      fc.property(entry, entry, (first, edit) => {
        fc.pre(JSON.stringify(first) !== JSON.stringify(edit));
        const base = stateOf<Fields>(first, []);
        const facts = { base, copies: [], mayBeDeleted: true, isDeletionAgreed: () => false };
        const gone = decideRecord({ ...facts, stored: first, file: null }, known(base), mergeRules);
        expect(gone.database).toBe('remove');
        const kept = decideRecord({ ...facts, stored: edit, file: null }, known(base), mergeRules);
        expect(kept).toMatchObject({ file: 'write', change: 'restored' });
        const file = descend(base, edit as Fields);
        const back = decideRecord({ ...facts, stored: null, file }, known(base), mergeRules);
        expect(back).toMatchObject({ database: 'put', change: 'restored' });
        const away = decideRecord({ ...facts, stored: null, file: base }, known(base), mergeRules);
        expect(away).toMatchObject({ database: 'keep', file: 'remove', state: null });
      }),
    );
  });
});

describe('a record as text [B6]', () => {
  const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  it('comes back as it was, whatever stands in it', () => {
    fc.assert(
      fc.property(entry, words, words, (fields, summary, alias) => {
        const state = stateOf<Fields>({ ...fields, summary, aliases: [alias] }, ['0123456789ab']);
        const file = formatRecord(kindSpecs.codex, 'entry-1', state, null);
        expect(parseRecord(kindSpecs.codex, file)).toEqual({
          id: 'entry-1',
          state,
          hints: null,
          editedVersion: null,
        });
      }),
    );
  });

  it('is no record when it is cut off, and one of a new version when a person edited it', () => {
    const state = stateOf<Fields>(
      {
        type: 'style',
        source: 'user',
        priority: 0,
        enabled: true,
        fence: null,
        text: '短句。',
        since: 1,
      },
      [],
    );
    const file = formatRecord(kindSpecs.constraints, 'c1', state, null);
    expect(parseRecord(kindSpecs.constraints, file.slice(0, 40))).toBeNull();
    const edited = parseRecord(kindSpecs.constraints, file.replace('短句。', '长句。'));
    expect(edited).toMatchObject({
      editedVersion: state.version,
      state: { lineage: [state.version] },
    });
  });
});

describe('keys of places', () => {
  it('put chapters in their order, and moving one changes one key', () => {
    const ids = Array.from({ length: 12 }, (_, at) => `c${at}`);
    const moves = fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 30 });
    fc.assert(
      fc.property(moves, (all) => {
        let order = ids;
        let keys = assignOrderKeys(order, new Map());
        for (const [from, to] of all) {
          const moved = order[from] ?? '';
          order = order.filter((id) => id !== moved).toSpliced(to, 0, moved);
          const next = assignOrderKeys(order, keys);
          expect([...next].filter(([id, key]) => keys.get(id) !== key).length).toBeLessThan(2);
          expect(sortByKeys([...next].map(([id, key]) => ({ id, key })))).toEqual(order);
          expect([...next.values()].every(isOrderKey)).toBe(true);
          keys = next;
        }
      }),
    );
  });
});
