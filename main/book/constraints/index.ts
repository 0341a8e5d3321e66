/** Makes the room of the writer's constraints. */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { createProjectCache } from '#main/db/project-cache.ts';
import type { Clock } from '#main/platform.ts';
import type { StoredTokenCounter } from '../token-counter.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { Constraint, ConstraintChange, ConstraintType } from '#shared/domain/constraint.ts';
import { frozen } from '#shared/frozen.ts';
import type { Chapters } from '../chapters.ts';
import { anchorFence, resolveFence } from '../chapter-reference.ts';
import { createResolvedCache } from '../resolved-cache.ts';
import { createArrangeRows } from '../arrange-rows.ts';
import { createWithheld } from '../withheld.ts';
import { changeConstraint, checkLimit, notFound, reorderConstraints } from './change.ts';
import { createConstraintRecords } from './constraint-records.ts';
import type { ConstraintsService } from './service.ts';
import { type ConstraintRecord, createConstraintStore, type StoredConstraint } from './store.ts';
import { changesBetween, creationOf, takenBack, written } from './take-back.ts';

const resolveConstraint = (record: ConstraintRecord, chapters: Chapters): Constraint => ({
  ...record,
  fence: resolveFence(record.fence, chapters),
});

const live = (constraint: ConstraintRecord): StoredConstraint => ({ constraint, deleted: false });

/**
 * What the writer decided (S3-21, S3-22). Lists come from memory: a fresh array of frozen constraints, read
 * again after a write. An id of another project behaves as one that does not exist (S3-41).
 */
export const createConstraints = (needs: {
  database: Database;
  events: EventSink;
  clock: Clock;
  tokens: StoredTokenCounter;
  /** Where the chapters of a project stand now: one object until that changes. */
  chapters(projectId: string): Chapters;
}): ConstraintsService => {
  const { clock, events, tokens } = needs;
  const store = createConstraintStore(needs.database);
  const withheld = createWithheld();
  const stored = createProjectCache(needs.database, (projectId) => store.list(projectId));
  const lists = createResolvedCache(
    needs.chapters,
    (projectId) => stored.get(projectId),
    (rows, chapters, projectId) =>
      frozen({
        ...rows,
        items: rows.items.map((record) =>
          withheld.apply(projectId, record.constraintId, resolveConstraint(record, chapters)),
        ),
      }),
  );

  const find = (projectId: string, constraintId: string): StoredConstraint => {
    const row = store.find(projectId, constraintId);
    if (!row) throw notFound(constraintId);
    return row;
  };

  const findLive = (projectId: string, constraintId: string): ConstraintRecord => {
    const { constraint, deleted } = find(projectId, constraintId);
    if (deleted) throw notFound(constraintId);
    return constraint;
  };

  const write = <T>(projectId: string, run: () => T): T => {
    try {
      return store.transaction(run);
    } finally {
      stored.drop(projectId);
    }
  };

  const takeBack = (projectId: string, change: ConstraintChange): ConstraintChange[] => {
    const { constraintId } = change;
    const before = find(projectId, constraintId);
    const back = takenBack(before, change, needs.chapters(projectId));
    if (back === null) return [];
    const { deleted } = back;
    const { text, tokenCount, version } = before.constraint;
    const isReworded = back.constraint.text !== text;
    const constraint: ConstraintRecord = {
      ...back.constraint,
      tokenCount: isReworded ? tokens.countOrEstimate(back.constraint.text) : tokenCount,
      version: version + 1,
      updatedAt: clock.now(),
    };
    if (before.deleted && !deleted) checkLimit(store.count(projectId));
    store.update(projectId, constraint);
    if (deleted !== before.deleted) {
      store.setDeleted(projectId, constraintId, deleted ? clock.now() : null);
    }
    return changesBetween(before, { constraint, deleted });
  };

  const tell = (projectId: string, type?: ConstraintType): void => {
    events.emit('constraints:changed', type === undefined ? { projectId } : { projectId, type });
  };

  const records = createConstraintRecords({
    store,
    clock,
    arrange: createArrangeRows(needs.database, 'constraints', 'constraint_id'),
    countTokens: tokens.countOrEstimate,
    write,
    withhold: (projectId, ids) => {
      if (!withheld.set(projectId, ids)) return;
      stored.drop(projectId);
      tell(projectId);
    },
    tell,
  });

  return {
    records,
    list: (projectId) => [...lists.get(projectId).items],
    malformed: (projectId) => lists.get(projectId).malformed,
    listDeletedFenced: store.listDeletedFenced,

    create: (input) => {
      const now = clock.now();
      const chapters = needs.chapters(input.projectId);
      const created: ConstraintRecord = {
        constraintId: nanoid(),
        type: input.type,
        text: input.text,
        source: input.source ?? 'user',
        priority: input.priority ?? 0,
        enabled: input.enabled ?? true,
        fence: anchorFence(input.fence ?? null, null, chapters),
        tokenCount: tokens.countOrEstimate(input.text),
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      write(input.projectId, () => {
        checkLimit(store.count(input.projectId));
        store.insert(input.projectId, created);
      });
      tell(input.projectId, created.type);
      return written(resolveConstraint(created, chapters), [creationOf(created)]);
    },

    update: (input) => {
      const { before, after, changes } = write(input.projectId, () => {
        const record = findLive(input.projectId, input.constraintId);
        const chapters = needs.chapters(input.projectId);
        const current = resolveConstraint(record, chapters);
        const changed = changeConstraint(current, input, tokens.countOrEstimate, clock.now());
        const next = { ...changed, fence: anchorFence(changed.fence, record.fence, chapters) };
        store.update(input.projectId, next);
        const changes = changesBetween(live(record), live(next));
        return { before: current, after: resolveConstraint(next, chapters), changes };
      });
      // A constraint that changed its type concerns two of them.
      tell(input.projectId, before.type === after.type ? after.type : undefined);
      return written(after, changes);
    },

    remove: (projectId, constraintId) => {
      const removed = write(projectId, () => {
        const current = findLive(projectId, constraintId);
        store.setDeleted(projectId, constraintId, clock.now());
        return current;
      });
      tell(projectId, removed.type);
    },

    restore: (projectId, constraintId) => {
      const { constraint, deleted } = write(projectId, () => {
        const row = find(projectId, constraintId);
        if (!row.deleted) return row;
        checkLimit(store.count(projectId));
        store.setDeleted(projectId, constraintId, null);
        return row;
      });
      if (deleted) tell(projectId, constraint.type);
      return resolveConstraint(constraint, needs.chapters(projectId));
    },

    reorder: (projectId, constraintIds) => {
      const changes = write(projectId, () => {
        const moved = reorderConstraints(store.list(projectId).items, constraintIds, clock.now());
        return moved.flatMap((constraint) => {
          const before = find(projectId, constraint.constraintId);
          store.update(projectId, constraint);
          return changesBetween(before, live(constraint));
        });
      });
      if (changes.length > 0) tell(projectId);
      return { items: [...lists.get(projectId).items], changes };
    },

    takeBack: (projectId, changes) => {
      const made = write(projectId, () => changes.flatMap((change) => takeBack(projectId, change)));
      if (made.length > 0) tell(projectId);
      return made;
    },

    reread: (projectId) => {
      stored.drop(projectId);
      tell(projectId);
    },

    forgetProject: (projectId) => {
      write(projectId, () => store.forget(projectId));
    },
  };
};
