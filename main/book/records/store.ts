/** What the folder and the database last agreed on, and what came from outside. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import {
  jsonColumn,
  nullableJsonColumn,
  parseRow,
  soundRows,
  toNullableJson,
} from '#main/db/columns.ts';
import { maxListedOutside, OutsideKind } from '#shared/domain/records.ts';
import { type RecordKind, recordKinds } from './kinds.ts';
import { type Fields, isSameValue, type RecordState } from './record-state.ts';

const FieldsColumn = jsonColumn(z.record(z.string(), z.unknown()));

/** What is known of a record's file, and what it said. */
export type AgreedFile = {
  /** Relative to the book's folder. */
  path: string;
  inode: string;
  size: number;
  modifiedAt: number;
  /** Of a chapter: where it was on this machine. */
  localPath: string | null;
  /** Of a chapter: where it was before, here and elsewhere. */
  former: string[];
  state: RecordState;
};

const AgreedRow = z.object({
  id: z.string(),
  path: z.string(),
  inode: z.string(),
  size: z.number(),
  modifiedAt: z.number(),
  localPath: z.string().nullable(),
  former: jsonColumn(z.array(z.string())),
  version: z.string(),
  fields: FieldsColumn,
  lineage: jsonColumn(z.array(z.string())),
});

const OutsideRow = z.object({
  changeId: z.number().int(),
  kind: z.enum(recordKinds),
  recordId: z.string(),
  change: OutsideKind,
  before: nullableJsonColumn(z.record(z.string(), z.unknown())),
  after: nullableJsonColumn(z.record(z.string(), z.unknown())),
  conflicts: jsonColumn(
    z.array(z.object({ field: z.string(), kept: z.unknown(), lost: z.unknown() })),
  ),
  noticedAt: z.number().int(),
});
export type StoredOutsideChange = z.output<typeof OutsideRow>;

export type NewOutsideChange = Omit<StoredOutsideChange, 'changeId'>;

/** Stands among the versions of a record for its deletion. */
const deletedVersion = 'deleted';

/** Versions of one record that are remembered, to find what two others were made from. */
const maxVersions = 32;

export type RecordStore = {
  listAgreed(projectId: string, kind: RecordKind): Map<string, AgreedFile>;
  saveAgreed(projectId: string, kind: RecordKind, id: string, file: AgreedFile): void;
  /** The record is gone here and in the folder. */
  dropAgreed(projectId: string, kind: RecordKind, id: string): void;
  /** Whether both sides agreed once that it is gone. */
  isDeletionAgreed(projectId: string, kind: RecordKind, id: string): boolean;
  /** Remembers what a version says. */
  saveVersion(projectId: string, kind: RecordKind, id: string, state: RecordState): void;
  fieldsOf(projectId: string, kind: RecordKind, id: string, version: string): Fields | undefined;
  /** Whether anything of the book was ever agreed on. */
  hasAgreed(projectId: string): boolean;
  /** Another number whenever the list of outside changes is another one. */
  stampOutside(projectId: string): number;
  countOutside(projectId: string): number;
  /** The last noticed first, so many as a list may hold; rows that nobody can read are in none. */
  listOutside(projectId: string): StoredOutsideChange[];
  findOutside(projectId: string, changeId: number): StoredOutsideChange | undefined;
  /** A record that changed again before anybody looked waits once, with what it said at first. */
  addOutside(projectId: string, change: NewOutsideChange): void;
  /** A record whose deletion waits to be seen is back: what waits is how it differs from what it was. False where none waits. */
  addReturned(
    projectId: string,
    came: Omit<NewOutsideChange, 'change' | 'before' | 'conflicts'>,
  ): boolean;
  removeOutside(projectId: string, changeId: number): void;
  forget(projectId: string): void;
  /** Holds the database from its beginning: what `run` reads is what it writes to, whoever else writes there. */
  transaction<T>(run: () => T): T;
};

/** Two plain changes of one record, one right after the other: nothing between them waits for a choice. */
const isOneChange = (
  last: StoredOutsideChange,
  next: Pick<NewOutsideChange, 'change' | 'conflicts' | 'before'>,
): boolean =>
  isSameValue(last.after, next.before) &&
  last.change === 'changed' &&
  next.change === 'changed' &&
  last.conflicts.length === 0 &&
  next.conflicts.length === 0;

const outsideColumns =
  'sequence AS changeId, kind, record_id AS recordId, change, before, after, conflicts, noticed_at AS noticedAt';

