/** Makes the room of the codex. */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { createProjectCache } from '#main/db/project-cache.ts';
import type { Clock } from '#main/platform.ts';
import type { StoredTokenCounter } from '../token-counter.ts';
import type { EventSink } from '#shared/contract/events.ts';
import { type Entity, entityDefaults, type Relation } from '#shared/domain/knowledge.ts';
import { AppError } from '#shared/errors.ts';
import { givenFields } from '#shared/given-fields.ts';
import type { Chapters } from '../chapters.ts';
import { createKnownIn } from './card.ts';
import {
  changeEntity,
  checkEntity,
  checkNames,
  checkRelation,
  distinctAliases,
  entityNotFound,
  relationNotFound,
} from './change.ts';
import {
  anchorEntity,
  anchorRelation,
  type Given,
  resolveEntity,
  resolveRelation,
} from './chapters-of-facts.ts';
import { createArrangeRows } from '../arrange-rows.ts';
import { createCodexRecords } from './codex-records.ts';
import { createEntitiesBack } from './entities-back.ts';
import { createEntityStore, type EntityRecord, type StoredEntity } from './entity-store.ts';
import { createSpellings, foldName } from './folding.ts';
import { compileNames, createMatcherTools, type MatcherTools } from './name-matcher.ts';
import { noOrdinaryWords, ordinaryWordsFrom } from './ordinary-words.ts';
import { createRelationStore, isSameRelation, type RelationRecord } from './relation-store.ts';
import type { KnowledgeService, NamedEntity, NameMatcher } from './service.ts';
import { createShownFacts } from './shown-facts.ts';
import { changesBetween, creationOf } from './take-back.ts';

export { createMatcherTools, type MatcherTools } from './name-matcher.ts';
export { ordinaryWordsFrom } from './ordinary-words.ts';

/** The matcher over given names, for a thread that has no room of its own. `wordList`: as {@link createKnowledge} has it. */
export const compileCodexNames = (
  entities: readonly NamedEntity[],
  wordList: string,
): NameMatcher => compileNames(entities, createMatcherTools(ordinaryWordsFrom(wordList)));

const live = (entity: EntityRecord): StoredEntity => ({ entity, deleted: false });

/**
 * What the world is: entities, their relations, and the matcher over their names (N8). Lists come from memory:
 * fresh arrays of frozen members, read again after a write. An id of another project behaves as one that does
 * not exist (S3-41).
 */
