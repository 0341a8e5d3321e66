import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { createProjectCache } from '#main/db/project-cache.ts';
import type { Clock } from '#main/platform.ts';
import type { StoredTokenCounter } from '../token-counter.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { Constraint, ConstraintType } from '#shared/domain/constraint.ts';
import { frozen } from '#shared/frozen.ts';
import { changeConstraint, checkLimit, notFound, reorderConstraints } from './change.ts';
import type { ConstraintsService } from './service.ts';
import { createConstraintStore, type StoredConstraint } from './store.ts';

/**
 * What the writer decided (S3-21, S3-22). Lists come from memory: a fresh array of frozen constraints, read
 * again after a write. An id of another project behaves as one that does not exist (S3-41).
 */
export const createConstraints = (needs: {
  database: Database;
  events: EventSink;
  clock: Clock;
  tokens: StoredTokenCounter;
}): ConstraintsService => {
  const { clock, events, tokens } = needs;
  const store = createConstraintStore(needs.database);
  const lists = createProjectCache(needs.database, (projectId) => frozen(store.list(projectId)));

  const find = (projectId: string, constraintId: string): StoredConstraint => {
    const stored = store.find(projectId, constraintId);
    if (!stored) throw notFound(constraintId);
    return stored;
  };

  const findLive = (projectId: string, constraintId: string): Constraint => {
    const stored = find(projectId, constraintId);
    if (stored.deleted) throw notFound(constraintId);
    return stored.constraint;
  };

  const write = <T>(projectId: string, run: () => T): T => {
    try {
      return store.transaction(run);
    } finally {
      lists.drop(projectId);
    }
  };

  const tell = (projectId: string, type?: ConstraintType): void => {
    events.emit('constraints:changed', type === undefined ? { projectId } : { projectId, type });
  };

  return {
    list: (projectId) => [...lists.get(projectId).items],
    malformed: (projectId) => lists.get(projectId).malformed,
    listDeletedFenced: store.listDeletedFenced,

    create: (input) => {
      const now = clock.now();
      const created: Constraint = {
        constraintId: nanoid(),
        type: input.type,
        text: input.text,
        source: input.source ?? 'user',
        priority: input.priority ?? 0,
        enabled: input.enabled ?? true,
        fence: input.fence ?? null,
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
      return created;
    },

    update: (input) => {
      const { before, after } = write(input.projectId, () => {
        const current = findLive(input.projectId, input.constraintId);
        const changed = changeConstraint(current, input, tokens.countOrEstimate, clock.now());
        store.update(input.projectId, changed);
        return { before: current, after: changed };
      });
      // A constraint that changed its type concerns two of them.
      tell(input.projectId, before.type === after.type ? after.type : undefined);
      return after;
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
        const stored = find(projectId, constraintId);
        if (!stored.deleted) return stored;
        checkLimit(store.count(projectId));
        store.setDeleted(projectId, constraintId, null);
        return stored;
      });
      if (deleted) tell(projectId, constraint.type);
      return constraint;
    },

    reorder: (projectId, constraintIds) => {
      const changed = write(projectId, () => {
        const moved = reorderConstraints(store.list(projectId).items, constraintIds, clock.now());
        for (const constraint of moved) store.update(projectId, constraint);
        return moved.length;
      });
      if (changed > 0) tell(projectId);
      return [...lists.get(projectId).items];
    },

    forgetProject: (projectId) => {
      write(projectId, () => store.forget(projectId));
    },
  };
};
