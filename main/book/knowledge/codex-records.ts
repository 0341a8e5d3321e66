/** The codex as records of the book's folder: entries with the relations that go out from them (B1). */
import type { Clock } from '#main/platform.ts';
import type { ArrangeRows } from '../arrange-rows.ts';
import type { CodexFields, RecordSource } from '../record-source.ts';
import { findNamesakes, type SameName } from './change.ts';
import type { EntityRecord, EntityStore } from './entity-store.ts';
import { isSameRelation, type RelationRecord, type RelationStore } from './relation-store.ts';

type Parts = {
  entityStore: EntityStore;
  relationStore: RelationStore;
  clock: Clock;
  arrange: ArrangeRows;
  countTokens(name: string, summary: string): number;
  sameName: SameName;
  /** Runs in one transaction and forgets what was read before. */
  write<T>(projectId: string, run: () => T): T;
  withhold(projectId: string, ids: ReadonlySet<string>): void;
  tell(projectId: string): void;
};

type Relations = CodexFields['relations'];

const fieldsOf = (entity: EntityRecord, relations: Relations): CodexFields => {
  const { entityId: _id, tokenCount: _count, version: _version, ...rest } = entity;
  const { createdAt: _created, updatedAt: _updated, details, ...fields } = rest;
  const said = Object.keys(details).length > 0 ? { details } : {};
  return { ...fields, ...said, relations };
};

const relationOf = (id: string, subjectId: string, given: Relations[string]): RelationRecord => ({
  relationId: id,
  subjectId,
  predicate: given.predicate,
  objectId: given.to,
  validFrom: given.validFrom,
  validTo: given.validTo,
  fence: given.fence,
  version: 1,
});

export const createCodexRecords = (parts: Parts): RecordSource<CodexFields> => {
  const { entityStore, relationStore, clock } = parts;

  const putEntity = (projectId: string, id: string, fields: CodexFields): void => {
    const { relations: _relations, details = {}, ...rest } = fields;
    const stored = entityStore.find(projectId, id);
    const now = clock.now();
    const entity: EntityRecord = {
      ...rest,
      details,
      entityId: id,
      tokenCount: parts.countTokens(rest.name, rest.summary),
      version: (stored?.entity.version ?? 0) + 1,
      createdAt: stored?.entity.createdAt ?? now,
      updatedAt: now,
    };
    if (stored) entityStore.update(projectId, entity);
    else entityStore.insert(projectId, entity);
    if (stored?.deleted) entityStore.setDeleted(projectId, id, null);
  };

  const putRelations = (projectId: string, subjectId: string, relations: Relations): void => {
    const known = new Map(
      relationStore
        .listOutgoing(projectId)
        .filter((one) => one.subjectId === subjectId)
        .map((one) => [one.relationId, one]),
    );
    for (const id of known.keys()) if (!(id in relations)) relationStore.delete(projectId, id);
    for (const [id, given] of Object.entries(relations)) {
      const before = known.get(id);
      const next = relationOf(id, subjectId, given);
      if (before && isSameRelation(before, next)) continue;
      // Another entry may have had it: a relation stands in the file of its subject.
      relationStore.delete(projectId, id);
      relationStore.insert(projectId, { ...next, version: (before?.version ?? 0) + 1 });
    }
  };

  return {
    list(projectId) {
      const outgoing = new Map<string, Relations>();
      for (const one of relationStore.listOutgoing(projectId)) {
        const { relationId, subjectId, objectId, predicate, validFrom, validTo, fence } = one;
        const relations = outgoing.get(subjectId) ?? {};
        relations[relationId] = { predicate, to: objectId, validFrom, validTo, fence };
        outgoing.set(subjectId, relations);
      }
      return new Map(
        entityStore
          .list(projectId)
          .items.map((entity) => [
            entity.entityId,
            fieldsOf(entity, outgoing.get(entity.entityId) ?? {}),
          ]),
      );
    },
    put: (projectId, id, fields) =>
      parts.write(projectId, () => {
        putEntity(projectId, id, fields);
        putRelations(projectId, id, fields.relations);
      }),
    remove: (projectId, id) =>
      parts.write(projectId, () => entityStore.setDeleted(projectId, id, clock.now())),
    withhold: parts.withhold,
    arrange: (projectId, ids) => parts.write(projectId, () => parts.arrange(projectId, ids)),
    listDamaged: (projectId) => [
      ...entityStore.list(projectId).malformed,
      ...relationStore.listDamagedSubjects(projectId),
    ],
    listNamesakes(projectId, id) {
      const { items } = entityStore.list(projectId);
      const entity = items.find(({ entityId }) => entityId === id);
      if (!entity) return [];
      return findNamesakes(entity, items, parts.sameName).map(({ entityId }) => entityId);
    },
    tell: parts.tell,
  };
};
