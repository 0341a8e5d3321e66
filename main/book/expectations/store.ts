/** The table of expectations. */
import { jsonColumn } from '#main/db/columns.ts';
import { Expectation } from '#shared/domain/expectation.ts';
import { StoredItem, StoredPlace } from '../record-source.ts';
import type { RowTable } from '../row-store.ts';
import type { StoredExpectation } from './service.ts';

const Row = Expectation.pick({
  expectationId: true,
  skillId: true,
  expect: true,
  note: true,
  version: true,
  createdAt: true,
  updatedAt: true,
}).extend({ at: jsonColumn(StoredPlace), item: jsonColumn(StoredItem) });

export const expectationTable: RowTable<StoredExpectation> = {
  table: 'expectations',
  id: 'expectationId',
  columns: {
    ...{ expectationId: 'expectation_id', at: 'place', skillId: 'skill_id' },
    ...{ expect: 'expect', item: 'item', note: 'note' },
  },
  schema: Row,
  toColumns: (expectation) => ({
    ...expectation,
    at: JSON.stringify(expectation.at),
    item: JSON.stringify(expectation.item),
  }),
};
