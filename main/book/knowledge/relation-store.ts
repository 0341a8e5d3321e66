/** The table of relations between entries. */
import type { Database } from 'better-sqlite3';
import {
  flagColumn,
  nullableJsonColumn,
  parseRow,
  type SoundRows,
  soundRows,
  toNullableJson,
} from '#main/db/columns.ts';
import { z } from 'zod';
import { ChapterReference } from '#shared/domain/fence.ts';
import { StoredFence } from '../chapter-reference.ts';
import { validFrom, validTo } from './span-columns.ts';
import { Relation } from '#shared/domain/knowledge.ts';

const Row = Relation.omit({ validFromChapter: true, validToChapter: true }).extend({
  validFrom: nullableJsonColumn(ChapterReference),
  validTo: nullableJsonColumn(ChapterReference),
  fence: nullableJsonColumn(StoredFence),
});

const DeletedRow = z.object({ deleted: flagColumn });

/** A relation as it is stored: chapters by id. */
export type RelationRecord = z.output<typeof Row>;

const sayOf = ({ predicate, objectId, validFrom, validTo, fence }: RelationRecord): string =>
  JSON.stringify([predicate, objectId, validFrom, validTo, fence]);

/** Whether both say the same, whatever they are known by. */
export const isSameRelation = (one: RelationRecord, other: RelationRecord): boolean =>
  one.subjectId === other.subjectId && sayOf(one) === sayOf(other);

export type RelationStore = {
  /** In the order of creation; those of a deleted entity stay hidden until it is restored. */
  list(projectId: string): SoundRows<RelationRecord>;
  /** All that go out from entities that are not deleted, wherever they lead. */
  listOutgoing(projectId: string): RelationRecord[];
  /** Entities one of whose relations nobody can read: what goes out from them is not known whole. */
  listDamagedSubjects(projectId: string): string[];
  /** Fenced ones, those among them that were deleted or stand with a deleted entity. */
  countFenced(projectId: string): number;
  insert(projectId: string, relation: RelationRecord): void;
  /** Also a deleted one, and one of a deleted entity; null for an id of another project (S3-41). DATABASE_CORRUPT. */
  find(
    projectId: string,
    relationId: string,
  ): { relation: RelationRecord; deleted: boolean } | null;
  /** Whether there was one. It keeps its row until it is restored or inserted again. */
  delete(projectId: string, relationId: string): boolean;
  restore(projectId: string, relationId: string): void;
  /** Whether there was one of that version to be seen. */
  reword(change: {
    projectId: string;
    relationId: string;
    expectedVersion: number;
    predicate: string;
  }): boolean;
  forget(projectId: string): void;
};

const columns = `relation_id AS relationId, subject_id AS subjectId, predicate, object_id AS objectId,
  ${validFrom('relations')} AS validFrom, ${validTo('relations')} AS validTo, relations.fence AS fence,
  relations.version AS version`;
const ofSubject = `JOIN entities AS subject ON subject.entity_id = subject_id AND subject.deleted_at IS NULL
  AND subject.project_id = relations.project_id`;

export const createRelationStore = (database: Database): RelationStore => {
  const select = database.prepare(`
    SELECT ${columns} FROM relations
    ${ofSubject}
    JOIN entities AS object ON object.entity_id = object_id AND object.deleted_at IS NULL
      AND object.project_id = relations.project_id
    WHERE relations.project_id = ? AND relations.deleted = 0
    ORDER BY relations.sequence
  `);
  const selectOutgoing = database.prepare(
    `SELECT ${columns} FROM relations ${ofSubject}
     WHERE relations.project_id = ? AND relations.deleted = 0`,
  );
  const countFenced = database
    .prepare('SELECT count(*) FROM relations WHERE project_id = ? AND fence IS NOT NULL')
    .pluck();
  const insert = database.prepare(`
    INSERT INTO relations (relation_id, project_id, subject_id, predicate, object_id, valid_from_reference,
      valid_to_reference, fence, version)
    VALUES (@relationId, @projectId, @subjectId, @predicate, @objectId, @validFrom, @validTo,
      @fence, @version)
  `);
  const ofId = 'WHERE project_id = ? AND relation_id = ?';
  const selectOne = database.prepare(
    `SELECT ${columns}, relations.deleted AS deleted FROM relations ${ofId}`,
  );
  const markDeleted = database.prepare(`UPDATE relations SET deleted = 1 ${ofId} AND deleted = 0`);
  const markRestored = database.prepare(`UPDATE relations SET deleted = 0 ${ofId}`);
  const removeDeleted = database.prepare(`DELETE FROM relations ${ofId} AND deleted = 1`);
  const reword = database.prepare(
    `UPDATE relations SET predicate = @predicate, version = version + 1
     WHERE project_id = @projectId AND relation_id = @relationId AND version = @expectedVersion
       AND deleted = 0`,
  );
  const forget = database.prepare('DELETE FROM relations WHERE project_id = ?');
  return {
    list: (projectId) => soundRows(Row, 'relationId', select.all(projectId)),
    listOutgoing: (projectId) => soundRows(Row, 'relationId', selectOutgoing.all(projectId)).items,
    listDamagedSubjects: (projectId) => [
      ...new Set(soundRows(Row, 'subjectId', selectOutgoing.all(projectId)).malformed),
    ],
    countFenced: (projectId) => Number(countFenced.get(projectId)),
    insert: (projectId, relation) => {
      removeDeleted.run(projectId, relation.relationId);
      insert.run({
        ...relation,
        projectId,
        validFrom: toNullableJson(relation.validFrom),
        validTo: toNullableJson(relation.validTo),
        fence: toNullableJson(relation.fence),
      });
    },
    find: (projectId, relationId) => {
      const found = selectOne.get(projectId, relationId);
      if (found === undefined) return null;
      const { deleted } = parseRow(DeletedRow, 'relations', found);
      return { relation: parseRow(Row, 'relations', found), deleted };
    },
    delete: (projectId, relationId) => markDeleted.run(projectId, relationId).changes > 0,
    restore: (projectId, relationId) => {
      markRestored.run(projectId, relationId);
    },
    reword: (change) => reword.run(change).changes > 0,
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