export const createRecordStore = (database: Database): RecordStore => {
  const selectAgreed = database.prepare(`
    SELECT files.record_id AS id, path, inode, size, modified_at AS modifiedAt, local_path AS localPath,
      former, files.version AS version, fields, lineage
    FROM record_files AS files
    JOIN record_versions AS versions USING (project_id, kind, record_id, version)
    WHERE files.project_id = ? AND files.kind = ?`);
  const saveAgreed = database.prepare(`
    INSERT OR REPLACE INTO record_files (project_id, kind, record_id, path, version, inode, size,
      modified_at, local_path, former) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const dropAgreed = database.prepare(
    'DELETE FROM record_files WHERE project_id = ? AND kind = ? AND record_id = ?',
  );
  const saveVersion = database.prepare(`
    INSERT OR IGNORE INTO record_versions (project_id, kind, record_id, version, fields, lineage)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const trimVersions = database.prepare(`
    DELETE FROM record_versions WHERE project_id = @projectId AND kind = @kind AND record_id = @id
      AND version NOT IN (SELECT version FROM record_files
        WHERE project_id = @projectId AND kind = @kind AND record_id = @id)
      AND sequence NOT IN (SELECT sequence FROM record_versions
        WHERE project_id = @projectId AND kind = @kind AND record_id = @id
        ORDER BY sequence DESC LIMIT ${maxVersions})`);
  const selectFields = database
    .prepare(
      `SELECT fields FROM record_versions
       WHERE project_id = ? AND kind = ? AND record_id = ? AND version = ?`,
    )
    .pluck();
  const selectOutside = database.prepare(
    `SELECT ${outsideColumns} FROM outside_changes WHERE project_id = ?
     ORDER BY sequence DESC LIMIT ${maxListedOutside}`,
  );
  const findOutside = database.prepare(
    `SELECT ${outsideColumns} FROM outside_changes WHERE project_id = ? AND sequence = ?`,
  );
  const findWaiting = database.prepare(
    `SELECT ${outsideColumns} FROM outside_changes
     WHERE project_id = ? AND kind = ? AND record_id = ? ORDER BY sequence DESC LIMIT 1`,
  );
  const lastOutside = (
    projectId: string,
    { kind, recordId }: Pick<NewOutsideChange, 'kind' | 'recordId'>,
  ): StoredOutsideChange | undefined =>
    soundRows(OutsideRow, 'changeId', findWaiting.all(projectId, kind, recordId)).items[0];
  const countOutside = database
    .prepare('SELECT count(*) FROM outside_changes WHERE project_id = ?')
    .pluck();
  const stampOutside = database
    .prepare(
      'SELECT count(*) + coalesce(max(sequence), 0) FROM outside_changes WHERE project_id = ?',
    )
    .pluck();
  const addOutside = database.prepare(`
    INSERT INTO outside_changes (project_id, kind, record_id, change, before, after, conflicts, noticed_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  const removeOutside = database.prepare(
    'DELETE FROM outside_changes WHERE project_id = ? AND sequence = ?',
  );
  const store: RecordStore = {
    listAgreed: (projectId, kind) =>
      new Map(
        selectAgreed.all(projectId, kind).map((row) => {
          const { id, version, fields, lineage, ...file } = parseRow(
            AgreedRow,
            'record_files',
            row,
          );
          return [id, { ...file, state: { version, fields, lineage } }];
        }),
      ),
    saveAgreed(projectId, kind, id, { state, ...file }) {
      store.saveVersion(projectId, kind, id, state);
      const { path, inode, size, modifiedAt, localPath, former } = file;
      const stamp = [inode, size, modifiedAt];
      const place = [path, state.version, ...stamp, localPath, JSON.stringify(former)];
      saveAgreed.run(projectId, kind, id, ...place);
    },
    dropAgreed(projectId, kind, id) {
      dropAgreed.run(projectId, kind, id);
      saveVersion.run(projectId, kind, id, deletedVersion, '{}', '[]');
    },
    isDeletionAgreed: (projectId, kind, id) =>
      selectFields.get(projectId, kind, id, deletedVersion) !== undefined,
    saveVersion(projectId, kind, id, { version, fields, lineage }) {
      const said = [JSON.stringify(fields), JSON.stringify(lineage)];
      const { changes } = saveVersion.run(projectId, kind, id, version, ...said);
      if (changes > 0 && lineage.length > 0) trimVersions.run({ projectId, kind, id });
    },
    fieldsOf(projectId, kind, id, version) {
      const found = selectFields.get(projectId, kind, id, version);
      return typeof found === 'string' ? (JSON.parse(found) as Fields) : undefined;
    },
    hasAgreed: (projectId) =>
      database.prepare('SELECT 1 FROM record_files WHERE project_id = ? LIMIT 1').get(projectId) !==
      undefined,
    stampOutside: (projectId) => Number(stampOutside.get(projectId)),
    countOutside: (projectId) => Number(countOutside.get(projectId)),
    listOutside: (projectId) =>
      soundRows(OutsideRow, 'changeId', selectOutside.all(projectId)).items,
    findOutside: (projectId, changeId) =>
      soundRows(OutsideRow, 'changeId', [findOutside.get(projectId, changeId)].filter(Boolean))
        .items[0],
    addOutside(projectId, given) {
      const { kind, recordId, change, after, conflicts, noticedAt } = given;
      const last = lastOutside(projectId, given);
      const isFollowed = last !== undefined && isOneChange(last, given);
      const before = isFollowed ? last.before : given.before;
      if (isFollowed) removeOutside.run(projectId, last.changeId);
      if (isFollowed && isSameValue(before, after)) return;
      const said = [toNullableJson(before), toNullableJson(after), JSON.stringify(conflicts)];
      addOutside.run(projectId, kind, recordId, change, ...said, noticedAt);
    },
    addReturned(projectId, came) {
      const last = lastOutside(projectId, came);
      if (last?.change !== 'deleted') return false;
      const { changeId, before } = last;
      removeOutside.run(projectId, changeId);
      if (isSameValue(before, came.after)) return true;
      store.addOutside(projectId, { ...came, change: 'changed', before, conflicts: [] });
      return true;
    },
    removeOutside: (projectId, changeId) => void removeOutside.run(projectId, changeId),
    forget(projectId) {
      for (const table of ['record_files', 'record_versions', 'outside_changes']) {
        database.prepare(`DELETE FROM ${table} WHERE project_id = ?`).run(projectId);
      }
    },
    transaction: (run) => database.transaction(run).immediate(),
  };
  return store;
};
