/** The table of projects. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { flagColumn } from '#main/db/columns.ts';
import { BookSettings } from '#shared/domain/book-settings.ts';
import { Language } from '#shared/domain/identifiers.ts';

const Row = z.object({
  project_id: z.string(),
  name: z.string(),
  name_given: flagColumn,
  language: Language,
  language_given: flagColumn,
  path: z.string(),
  point_of_view_entity_id: z.string().nullable(),
  narrative_person: z.string().nullable(),
  tense: z.string().nullable(),
  style: z.string().nullable(),
  created_at: z.number(),
  opened_at: z.number(),
});

export type StoredProject = BookSettings & {
  projectId: string;
  name: string;
  /** False where it is the folder's. */
  isNameGiven: boolean;
  language: Language;
  /** False where it was told by the letters. */
  isLanguageGiven: boolean;
  path: string;
  pointOfViewEntityId: string | null;
  createdAt: number;
  openedAt: number;
};

/** What a later version or another hand wrote and this one cannot read counts as not settled. */
const bookSettingsOf = (row: z.infer<typeof Row>): BookSettings => {
  const { narrativePerson, tense, style } = BookSettings.shape;
  return {
    narrativePerson: narrativePerson.catch(null).parse(row.narrative_person),
    tense: tense.catch(null).parse(row.tense),
    style: style.catch(null).parse(row.style),
  };
};

const fromRow = (row: z.infer<typeof Row>): StoredProject => ({
  projectId: row.project_id,
  name: row.name,
  isNameGiven: row.name_given,
  language: row.language,
  isLanguageGiven: row.language_given,
  path: row.path,
  pointOfViewEntityId: row.point_of_view_entity_id,
  createdAt: row.created_at,
  openedAt: row.opened_at,
  ...bookSettingsOf(row),
});

/** The last opened first. */
export const listProjects = (database: Database): StoredProject[] =>
  z
    .array(Row)
    .parse(database.prepare('SELECT * FROM projects ORDER BY opened_at DESC, rowid DESC').all())
    .map(fromRow);

export const findProject = (database: Database, projectId: string): StoredProject | null => {
  const row = database.prepare('SELECT * FROM projects WHERE project_id = ?').get(projectId);
  return row === undefined ? null : fromRow(Row.parse(row));
};

export const saveProject = (database: Database, project: StoredProject): void => {
  database
    .prepare(
      `INSERT INTO projects (project_id, name, language, path, point_of_view_entity_id, created_at, opened_at,
         narrative_person, tense, style, name_given, language_given)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (project_id) DO UPDATE SET name = excluded.name, language = excluded.language,
         path = excluded.path, point_of_view_entity_id = excluded.point_of_view_entity_id,
         opened_at = excluded.opened_at, narrative_person = excluded.narrative_person,
         tense = excluded.tense, style = excluded.style,
         name_given = excluded.name_given, language_given = excluded.language_given`,
    )
    .run(
      project.projectId,
      project.name,
      project.language,
      project.path,
      project.pointOfViewEntityId,
      project.createdAt,
      project.openedAt,
      project.narrativePerson,
      project.tense,
      project.style,
      project.isNameGiven ? 1 : 0,
      project.isLanguageGiven ? 1 : 0,
    );
};

export const removeProject = (database: Database, projectId: string): void => {
  database.transaction(() => {
    database.prepare('DELETE FROM projects WHERE project_id = ?').run(projectId);
    database.prepare('DELETE FROM sample_imports WHERE project_id = ?').run(projectId);
  })();
};

/** Project of the writer's copy of a sample, the last made first. */
export const findSampleProjects = (database: Database, language: Language): string[] =>
  z
    .array(z.object({ project_id: z.string() }))
    .parse(
      database
        .prepare(
          'SELECT project_id FROM sample_imports WHERE language = ? ORDER BY imported_at DESC',
        )
        .all(language),
    )
    .map((row) => row.project_id);

/**
 * Runs `importSeed` once per project for ever: the import and the memory of it are one transaction.
 */
export const importOnce = (
  database: Database,
  project: { projectId: string; language: Language; now: number },
  importSeed: () => void,
): void => {
  database.transaction(() => {
    const { changes } = database
      .prepare(
        'INSERT OR IGNORE INTO sample_imports (project_id, language, imported_at) VALUES (?, ?, ?)',
      )
      .run(project.projectId, project.language, project.now);
    if (changes > 0) importSeed();
  })();
};

/** What a book is called; null for one that is not known. */
export const bookNames = (database: Database): ((projectId: string) => string | null) => {
  const find = database.prepare<[string], string>('SELECT name FROM projects WHERE project_id = ?');
  find.pluck();
  return (projectId) => find.get(projectId) ?? null;
};