export const createKnowledge = (needs: {
  database: Database;
  events: EventSink;
  clock: Clock;
  tokens: StoredTokenCounter;
  /** Where the chapters of a project stand now: one object until that changes. */
  chapters(projectId: string): Chapters;
  /** File of ordinary Chinese words (assets/words/zh.txt); without it short names are judged less well. */
  wordList?: string;
  /** Made of that very file already; its own otherwise. */
  nameTools?: MatcherTools | undefined;
}): KnowledgeService => {
  const { clock, database, events, tokens } = needs;
  const entityStore = createEntityStore(database);
  const relationStore = createRelationStore(database);
  let toolsMade = needs.nameTools ?? null;
  const tools = (): MatcherTools => {
    toolsMade ??= createMatcherTools(
      needs.wordList === undefined ? noOrdinaryWords : ordinaryWordsFrom(needs.wordList),
    );
    return toolsMade;
  };
  let spellings: ReturnType<typeof createSpellings> | null = null;
  const storedEntities = createProjectCache(database, (projectId) => entityStore.list(projectId));
  const storedRelations = createProjectCache(database, relationStore.list);
  const shown = createShownFacts(needs.chapters, storedEntities, storedRelations);
  const { entities, relations, withhold } = shown;
  const namesOf = (projectId: string): NamedEntity[] =>
    storedEntities
      .get(projectId)
      .items.map(({ entityId, name, aliases }) => ({ entityId, names: [name, ...aliases] }));
  const matchers = createProjectCache(needs.database, (projectId) =>
    compileNames(namesOf(projectId), tools()),
  );

  const sameName = (name: string): string => foldName(name, tools().folding).join(' ');
  const countTokens = (name: string, summary: string): number =>
    tokens.countOrEstimate(name) + tokens.countOrEstimate(summary);

  const find = (projectId: string, entityId: string): StoredEntity => {
    const stored = entityStore.find(projectId, entityId);
    if (!stored) throw entityNotFound(entityId);
    return stored;
  };

  const findLive = (projectId: string, entityId: string): EntityRecord => {
    const stored = find(projectId, entityId);
    if (stored.deleted) throw entityNotFound(entityId);
    return stored.entity;
  };

  const writeRelations = <T>(projectId: string, run: () => T): T => {
    try {
      return database.transaction(run).immediate();
    } finally {
      storedRelations.drop(projectId);
    }
  };

  const writeEntities = <T>(projectId: string, run: () => T): T => {
    try {
      return writeRelations(projectId, run);
    } finally {
      storedEntities.drop(projectId);
      matchers.drop(projectId);
    }
  };

  const findSame = (projectId: string, relation: RelationRecord): RelationRecord | undefined =>
    relationStore.list(projectId).items.find((other) => isSameRelation(other, relation));

  const tell = (projectId: string): void => events.emit('knowledge:changed', { projectId });

  const write = writeEntities;
  const parts = { entityStore, relationStore, clock, countTokens, sameName, write, tell };
  const records = createCodexRecords({
    ...parts,
    arrange: createArrangeRows(database, 'entities', 'entity_id'),
    withhold: (projectId, ids) => {
      if (withhold(projectId, ids)) tell(projectId);
    },
  });

  return {
    records,
    listEntities: (projectId) => [...entities.get(projectId).items],
    distinctAliases: (name, aliases) => distinctAliases(name, aliases, sameName),
    malformed: (projectId) => ({
      entities: entities.get(projectId).malformed,
      relations: relations.get(projectId).malformed,
    }),
    listDeletedFenced: entityStore.listDeletedFenced,
    countFencedRelations: relationStore.countFenced,

    createEntity: (input) => {
      const { projectId, ...fields } = input;
      const now = clock.now();
      const chapters = needs.chapters(projectId);
      const given: Given<Entity> = {
        ...entityDefaults,
        validFromChapter: null,
        validToChapter: null,
        fence: null,
        ...givenFields(fields),
        entityId: nanoid(),
        aliases: distinctAliases(input.name, input.aliases ?? [], sameName),
        tokenCount: countTokens(input.name, input.summary),
        version: 1,
        createdAt: now,
        updatedAt: now,
      };
      const record = anchorEntity(given, null, chapters);
      const created = resolveEntity(record, chapters);
      writeEntities(projectId, () => {
        checkEntity(created, entityStore.list(projectId).items, { sameName });
        entityStore.insert(projectId, record);
      });
      tell(projectId);
      return { ...created, changes: [creationOf(record)] };
    },

    updateEntity: (input) => {
      const { projectId } = input;
      const changed = writeEntities(projectId, () => {
        const stored = findLive(projectId, input.entityId);
        const chapters = needs.chapters(projectId);
        const current = resolveEntity(stored, chapters);
        const given = changeEntity(current, input, { countTokens, sameName, now: clock.now() });
        const record = anchorEntity(given, stored, chapters);
        const next = resolveEntity(record, chapters);
        checkEntity(next, entityStore.list(projectId).items, { sameName, current });
        entityStore.update(projectId, record);
        return { ...next, changes: changesBetween(live(stored), live(record)) };
      });
      tell(projectId);
      return changed;
    },

    removeEntity: (projectId, entityId) => {
      writeEntities(projectId, () => {
        findLive(projectId, entityId);
        entityStore.setDeleted(projectId, entityId, clock.now());
      });
      tell(projectId);
    },

    restoreEntity: (projectId, entityId) => {
      const { entity, deleted } = writeEntities(projectId, () => {
        const stored = find(projectId, entityId);
        if (!stored.deleted) return stored;
        // Chapters that changed places since keep no entry out.
        checkNames(stored.entity, entityStore.list(projectId).items, { sameName });
        entityStore.setDeleted(projectId, entityId, null);
        return stored;
      });
      if (deleted) tell(projectId);
      return resolveEntity(entity, needs.chapters(projectId));
    },

    takeBackEntities: createEntitiesBack({ ...parts, find, chapters: needs.chapters }),

    listRelations: (projectId) => [...relations.get(projectId).items],

    restoreRelation: (projectId, relationId) => {
      const { relation, isChanged } = writeRelations(projectId, () => {
        const found = relationStore.find(projectId, relationId);
        if (!found) throw relationNotFound(relationId);
        const { relation, deleted } = found;
        // Another window may have made the same one meanwhile.
        const same = deleted ? findSame(projectId, relation) : undefined;
        if (deleted && !same) relationStore.restore(projectId, relationId);
        return { relation: same ?? relation, isChanged: deleted && !same };
      });
      if (isChanged) tell(projectId);
      return resolveRelation(relation, needs.chapters(projectId));
    },

    createRelation: (input) => {
      const { projectId } = input;
      const chapters = needs.chapters(projectId);
      const given: Given<Relation> = {
        relationId: nanoid(),
        subjectId: input.subjectId,
        predicate: input.predicate,
        objectId: input.objectId,
        validFromChapter: input.validFromChapter ?? null,
        validToChapter: input.validToChapter ?? null,
        fence: input.fence ?? null,
        version: 1,
      };
      const record = anchorRelation(given, chapters);
      const created = resolveRelation(record, chapters);
      const same = writeRelations(projectId, () => {
        checkRelation(created, entities.get(projectId).items);
        const known = findSame(projectId, record);
        if (!known) relationStore.insert(projectId, record);
        return known;
      });
      if (same) return resolveRelation(same, chapters);
      tell(projectId);
      return created;
    },

    rewordRelation: ({ projectId, relationId, expectedVersion, predicate }) => {
      const reworded = writeRelations(projectId, () =>
        relationStore.reword({ projectId, relationId, expectedVersion, predicate }),
      );
      if (!reworded) {
        throw new AppError('RELATION_NOT_FOUND', 'There is no such relation of this version.', {
          relationId,
        });
      }
      tell(projectId);
    },

    removeRelation: (projectId, relationId) => {
      const removed = writeRelations(projectId, () => relationStore.delete(projectId, relationId));
      if (!removed) throw relationNotFound(relationId);
      tell(projectId);
    },

    spellingsOf: (character) => {
      spellings ??= createSpellings(tools().folding);
      return spellings(character);
    },
    matcher: (projectId) => matchers.get(projectId),
    matcherWith: (projectId, others) => compileNames([...namesOf(projectId), ...others], tools()),
    isOrdinaryWord: (word) =>
      tools().words.has(String.fromCodePoint(...foldName(word, tools().folding))),
    foldedName: sameName,
    knownIn: createKnownIn(needs.chapters, entities, relations),
    reread: (projectId) => writeEntities(projectId, () => undefined),

    forgetProject: (projectId) =>
      writeEntities(projectId, () => {
        relationStore.forget(projectId);
        entityStore.forget(projectId);
      }),
  };
};
