/** The SQL of names that were dismissed. */
import type { Database } from 'better-sqlite3';

export type DismissedNames = {
  list(projectId: string): string[];
  /** Whether it was not there before. */
  add(projectId: string, name: string, at: number): boolean;
  /** Whether it was there before. */
  remove(projectId: string, name: string): boolean;
  forget(projectId: string): void;
};

export const createDismissedNames = (database: Database): DismissedNames => {
  const select = database
    .prepare('SELECT name FROM dismissed_names WHERE project_id = ? ORDER BY name')
    .pluck();
  const insert = database.prepare(
    'INSERT OR IGNORE INTO dismissed_names (project_id, name, dismissed_at) VALUES (?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM dismissed_names WHERE project_id = ? AND name = ?');
  const forget = database.prepare('DELETE FROM dismissed_names WHERE project_id = ?');
  return {
    list: (projectId) => select.all(projectId).map(String),
    add: (projectId, name, at) => insert.run(projectId, name, at).changes > 0,
    remove: (projectId, name) => remove.run(projectId, name).changes > 0,
    forget: (projectId) => void forget.run(projectId),
  };
};
