/** Gives rows of a table another order among themselves, where the order is that of their `sequence`. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';

const Rows = z.array(z.object({ id: z.string(), sequence: z.number().int() }));

/** `ids`: in the order they are to have; those without a row are left out. To be called inside a transaction. */
export type ArrangeRows = (projectId: string, ids: readonly string[]) => void;

export const createArrangeRows = (database: Database, table: string, id: string): ArrangeRows => {
  const select = database.prepare(
    `SELECT ${id} AS id, sequence FROM ${table} WHERE project_id = ? ORDER BY sequence`,
  );
  const update = database.prepare(`UPDATE ${table} SET sequence = ? WHERE sequence = ?`);
  return (projectId, ids) => {
    const asked = new Set(ids);
    const rows = Rows.parse(select.all(projectId)).filter((row) => asked.has(row.id));
    const places = new Map(rows.map((row) => [row.id, row.sequence]));
    const moved = ids
      .filter((one) => places.has(one))
      .map((one, at) => ({ from: places.get(one) ?? 0, to: rows[at]?.sequence ?? 0 }))
      .filter(({ from, to }) => from !== to);
    // No two rows may have one place, not even on the way.
    for (const { from, to } of moved) update.run(-to, from);
    for (const { to } of moved) update.run(to, -to);
  };
};
