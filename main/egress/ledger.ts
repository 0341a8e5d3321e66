/** The ledger's table: a row for each request that leaves the machine. */
import type { Database } from 'better-sqlite3';
import type { Output, Parsed } from '#shared/contract/index.ts';
import { EgressEntry, type EgressOutcome } from '#shared/domain/egress.ts';
import { isOwnerAlive, ownerOf } from '#main/base/processes/process-liveness.ts';

/** Requests kept, of all books together; the oldest make room. */
export const maxRows = 20_000;

export type NewRow = Pick<
  EgressEntry,
  | 'at'
  | 'purpose'
  | 'projectId'
  | 'origin'
  | 'method'
  | 'bytes'
  | 'addressBytes'
  | 'tokens'
  | 'sha256'
  | 'assemblyId'
>;

export type Ending = { outcome: EgressOutcome; httpStatus: number | null; endedAt: number };

export type Ledger = {
  /** Writes a request down before it is sent. Throws SQLite's error when that fails. */
  insert(row: NewRow): number;
  update(sequence: number, ending: Ending): void;
  /** Calls requests unknown whose program ended before they did. */
  markInterrupted(): void;
  list(filter: Parsed<'egress:list'>): Output<'egress:list'>;
  detachProject(projectId: string): void;
};

const columns = `CAST(sequence AS TEXT) AS egressId, at, ended_at AS endedAt, purpose, project_id AS projectId, origin,
  method, bytes, address_bytes AS addressBytes, tokens, sha256, assembly_id AS assemblyId, outcome,
  COALESCE(http_status, outcome) AS status`;

const matching = `(@projectId IS NULL OR project_id = @projectId)
  AND (@assemblyId IS NULL OR assembly_id = @assemblyId)
  AND (@since IS NULL OR at >= @since) AND (@until IS NULL OR at < @until)`;

export const createLedger = (database: Database): Ledger => {
  const owner = ownerOf(process.pid);
  const insert = database.prepare(`
    INSERT INTO egress (at, purpose, project_id, origin, method, bytes, address_bytes, tokens, sha256, assembly_id,
      outcome, owner)
    VALUES (@at, @purpose, @projectId, @origin, @method, @bytes, @addressBytes, @tokens, @sha256, @assemblyId,
      'sending', @owner)`);
  const trim = database.prepare('DELETE FROM egress WHERE sequence <= ?');
  const update = database.prepare(`
    UPDATE egress SET outcome = @outcome, http_status = @httpStatus, ended_at = @endedAt
    WHERE sequence = @sequence`);
  const owners = database
    .prepare<[], string>("SELECT DISTINCT owner FROM egress WHERE outcome = 'sending'")
    .pluck();
  const interrupt = database.prepare(
    "UPDATE egress SET outcome = 'unknown' WHERE outcome = 'sending' AND owner = ?",
  );
  const select = database.prepare(
    `SELECT ${columns} FROM egress WHERE ${matching} ORDER BY sequence DESC LIMIT @limit`,
  );
  const count = database.prepare(`SELECT COUNT(*) FROM egress WHERE ${matching}`).pluck();
  const first = database.prepare<[], number | null>('SELECT MIN(sequence) FROM egress').pluck();
  const detach = database.prepare(
    'UPDATE egress SET project_id = NULL, assembly_id = NULL WHERE project_id = ?',
  );
  const insertAndTrim = database.transaction((row: NewRow): number => {
    const sequence = Number(insert.run({ ...row, owner }).lastInsertRowid);
    trim.run(sequence - maxRows);
    return sequence;
  });
  const markInterrupted = (): void => {
    for (const one of owners.all()) if (!isOwnerAlive(one)) interrupt.run(one);
  };
  return {
    insert: (row) => insertAndTrim.immediate(row),
    update(sequence, ending) {
      update.run({ sequence, ...ending });
    },
    markInterrupted,
    list({ projectId = null, assemblyId = null, since = null, until = null, limit }) {
      const filter = { projectId, assemblyId, since, until };
      return {
        items: select.all({ ...filter, limit }).map((row) => EgressEntry.parse(row)),
        total: Number(count.get(filter)),
        dropped: (first.get() ?? 1) - 1,
      };
    },
    detachProject(projectId) {
      detach.run(projectId);
    },
  };
};
