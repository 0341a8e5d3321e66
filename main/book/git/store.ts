/** The SQL of the books that git keeps. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';

export type GitBook = { pushFenced: boolean };

const Row = z.object({ push_fenced: z.number() });

export const createGitStore = (database: Database) => {
  const select = database.prepare('SELECT push_fenced FROM git_books WHERE project_id = ?');
  const put = database.prepare(`
    INSERT INTO git_books (project_id, push_fenced) VALUES (@projectId, @pushFenced)
    ON CONFLICT (project_id) DO UPDATE SET push_fenced = excluded.push_fenced`);
  const remove = database.prepare('DELETE FROM git_books WHERE project_id = ?');
  return {
    /** Null for a book that git does not keep. */
    find(projectId: string): GitBook | null {
      const row = Row.optional().parse(select.get(projectId));
      return row ? { pushFenced: row.push_fenced === 1 } : null;
    },
    put(projectId: string, { pushFenced }: GitBook): void {
      put.run({ projectId, pushFenced: pushFenced ? 1 : 0 });
    },
    remove(projectId: string): void {
      remove.run(projectId);
    },
  };
};
export type GitStore = ReturnType<typeof createGitStore>;
