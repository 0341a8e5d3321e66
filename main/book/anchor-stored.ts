/** Numbers that an earlier version stored become ids of chapters, when their book is opened (B3). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type { Chapters } from './chapters.ts';
import { anchorNumber, anchorStoredFence, StoredFence } from './chapter-reference.ts';

/** Every table whose rows have a fence, with the column that names a row. */
const fenced = [
  ['documents', 'document_id'],
  ['entities', 'entity_id'],
  ['relations', 'relation_id'],
  ['constraints', 'constraint_id'],
] as const;
/** Those with spans of chapters, by number and, beside it, by id. */
const spanning = [
  ['entities', 'entity_id'],
  ['relations', 'relation_id'],
] as const;
const ends = ['valid_from', 'valid_to'] as const;

const FenceRow = z.object({ id: z.string(), fence: z.string() });
const NumberRow = z.object({ id: z.string(), number: z.number().int() });

/** Null for a fence that is damaged: its row is in no list, and stays as it is. */
const anchoredFence = (text: string, chapters: Chapters): string | null => {
  const stored = StoredFence.safeParse(JSON.parse(text));
  return stored.success ? JSON.stringify(anchorStoredFence(stored.data, chapters)) : null;
};

/** The caller looks up the chapters as the database knows them, before it looks at the folder. */
export const anchorStored = (database: Database, projectId: string, chapters: Chapters): void => {
  if (chapters.count === 0) return;
  database.transaction(() => {
    for (const [table, id] of fenced) {
      const rows = database
        .prepare(
          `SELECT ${id} AS id, fence FROM ${table} WHERE project_id = ? AND json_valid(fence)
           AND (fence LIKE '%"notBeforeChapter"%' OR fence LIKE '%"chapter"%')`,
        )
        .all(projectId);
      const update = database.prepare(
        `UPDATE ${table} SET fence = ? WHERE ${id} = ? AND project_id = ?`,
      );
      for (const row of z.array(FenceRow).parse(rows)) {
        const fence = anchoredFence(row.fence, chapters);
        if (fence !== null) update.run(fence, row.id, projectId);
      }
    }
    for (const [table, id] of spanning) {
      for (const column of ends) {
        const rows = database
          .prepare(
            `SELECT ${id} AS id, ${column} AS number FROM ${table}
             WHERE project_id = ? AND ${column} IS NOT NULL`,
          )
          .all(projectId);
        const update = database.prepare(
          `UPDATE ${table} SET ${column} = NULL, ${column}_reference = ? WHERE ${id} = ? AND project_id = ?`,
        );
        for (const { id: key, number } of z.array(NumberRow).parse(rows)) {
          update.run(JSON.stringify(anchorNumber(number, chapters)), key, projectId);
        }
      }
    }
  })();
};
