/** Makes the room of expectations: what the writer wants in requests, and what not (N11). */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import type { Clock } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { type Expectation, expectationLimit } from '#shared/domain/expectation.ts';
import type { DocumentsService } from '../documents/service.ts';
import { createRecordRows } from '../record-rows.ts';
import type { ExpectationFields } from '../record-source.ts';
import { findAnchored } from './anchored.ts';
import { storeItem, storePlace } from './anchor-given.ts';
import { followMoved } from './follow-moved.ts';
import type { ExpectationsService, Reanchored, StoredExpectation } from './service.ts';
import { expectationTable } from './store.ts';

/** As much of a place's text as it is known by where it is listed. */
const shownLength = 40;

const defaultSkill = 'continue';

/** The expectation as callers know it. */
const describe = (stored: StoredExpectation): Expectation => {
  const { at, item, ...rest } = stored;
  const isPlace = 'offset' in at;
  return {
    ...rest,
    at: isPlace ? { documentId: at.documentId, cursorPosition: at.offset } : at,
    placeWords: isPlace ? [...at.before].slice(-shownLength).join('') : '',
    ...('quote' in item
      ? {
          item: {
            documentId: item.documentId,
            start: item.offset,
            end: item.offset + item.quote.length,
          },
          quote: item.quote,
        }
      : { item }),
  };
};

/** Whether both speak of the same places and passages. */
const isOfSame = (one: StoredExpectation, other: StoredExpectation): boolean =>
  JSON.stringify([one.at, one.item]) === JSON.stringify([other.at, other.item]);

/** Asked twice, by a double click or in two windows, it is expected once. */
const isSame = (one: StoredExpectation, other: StoredExpectation): boolean =>
  isOfSame(one, other) &&
  one.expect === other.expect &&
  one.skillId === other.skillId &&
  one.note === other.note;

const fieldsOf = ({ expect, skillId, at, item, note }: StoredExpectation): ExpectationFields => ({
  ...{ expect, at, item, note },
  skill: skillId,
});

export const createExpectations = (needs: {
  database: Database;
  events: EventSink;
  clock: Clock;
  documents: Pick<DocumentsService, 'read' | 'info'>;
}): ExpectationsService => {
  const { database, clock, documents, events } = needs;
  const tell = (projectId: string): void => events.emit('expectations:changed', { projectId });
  const rows = createRecordRows<StoredExpectation, ExpectationFields>({
    ...{ database, clock, tell, fieldsOf, table: expectationTable, limit: expectationLimit },
    rowOf: (expectationId, { skill, ...fields }, kept) => ({
      ...{ expectationId, ...fields, skillId: skill },
      ...kept,
    }),
    codes: {
      notFound: 'EXPECTATION_NOT_FOUND',
      conflict: 'EXPECTATION_CONFLICT',
      limit: 'EXPECTATION_LIMIT',
    },
    words: { one: 'expectation', many: 'expectations' },
  });
  const { store, cached, write } = rows;

  const move = (projectId: string, changes: readonly Reanchored[]): void => {
    for (const { from, at, item } of changes) {
      const expectation = store.find(projectId, from.expectationId)?.row;
      if (!expectation || !isOfSame(expectation, from)) continue;
      store.update(projectId, {
        ...expectation,
        at: at ?? expectation.at,
        item: item ?? expectation.item,
      });
    }
  };

  return {
    records: rows.records,
    list: (projectId) => cached.get(projectId).items.map(describe),
    find: findAnchored,
    listStored: (projectId) => cached.get(projectId).items,

    async create({ projectId, at, item, expect, skillId = defaultSkill, note = '' }) {
      const now = clock.now();
      const created: StoredExpectation = {
        expectationId: nanoid(),
        at: await storePlace(documents, projectId, at),
        item: await storeItem(documents, projectId, item),
        ...{ skillId, expect, note },
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      return describe(rows.insert(projectId, created, (known) => isSame(known, created)));
    },

    async update({ projectId, expectationId, expectedVersion, at, item, ...change }) {
      rows.findLive(projectId, expectationId);
      const given = {
        ...(at ? { at: await storePlace(documents, projectId, at) } : {}),
        ...(item ? { item: await storeItem(documents, projectId, item) } : {}),
        ...(change.expect ? { expect: change.expect } : {}),
        ...(change.skillId === undefined ? {} : { skillId: change.skillId }),
        ...(change.note === undefined ? {} : { note: change.note }),
      };
      const updated = rows.change(
        projectId,
        expectationId,
        (current) => ({ ...current, ...given }),
        { expectedVersion },
      );
      return describe(updated);
    },

    remove: rows.remove,
    restore: (projectId, expectationId) => describe(rows.restore(projectId, expectationId)),

    reanchor(projectId, changes) {
      if (changes.length === 0) return;
      write(projectId, () => move(projectId, changes));
      tell(projectId);
    },

    followText(textMove, memory) {
      const { projectId } = textMove;
      move(projectId, followMoved(store.listAll(projectId), textMove, memory));
      // Also where nothing moved: what is expected at the end of a chapter has another one since.
      cached.drop(projectId);
      tell(projectId);
    },

    forgetProject(projectId) {
      write(projectId, () => store.forget(projectId));
    },
  };
};
