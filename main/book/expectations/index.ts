/** Makes the room of expectations: what the writer wants in requests, and what not (N11). */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { createProjectCache } from '#main/db/project-cache.ts';
import type { Clock } from '#main/platform.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { type Expectation, expectationLimit } from '#shared/domain/expectation.ts';
import { AppError } from '#shared/errors.ts';
import { createArrangeRows } from '../arrange-rows.ts';
import type { DocumentsService } from '../documents/service.ts';
import { findAnchored } from './anchored.ts';
import { storeItem, storePlace } from './anchor-given.ts';
import { createExpectationRecords } from './expectation-records.ts';
import { followMoved } from './follow-moved.ts';
import type { ExpectationsService, Reanchored, StoredExpectation } from './service.ts';
import { createExpectationStore } from './store.ts';

/** As much of a place's text as it is known by where it is listed. */
const shownLength = 40;

const usualSkill = 'continue';

const notFound = (expectationId: string): AppError =>
  new AppError('EXPECTATION_NOT_FOUND', 'There is no such expectation in this project.', {
    expectationId,
  });

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

/** An id of another project behaves as one that does not exist (S3-41). */
export const createExpectations = (needs: {
  database: Database;
  events: EventSink;
  clock: Clock;
  documents: Pick<DocumentsService, 'read' | 'info'>;
}): ExpectationsService => {
  const { clock, documents, events } = needs;
  const store = createExpectationStore(needs.database);
  const cached = createProjectCache(needs.database, (projectId) => store.list(projectId));

  const write = <T>(projectId: string, run: () => T): T => {
    try {
      return store.transaction(run);
    } finally {
      cached.drop(projectId);
    }
  };
  const tell = (projectId: string): void => events.emit('expectations:changed', { projectId });

  const findLive = (projectId: string, expectationId: string): StoredExpectation => {
    const found = store.find(projectId, expectationId);
    if (!found || found.deleted) throw notFound(expectationId);
    return found.expectation;
  };

  const checkLimit = (projectId: string): void => {
    if (store.count(projectId) < expectationLimit) return;
    const words = `A project holds at most ${expectationLimit} expectations.`;
    throw new AppError('EXPECTATION_LIMIT', words, { limit: expectationLimit });
  };

  const move = (projectId: string, changes: readonly Reanchored[]): void => {
    for (const { from, at, item } of changes) {
      const expectation = store.find(projectId, from.expectationId)?.expectation;
      if (!expectation || !isOfSame(expectation, from)) continue;
      store.update(projectId, {
        ...expectation,
        at: at ?? expectation.at,
        item: item ?? expectation.item,
      });
    }
  };

  return {
    records: createExpectationRecords({
      store,
      clock,
      write,
      tell,
      arrange: createArrangeRows(needs.database, 'expectations', 'expectation_id'),
    }),
    list: (projectId) => cached.get(projectId).items.map(describe),
    find: findAnchored,
    listStored: (projectId) => cached.get(projectId).items,

    async create({ projectId, at, item, expect, skillId = usualSkill, note = '' }) {
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
      write(projectId, () => {
        checkLimit(projectId);
        store.insert(projectId, created);
      });
      tell(projectId);
      return describe(created);
    },

    async update({ projectId, expectationId, expectedVersion, at, item, ...change }) {
      findLive(projectId, expectationId);
      const given = {
        ...(at ? { at: await storePlace(documents, projectId, at) } : {}),
        ...(item ? { item: await storeItem(documents, projectId, item) } : {}),
        ...(change.expect ? { expect: change.expect } : {}),
        ...(change.skillId === undefined ? {} : { skillId: change.skillId }),
        ...(change.note === undefined ? {} : { note: change.note }),
      };
      const updated = write(projectId, () => {
        const current = findLive(projectId, expectationId);
        if (expectedVersion !== undefined && expectedVersion !== current.version) {
          const words = 'The expectation was changed in the meantime.';
          const details = { expectationId, currentVersion: current.version };
          throw new AppError('EXPECTATION_CONFLICT', words, details);
        }
        const next = {
          ...current,
          ...given,
          version: current.version + 1,
          updatedAt: clock.now(),
        };
        store.update(projectId, next);
        return next;
      });
      tell(projectId);
      return describe(updated);
    },

    remove(projectId, expectationId) {
      write(projectId, () => {
        findLive(projectId, expectationId);
        store.setDeleted(projectId, expectationId, clock.now());
      });
      tell(projectId);
    },

    restore(projectId, expectationId) {
      const { expectation } = write(projectId, () => {
        const found = store.find(projectId, expectationId);
        if (!found) throw notFound(expectationId);
        if (!found.deleted) return found;
        checkLimit(projectId);
        store.setDeleted(projectId, expectationId, null);
        return found;
      });
      tell(projectId);
      return describe(expectation);
    },

    reanchor(projectId, changes) {
      if (changes.length === 0) return;
      write(projectId, () => move(projectId, changes));
      tell(projectId);
    },

    followText(textMove) {
      const { projectId } = textMove;
      const changes = followMoved(store.list(projectId).items, textMove);
      if (changes.length === 0) return;
      move(projectId, changes);
      cached.drop(projectId);
      tell(projectId);
    },

    forgetProject(projectId) {
      write(projectId, () => store.forget(projectId));
    },
  };
};
