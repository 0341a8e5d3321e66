/** The table of codex entries. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  flagColumn,
  jsonColumn,
  nullableJsonColumn,
  parseRow,
  type SoundRows,
  soundRows,
  toNullableJson,
} from '#main/db/columns.ts';
import { AnchoredDetails } from '#shared/domain/entity-change.ts';
import { ChapterReference } from '#shared/domain/fence.ts';
import { StoredFence } from '../chapter-reference.ts';
import { validFrom, validTo } from './span-columns.ts';
import { Entity, EntityFacts } from '#shared/domain/knowledge.ts';

const table = 'entities';

/** The columns of what the writer fills in, after the facts' own names: `firstSeen` → `first_seen`. */
const factColumns = EntityFacts.keyof().options.map((fact) => ({
  fact,
  column: fact.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}));

const columns = `entity_id AS entityId, ${factColumns.map(({ column, fact }) => `${column} AS ${fact}`)},
  ${validFrom('entities')} AS validFrom, ${validTo('entities')} AS validTo, fence, token_count AS tokenCount,
  version, created_at AS createdAt, updated_at AS updatedAt`;

/** A fact that is a list is JSON in its column and is named here too. */
const Row = Entity.omit({ validFromChapter: true, validToChapter: true }).extend({
  aliases: jsonColumn(z.array(z.string())),
  details: jsonColumn(AnchoredDetails),
  validFrom: nullableJsonColumn(ChapterReference),
  validTo: nullableJsonColumn(ChapterReference),
  fence: nullableJsonColumn(StoredFence),
});

/** An entity as it is stored: chapters by id. */
export type EntityRecord = z.output<typeof Row>;
const StoredRow = Row.extend({ deleted: flagColumn });

export type StoredEntity = { entity: EntityRecord; deleted: boolean };

export type EntityStore = {
  /** In the order of creation, without deleted ones. */
  list(projectId: string): SoundRows<EntityRecord>;
  /** Ids of those that were deleted with a fence. */
  listDeletedFenced(projectId: string): string[];
  /** Also a deleted one; null for an id of another project (S3-41). */
  find(projectId: string, entityId: string): StoredEntity | null;
  insert(projectId: string, entity: EntityRecord): void;
  update(projectId: string, entity: EntityRecord): void;
  setDeleted(projectId: string, entityId: string, deletedAt: number | null): void;
  forget(projectId: string): void;
};

export const createEntityStore = (database: Database): EntityStore => {
  const select = database.prepare(
    `SELECT ${columns} FROM entities WHERE project_id = ? AND deleted_at IS NULL ORDER BY sequence`,
  );
  const selectOne = database.prepare(
    `SELECT ${columns}, deleted_at IS NOT NULL AS deleted FROM entities
     WHERE project_id = ? AND entity_id = ?`,
  );
  const selectDeleted = database
    .prepare(
      `SELECT entity_id FROM entities
       WHERE project_id = ? AND deleted_at IS NOT NULL AND fence IS NOT NULL`,
    )
    .pluck();
  const insert = database.prepare(`
    INSERT INTO entities (entity_id, project_id, ${factColumns.map(({ column }) => column)},
      valid_from_reference, valid_to_reference, fence, token_count, version, created_at, updated_at)
    VALUES (@entityId, @projectId, ${factColumns.map(({ fact }) => `@${fact}`)},
      @validFrom, @validTo, @fence, @tokenCount, @version, @createdAt, @updatedAt)
  `);
  const update = database.prepare(`
    UPDATE entities SET ${factColumns.map(({ column, fact }) => `${column} = @${fact}`)},
      valid_from = NULL, valid_to = NULL, valid_from_reference = @validFrom,
      valid_to_reference = @validTo, fence = @fence,
      token_count = @tokenCount, version = @version, updated_at = @updatedAt
    WHERE project_id = @projectId AND entity_id = @entityId
  `);
  const setDeleted = database.prepare(
    'UPDATE entities SET deleted_at = ? WHERE project_id = ? AND entity_id = ?',
  );
  const forget = database.prepare('DELETE FROM entities WHERE project_id = ?');

  const toRow = (projectId: string, entity: EntityRecord) => ({
    ...entity,
    projectId,
    aliases: JSON.stringify(entity.aliases),
    details: JSON.stringify(entity.details),
    validFrom: toNullableJson(entity.validFrom),
    validTo: toNullableJson(entity.validTo),
    fence: toNullableJson(entity.fence),
  });

  return {
    list: (projectId) => soundRows(Row, 'entityId', select.all(projectId)),
    listDeletedFenced: (projectId) => selectDeleted.all(projectId).map(String),
    find: (projectId, entityId) => {
      const row = selectOne.get(projectId, entityId);
      if (row === undefined) return null;
      const { deleted, ...entity } = parseRow(StoredRow, table, row);
      return { entity, deleted };
    },
    insert: (projectId, entity) => {
      insert.run(toRow(projectId, entity));
    },
    update: (projectId, entity) => {
      const { createdAt: _createdAt, ...row } = toRow(projectId, entity);
      update.run(row);
    },
    setDeleted: (projectId, entityId, deletedAt) => {
      setDeleted.run(deletedAt, projectId, entityId);
    },
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
