/** Opens the rows of an archive, a stranger's database perhaps, and reads nothing of it before it is known. */
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { CarriedIdentifier } from '#shared/domain/identifiers.ts';
import { AppError } from '#shared/errors.ts';
import { archiveDamaged } from './book-archive.ts';
import { createRowsDatabase } from './book-rows.ts';
import { isInsidePath, type Manifest } from './manifest.ts';
import { idsIn, thingsOf } from './new-ids.ts';

const schemaOf = (database: Database): string =>
  JSON.stringify(
    database
      .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
      .raw()
      .all(),
  );

/** A trigger, a view or a column of somebody else's would act when rows are read: only our own shape is taken. */
const checkSchema = (rows: Database, schema: number, binding: string | null): void => {
  const own = createRowsDatabase(':memory:', schema, binding);
  try {
    if (schemaOf(own) !== schemaOf(rows)) throw archiveDamaged('its records have another shape');
  } finally {
    own.close();
  }
};

/** Places that are opened later must lie inside the folders they are in. */
const checkPaths = (rows: Database): void => {
  const places = [
    'SELECT path FROM documents',
    'SELECT trash_path FROM documents WHERE trash_path IS NOT NULL',
    'SELECT path FROM conversation_offloads',
    'SELECT new_path FROM ai_candidates WHERE new_path IS NOT NULL',
  ];
  for (const query of places) {
    for (const path of rows.prepare<[], string>(query).pluck().iterate()) {
      if (!isInsidePath(path)) throw archiveDamaged('a record names a place outside of the book');
    }
  }
};

/** Ids name folders and files here. */
const checkIds = (rows: Database): void => {
  for (const thing of thingsOf(rows)) {
    for (const id of idsIn(rows, thing)) {
      if (!CarriedIdentifier.safeParse(id).success)
        throw archiveDamaged('a record has no plain id');
    }
  }
};

/** Read only. ARCHIVE_DAMAGED. Close it yourself. */
export const openRows = (file: string, manifest: Manifest, binding: string | null): Database => {
  let rows: Database | null = null;
  try {
    const options = { readonly: true, fileMustExist: true };
    rows = new BetterSqlite3(file, binding ? { ...options, nativeBinding: binding } : options);
    rows.pragma('trusted_schema = OFF');
    rows.pragma('cell_size_check = ON');
    checkSchema(rows, manifest.schema, binding);
    if (rows.pragma('quick_check(1)', { simple: true }) !== 'ok') {
      throw archiveDamaged('its records are damaged');
    }
    checkPaths(rows);
    checkIds(rows);
    return rows;
  } catch (error) {
    rows?.close();
    throw error instanceof AppError ? error : archiveDamaged('its records cannot be read', error);
  }
};
