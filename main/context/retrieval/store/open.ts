import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import BetterSqlite3, { type Database } from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';

/** Raise it whenever the tables below or the way text is cut change: the index is then made anew. */
export const schemaNumber = 4;

const schema = `
  CREATE TABLE projects (id INTEGER PRIMARY KEY, project_id TEXT NOT NULL UNIQUE);
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY,
    project INTEGER NOT NULL,
    document_id TEXT NOT NULL,
    version TEXT NOT NULL,
    UNIQUE (project, document_id)
  );
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY,
    document INTEGER NOT NULL,
    chunk_id TEXT NOT NULL,
    position INTEGER NOT NULL,
    start INTEGER NOT NULL,
    end INTEGER NOT NULL,
    paragraph INTEGER NOT NULL,
    text TEXT NOT NULL
  );
  CREATE INDEX chunks_by_document ON chunks (document, position);
  CREATE VIRTUAL TABLE terms USING fts5(
    words, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 0"
  );
  CREATE TABLE spaces (
    id INTEGER PRIMARY KEY,
    embedder TEXT NOT NULL,
    dimension INTEGER NOT NULL,
    UNIQUE (embedder, dimension)
  );
  CREATE TABLE embedded (
    chunk INTEGER NOT NULL,
    space INTEGER NOT NULL,
    vectors INTEGER NOT NULL,
    words BLOB NOT NULL,
    windows BLOB NOT NULL,
    PRIMARY KEY (chunk, space)
  ) WITHOUT ROWID;
`;

/** Tables and indices with what made them. */
const structureOf = (database: Database): string[] =>
  database
    .prepare('SELECT name || char(10) || sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .pluck()
    .all()
    .map(String);

/** Whether everything the schema makes is there as it was made; tables of vectors come to it later. */
const isAsMade = (database: Database, binding: string | null): boolean => {
  const fresh = new BetterSqlite3(':memory:', binding ? { nativeBinding: binding } : {});
  try {
    fresh.exec(schema);
    const found = new Set(structureOf(database));
    return structureOf(fresh).every((part) => found.has(part));
  } finally {
    fresh.close();
  }
};

/** Extensions cannot be loaded out of an archive; packaging unpacks them beside it. */
const extensionPath = (): string =>
  getLoadablePath().replace(/app\.asar(?=[\\/])/, 'app.asar.unpacked');

const connect = (file: string, binding: string | null): Database => {
  // The log beside it takes its rights over from it. One that is there may be readable only.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  const database = new BetterSqlite3(file, binding ? { nativeBinding: binding } : {});
  try {
    database.pragma('busy_timeout = 5000');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    // What is deleted is overwritten: a project that was forgotten leaves no words in the file.
    database.pragma('secure_delete = ON');
    // 4 MB of pages instead of 16: documents are read and written once each.
    database.pragma('cache_size = -4000');
    database.loadExtension(extensionPath());
    const found = Number(database.pragma('user_version', { simple: true }));
    if (found === schemaNumber) {
      if (isAsMade(database, binding)) return database;
      throw Object.assign(new Error('broken schema'), { code: 'SQLITE_CORRUPT' });
    }
    const empty = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get() === 0;
    if (found !== 0 || !empty)
      throw Object.assign(new Error('unknown schema'), { code: 'SQLITE_NOTADB' });
    database.transaction(() => {
      database.exec(schema);
      database.pragma(`user_version = ${schemaNumber}`);
    })();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const isUnusable = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);

/**
 * Opens the index. It is derived from the manuscript, so a damaged one, or one of another schema, is deleted and
 * made anew.
 * @param file `<data>/retrieval.sqlite`
 */
export const openIndex = (file: string, binding: string | null): Database => {
  mkdirSync(path.dirname(file), { recursive: true });
  const database = openOrRemake(file, binding);
  // How many chunks hold each term, as the full-text table counts them.
  database.exec("CREATE VIRTUAL TABLE temp.term_rows USING fts5vocab('main', 'terms', 'row')");
  return database;
};

const openOrRemake = (file: string, binding: string | null): Database => {
  try {
    return connect(file, binding);
  } catch (error) {
    if (!isUnusable(error)) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    return connect(file, binding);
  }
};
