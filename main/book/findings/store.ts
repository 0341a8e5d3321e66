/** The table of contradictions that were found. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, parseRow, type SoundRows, soundRows } from '#main/db/columns.ts';
import { ContradictionKind, ContradictionPlace } from '#shared/domain/contradiction.ts';
import { Count } from '#shared/domain/identifiers.ts';

/** A quote with what stood around it when it was found. */
const StoredPlace = z.object({
  ...ContradictionPlace.pick({ source: true, id: true }).shape,
  offset: Count,
  quote: z.string().min(1),
  before: z.string(),
  after: z.string(),
});
export type StoredPlace = z.infer<typeof StoredPlace>;

const FindingRow = z.object({
  /** What the two places say: the same two sentences of another check have the same. */
  findingId: z.string(),
  kind: ContradictionKind,
  by: z.enum(['rule', 'model']),
  entityId: z.string().nullable(),
  message: z.string(),
  places: jsonColumn(z.tuple([StoredPlace, StoredPlace])),
  isDismissed: z.number().transform((number) => number === 1),
  foundAt: z.number(),
});
export type StoredFinding = z.infer<typeof FindingRow>;

export type FindingStore = {
  /** DATABASE_CORRUPT. */
  list(projectId: string): StoredFinding[];
  /** Those the writer dismissed. */
  listDismissed(projectId: string): SoundRows<StoredFinding>;
  /** DATABASE_CORRUPT. */
  find(projectId: string, findingId: string): StoredFinding | null;
  /** In place of the one with the same id. */
  put(projectId: string, finding: StoredFinding): void;
  remove(projectId: string, findingId: string): void;
  forget(projectId: string): void;
  /** Runs all or nothing, while nobody else writes. */
  transaction<T>(run: () => T): T;
};

const columns = `finding_id AS findingId, kind, found_by AS "by", entity_id AS entityId, message, places,
  is_dismissed AS isDismissed, found_at AS foundAt`;

export const createFindingStore = (database: Database): FindingStore => {
  const select = database.prepare(
    `SELECT ${columns} FROM contradictions WHERE project_id = ? ORDER BY found_at, finding_id`,
  );
  const selectDismissed = database.prepare(
    `SELECT ${columns} FROM contradictions WHERE project_id = ? AND is_dismissed = 1 ORDER BY finding_id`,
  );
  const selectOne = database.prepare(
    `SELECT ${columns} FROM contradictions WHERE project_id = ? AND finding_id = ?`,
  );
  const put = database.prepare(`
    INSERT OR REPLACE INTO contradictions (project_id, finding_id, kind, found_by, entity_id, message, places,
      is_dismissed, found_at)
    VALUES (@projectId, @findingId, @kind, @by, @entityId, @message, @places, @isDismissed, @foundAt)`);
  const remove = database.prepare(
    'DELETE FROM contradictions WHERE project_id = ? AND finding_id = ?',
  );
  const forget = database.prepare('DELETE FROM contradictions WHERE project_id = ?');
  return {
    list: (projectId) =>
      select.all(projectId).map((row) => parseRow(FindingRow, 'contradictions', row)),
    listDismissed: (projectId) =>
      soundRows(FindingRow, 'findingId', selectDismissed.all(projectId)),
    find(projectId, findingId) {
      const row = selectOne.get(projectId, findingId);
      return row === undefined ? null : parseRow(FindingRow, 'contradictions', row);
    },
    put: (projectId, { places, isDismissed, ...finding }) =>
      void put.run({
        ...finding,
        projectId,
        places: JSON.stringify(places),
        isDismissed: Number(isDismissed),
      }),
    remove: (projectId, findingId) => void remove.run(projectId, findingId),
    forget: (projectId) => void forget.run(projectId),
    transaction: (run) => database.transaction(run).immediate(),
  };
};
