/** What was chosen for a book's exports, and where the last of them went on this machine, a row each. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn } from '#main/db/columns.ts';
import { ExportChoices } from '#shared/domain/export.ts';

const Row = z.object({ choices: jsonColumn(ExportChoices) });
const Last = z.object({ path: z.string().min(1) });

export type ChoicesStore = {
  /** Null when nothing was chosen yet, or what was written cannot be read: the usual choices serve as well. */
  read(projectId: string): ExportChoices | null;
  write(projectId: string, choices: ExportChoices): void;
  /** Path of what was exported last; null for nothing yet. */
  lastExport(projectId: string): string | null;
  noteExport(projectId: string, path: string): void;
  forget(projectId: string): void;
};

export const createChoicesStore = (database: Database): ChoicesStore => {
  const select = database.prepare('SELECT choices FROM export_choices WHERE project_id = ?');
  const upsert = database.prepare(
    `INSERT INTO export_choices (project_id, choices) VALUES (?, ?)
     ON CONFLICT (project_id) DO UPDATE SET choices = excluded.choices`,
  );
  const selectLast = database.prepare(
    'SELECT last_export AS path FROM export_choices WHERE project_id = ?',
  );
  // Who exports before anything was chosen has chosen nothing by it.
  const upsertLast = database.prepare(
    `INSERT INTO export_choices (project_id, choices, last_export) VALUES (?, '{}', ?)
     ON CONFLICT (project_id) DO UPDATE SET last_export = excluded.last_export`,
  );
  const remove = database.prepare('DELETE FROM export_choices WHERE project_id = ?');
  return {
    read: (projectId) => Row.safeParse(select.get(projectId)).data?.choices ?? null,
    write: (projectId, choices) => void upsert.run(projectId, JSON.stringify(choices)),
    lastExport: (projectId) => Last.safeParse(selectLast.get(projectId)).data?.path ?? null,
    noteExport: (projectId, path) => void upsertLast.run(projectId, path),
    forget: (projectId) => void remove.run(projectId),
  };
};
