import type { Database } from 'better-sqlite3';

export type WordStore = {
  list(projectId: string): string[];
  /** Whether it was not there before. */
  add(projectId: string, word: string, at: number): boolean;
  /** Whether it was there before. */
  remove(projectId: string, word: string): boolean;
  /** Makes the list these words. */
  replace(projectId: string, words: readonly string[], at: number): void;
  forget(projectId: string): void;
};

/** The SQL of one of a book's lists of words. */
export const createWordStore = (
  database: Database,
  table: 'spelling_words' | 'watched_words',
): WordStore => {
  const select = database
    .prepare(`SELECT word FROM ${table} WHERE project_id = ? ORDER BY word COLLATE NOCASE, word`)
    .pluck();
  const insert = database.prepare(
    `INSERT OR IGNORE INTO ${table} (project_id, word, created_at) VALUES (?, ?, ?)`,
  );
  const remove = database.prepare(`DELETE FROM ${table} WHERE project_id = ? AND word = ?`);
  const forget = database.prepare(`DELETE FROM ${table} WHERE project_id = ?`);
  const list = (projectId: string): string[] => select.all(projectId).map(String);
  return {
    list,
    add: (projectId, word, at) => insert.run(projectId, word, at).changes > 0,
    remove: (projectId, word) => remove.run(projectId, word).changes > 0,
    replace(projectId, words, at) {
      const kept = new Set(words);
      for (const word of list(projectId)) if (!kept.has(word)) remove.run(projectId, word);
      for (const word of words) insert.run(projectId, word, at);
    },
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
