/** What was chosen for a book's exports, a row each. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn } from '#main/db/columns.ts';
import { ExportChoices } from '#shared/domain/export.ts';

const Row = z.object({ choices: jsonColumn(ExportChoices) });

export type ChoicesStore = {
  /** Null when nothing was chosen yet, or what was written cannot be read: the usual choices serve as well. */
  read(projectId: string): ExportChoices | null;
  write(projectId: string, choices: ExportChoices): void;
  forget(projectId: string): void;
};

export const createChoicesStore = (database: Database): ChoicesStore => {
  const select = database.prepare('SELECT choices FROM export_choices WHERE project_id = ?');
  const upsert = database.prepare(
    `INSERT INTO export_choices (project_id, choices) VALUES (?, ?)
     ON CONFLICT (project_id) DO UPDATE SET choices = excluded.choices`,
  );
  const remove = database.prepare('DELETE FROM export_choices WHERE project_id = ?');
  return {
    read: (projectId) => Row.safeParse(select.get(projectId)).data?.choices ?? null,
    write: (projectId, choices) => void upsert.run(projectId, JSON.stringify(choices)),
    forget: (projectId) => void remove.run(projectId),
  };
};
