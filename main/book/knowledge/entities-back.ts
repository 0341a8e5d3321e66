/** Takes back what writes made of entries (W1). */
import type { Clock } from '#main/platform.ts';
import type { EntityChange } from '#shared/domain/entity-change.ts';
import type { Chapters } from '../chapters.ts';
import { checkNames, type SameName } from './change.ts';
import type { EntityRecord, EntityStore, StoredEntity } from './entity-store.ts';
import type { RelationStore } from './relation-store.ts';
import type { KnowledgeService } from './service.ts';
import { changedSince, changesBetween, takenBack } from './take-back.ts';

type Parts = {
  entityStore: EntityStore;
  relationStore: RelationStore;
  clock: Clock;
  countTokens(name: string, summary: string): number;
  sameName: SameName;
  /** ENTITY_NOT_FOUND. */
  find(projectId: string, entityId: string): StoredEntity;
  chapters(projectId: string): Chapters;
  /** Runs in one transaction and forgets what was read before. */
  write<T>(projectId: string, run: () => T): T;
  tell(projectId: string): void;
};

export const createEntitiesBack = (parts: Parts): KnowledgeService['takeBackEntities'] => {
  const { entityStore, relationStore, clock, sameName } = parts;

  /** What the writer gave an entry that is not among its own facts would be out of reach with it. */
  const checkUntied = (
    projectId: string,
    entityId: string,
    portrayed: ReadonlySet<string>,
  ): void => {
    const isRelated = relationStore
      .list(projectId)
      .items.some(({ subjectId, objectId }) => [subjectId, objectId].includes(entityId));
    const ties = [
      ...(isRelated ? ['relations'] : []),
      ...(portrayed.has(entityId) ? ['portrait'] : []),
    ];
    if (ties.length > 0) throw changedSince(entityId, ties);
  };

  const store = (projectId: string, before: StoredEntity, after: StoredEntity): void => {
    entityStore.update(projectId, after.entity);
    if (after.deleted === before.deleted) return;
    const { entityId } = after.entity;
    entityStore.setDeleted(projectId, entityId, after.deleted ? clock.now() : null);
  };

  const takeBack = (
    projectId: string,
    change: EntityChange,
    portrayed: ReadonlySet<string>,
  ): EntityChange[] => {
    const before = parts.find(projectId, change.entityId);
    const back = takenBack(before, change, parts.chapters(projectId));
    if (back === null) return [];
    const { entity, deleted } = back;
    if (deleted) checkUntied(projectId, change.entityId, portrayed);
    else {
      // Of its chapters nothing is asked: these may have changed places since.
      const current = before.deleted ? {} : { current: before.entity };
      checkNames(entity, entityStore.list(projectId).items, { sameName, ...current });
    }
    const next: EntityRecord = {
      ...entity,
      tokenCount: parts.countTokens(entity.name, entity.summary),
      version: before.entity.version + 1,
      updatedAt: clock.now(),
    };
    const after = { entity: next, deleted };
    store(projectId, before, after);
    return changesBetween(before, after);
  };

  return (projectId, changes, portrayed) => {
    const made = parts.write(projectId, () =>
      changes.flatMap((change) => takeBack(projectId, change, portrayed)),
    );
    if (made.length > 0) parts.tell(projectId);
    return made;
  };
};
