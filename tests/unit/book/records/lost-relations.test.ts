import { expect, it } from 'vitest';
import type { RecordDecision } from '#main/book/records/decide-record.ts';
import { findLostRelations } from '#main/book/records/lost-relations.ts';
import { type Fields, stateOf } from '#main/book/records/record-state.ts';
import type { AgreedFile } from '#main/book/records/store.ts';
import type { Step } from '#main/book/records/sync-request.ts';

const agreedOn = (fields: Fields): AgreedFile => ({
  path: 'codex/a.md',
  inode: '1',
  size: 1,
  modifiedAt: 1,
  localPath: null,
  state: stateOf(fields, []),
});

const stepOf = (id: string, database: RecordDecision['database'], agreed?: Fields): Step => ({
  id,
  files: { main: null, copies: [], bad: [] },
  agreed: agreed && agreedOn(agreed),
  decision: { state: null, database, file: 'keep', change: null, conflicts: [] },
});

const tie = { predicate: '欠', to: 'gone', validFrom: null, validTo: null, fence: null };
const other = { ...tie, to: 'there' };
const owner = { name: '林远', relations: { tie, other } };

it('an entry loses its own relation to one that is deleted elsewhere, and that is told [B5]', () => {
  const steps = [
    stepOf('owner', 'keep', { name: '林远', relations: { other } }),
    stepOf('gone', 'remove'),
  ];
  const lost = findLostRelations(steps, new Map([['owner', owner]]));
  expect(lost).toEqual([
    { id: 'owner', before: owner, after: { name: '林远', relations: { other } } },
  ]);
});

it('a relation that the other machine knew goes with the entry unsaid, and so do those of entries that go too [B5]', () => {
  const known = [stepOf('owner', 'keep', owner), stepOf('gone', 'remove')];
  expect(findLostRelations(known, new Map([['owner', owner]]))).toEqual([]);
  const both = [stepOf('owner', 'remove'), stepOf('gone', 'remove')];
  expect(findLostRelations(both, new Map([['owner', owner]]))).toEqual([]);
});
