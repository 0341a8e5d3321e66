import { expect, it } from 'vitest';
import type { RecordDecision } from '#main/book/records/decide-record.ts';
import { findLostRelations } from '#main/book/records/lost-relations.ts';
import { type Fields, stateOf } from '#main/book/records/record-state.ts';
import type { Step } from '#main/book/records/sync-request.ts';

const stepOf = (id: string, database: RecordDecision['database'], fields?: Fields): Step => ({
  id,
  files: { main: null, copies: [], bad: [] },
  agreed: undefined,
  decision: {
    ...{ state: fields ? stateOf(fields, []) : null, database, file: 'keep' },
    ...{ change: null, conflicts: [] },
  },
});

const tie = { predicate: '欠', to: 'gone', validFrom: null, validTo: null, fence: null };
const other = { ...tie, to: 'there' };
const owner = { name: '林远', relations: { tie, other } };
const stored = new Map([['owner', owner]]);

it('an entry loses its relation to one that is deleted elsewhere, and that is told [B5]', () => {
  const steps = [stepOf('owner', 'keep', owner), stepOf('gone', 'remove')];
  expect(findLostRelations(steps, stored)).toEqual([
    { id: 'owner', before: owner, after: { name: '林远', relations: { other } } },
  ]);
});

it('a relation that goes from the entry in the same look is not told twice, nor those of entries that go [B5]', () => {
  const without = stepOf('owner', 'put', { name: '林远', relations: { other } });
  expect(findLostRelations([without, stepOf('gone', 'remove')], stored)).toEqual([]);
  const both = [stepOf('owner', 'remove'), stepOf('gone', 'remove')];
  expect(findLostRelations(both, stored)).toEqual([]);
});
