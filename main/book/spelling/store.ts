import type { Database } from 'better-sqlite3';

export type WordStore = {
  list(projectId: string): string[];
  /** Whether it was not there before. */
  add(projectId: string, word: string, at: number): boolean;
  /** Whether it was there before. */
  remove(projectId: string, word: string): boolean;
  forget(projectId: string): void;
};

/** The SQL of the words a book knows. */
export const createWordStore = (database: Database): WordStore => {
  const select = database
    .prepare(
      'SELECT word FROM spelling_words WHERE project_id = ? ORDER BY word COLLATE NOCASE, word',
    )
    .pluck();
  const insert = database.prepare(
    'INSERT OR IGNORE INTO spelling_words (project_id, word, created_at) VALUES (?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM spelling_words WHERE project_id = ? AND word = ?');
  const forget = database.prepare('DELETE FROM spelling_words WHERE project_id = ?');
  return {
    list: (projectId) => select.all(projectId).map(String),
    add: (projectId, word, at) => insert.run(projectId, word, at).changes > 0,
    remove: (projectId, word) => remove.run(projectId, word).changes > 0,
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
