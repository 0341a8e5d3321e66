/** Entries and relations as callers see them: chapters by number, and withheld where their fences are unknown (B2). */
import { frozen } from '#shared/frozen.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';
import type { SoundRows } from '#main/db/columns.ts';
import type { ProjectCache } from '#main/db/project-cache.ts';
import type { Chapters } from '../chapters.ts';
import { createResolvedCache, type ResolvedCache } from '../resolved-cache.ts';
import { createWithheld } from '../withheld.ts';
import { resolveEntity, resolveRelation } from './chapters-of-facts.ts';
import type { EntityRecord } from './entity-store.ts';
import type { RelationRecord } from './relation-store.ts';

export type ShownFacts = {
  entities: ResolvedCache<SoundRows<Entity>>;
  relations: ResolvedCache<SoundRows<Relation>>;
  /** Whether that changed anything. */
  withhold(projectId: string, ids: ReadonlySet<string>): boolean;
};

export const createShownFacts = (
  chaptersOf: (projectId: string) => Chapters,
  storedEntities: ProjectCache<SoundRows<EntityRecord>>,
  storedRelations: ProjectCache<SoundRows<RelationRecord>>,
): ShownFacts => {
  const withheld = createWithheld();
  return {
    entities: createResolvedCache(
      chaptersOf,
      (projectId) => storedEntities.get(projectId),
      (rows, chapters, projectId) =>
        frozen({
          ...rows,
          items: rows.items.map((record) =>
            withheld.apply(projectId, record.entityId, resolveEntity(record, chapters)),
          ),
        }),
    ),
    relations: createResolvedCache(
      chaptersOf,
      (projectId) => storedRelations.get(projectId),
      (rows, chapters, projectId) =>
        frozen({
          ...rows,
          // A relation stands in the file of its subject.
          items: rows.items.map((record) =>
            withheld.apply(projectId, record.subjectId, resolveRelation(record, chapters)),
          ),
        }),
    ),
    withhold(projectId, ids) {
      if (!withheld.set(projectId, ids)) return false;
      storedEntities.drop(projectId);
      storedRelations.drop(projectId);
      return true;
    },
  };
};
