/** Makes the room of what was learned. */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { createProjectCache } from '#main/db/project-cache.ts';
import type { Clock } from '#main/platform.ts';
import type { StoredTokenCounter } from '../token-counter.ts';
import type { EventSink } from '#shared/contract/events.ts';
import type { Episode, MemoryRule } from '#shared/domain/memory.ts';
import { AppError } from '#shared/errors.ts';
import { frozen } from '#shared/frozen.ts';
import { changeRule, type RuleChange, ruleNotFound } from './change.ts';
import { createArrangeRows } from '../arrange-rows.ts';
import { createHabitRecords } from './habit-records.ts';
import type { MemoryService } from './service.ts';
import { createSittings } from './sitting.ts';
import { createMemoryStore, type StoredRule } from './store.ts';

const episodeNotFound = (episodeId: string): AppError =>
  new AppError('MEMORY_EPISODE_NOT_FOUND', 'There is no such episode in this project.', {
    episodeId,
  });

/**
 * What was learned: rules, episodes, and the notes of this sitting. Lists come from memory: fresh arrays of
 * frozen members, read again after a write. An id of another project behaves as one that does not exist
 * (S3-41). Working notes change without an event: requests add them, and listeners may make requests.
 */
export const createMemory = (needs: {
  database: Database;
  events: EventSink;
  clock: Clock;
  tokens: StoredTokenCounter;
}): MemoryService => {
  const { clock, events, tokens } = needs;
  const store = createMemoryStore(needs.database);
  const sittings = createSittings(clock);
  const rules = createProjectCache(needs.database, (projectId) =>
    frozen(store.listRules(projectId)),
  );
  const episodes = createProjectCache(needs.database, (projectId) =>
    frozen(store.listEpisodes(projectId)),
  );

  const find = (projectId: string, ruleId: string): StoredRule => {
    const stored = store.findRule(projectId, ruleId);
    if (!stored) throw ruleNotFound(ruleId);
    return stored;
  };

  const findLive = (projectId: string, ruleId: string): MemoryRule => {
    const stored = find(projectId, ruleId);
    if (stored.deleted) throw ruleNotFound(ruleId);
    return stored.rule;
  };

  const write = <T>(projectId: string, run: () => T): T => {
    try {
      return store.transaction(run);
    } finally {
      rules.drop(projectId);
      episodes.drop(projectId);
    }
  };

  const tell = (projectId: string): void => events.emit('memory:changed', { projectId });

  const change = (projectId: string, ruleId: string, wished: RuleChange): MemoryRule => {
    const changed = write(projectId, () => {
      const current = findLive(projectId, ruleId);
      const next = changeRule(current, wished, tokens.countOrEstimate, clock.now());
      store.updateRule(projectId, next);
      return next;
    });
    tell(projectId);
    return changed;
  };

  return {
    records: createHabitRecords({
      ...{ store, clock, write, tell },
      arrange: createArrangeRows(needs.database, 'memory_rules', 'rule_id'),
      countTokens: tokens.countOrEstimate,
    }),
    listRules: (projectId) => [...rules.get(projectId).items],
    malformed: (projectId) => ({
      rules: rules.get(projectId).malformed,
      episodes: episodes.get(projectId).malformed,
    }),

    createRule: (input) => {
      const now = clock.now();
      const created: MemoryRule = {
        ruleId: nanoid(),
        text: input.text,
        confidence: input.confidence,
        confirmed: input.confirmed ?? false,
        tokenCount: tokens.countOrEstimate(input.text),
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      write(input.projectId, () => store.insertRule(input.projectId, created));
      tell(input.projectId);
      return created;
    },

    confirmRule: ({ projectId, ruleId, expectedVersion }) =>
      change(projectId, ruleId, { expectedVersion, confirmed: true }),

    updateRule: ({ projectId, ruleId, ...wished }) => change(projectId, ruleId, wished),

    removeRule: (projectId, ruleId) => {
      write(projectId, () => {
        findLive(projectId, ruleId);
        store.setRuleDeleted(projectId, ruleId, clock.now());
      });
      tell(projectId);
    },

    restoreRule: (projectId, ruleId) => {
      const { rule, deleted } = write(projectId, () => {
        const stored = find(projectId, ruleId);
        if (stored.deleted) store.setRuleDeleted(projectId, ruleId, null);
        return stored;
      });
      if (deleted) tell(projectId);
      return rule;
    },

    listEpisodes: (projectId, limit) => episodes.get(projectId).items.slice(0, limit),

    countEpisodes: (projectId) => episodes.get(projectId).items.length,

    createEpisode: (input) => {
      const created: Episode = {
        episodeId: nanoid(),
        documentId: input.documentId ?? null,
        text: input.text,
        createdAt: clock.now(),
      };
      write(input.projectId, () => store.insertEpisode(input.projectId, created));
      tell(input.projectId);
      return created;
    },

    removeEpisode: (projectId, episodeId) => {
      const now = clock.now();
      const removed = write(projectId, () => store.deleteEpisode(projectId, episodeId, now));
      if (!removed) throw episodeNotFound(episodeId);
      tell(projectId);
    },

    restoreEpisode: (projectId, episodeId) => {
      const restored = write(projectId, () => store.restoreEpisode(projectId, episodeId));
      if (restored === null) throw episodeNotFound(episodeId);
      tell(projectId);
      return restored;
    },

    listWorkingNotes: sittings.list,
    addWorkingNote: sittings.add,
    endSitting: sittings.end,

    forgetProject: (projectId) => {
      write(projectId, () => store.forget(projectId));
      sittings.end(projectId);
    },
  };
};
