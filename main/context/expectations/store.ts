/** What was found out of each expectation last, and the assembly of each place, to tell what differs from it. */
import { inflateSync } from 'node:zlib';
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, nullableJsonColumn, soundRows, toNullableJson } from '#main/db/columns.ts';
import {
  type ExpectationResult,
  ExpectationSince,
  ExpectationState,
  ExpectationWhy,
} from '#shared/domain/expectation.ts';
import { Count, Timestamp } from '#shared/domain/identifiers.ts';

const Row = z.object({
  expectationId: z.string(),
  version: Count,
  state: ExpectationState,
  why: jsonColumn(ExpectationWhy),
  since: nullableJsonColumn(ExpectationSince),
  checkedAt: Timestamp,
  heldAt: Timestamp.nullable(),
});
/** `version`: of the expectation it was found out for. */
export type StoredResult = z.output<typeof Row>;

const Blob = z.instanceof(Buffer);

/** A record as it is kept: pressed together, by the hash of what it says. */
export type PackedAssembly = { hash: string; blob: Buffer };

export type ResultStore = {
  list(projectId: string): Map<string, StoredResult>;
  /** The record of the assembly that was last looked at for a place; null where there is none. */
  readAssembly(projectId: string, place: string): string | null;
  /** The hash of that record, by place. */
  listHashes(projectId: string): Map<string, string>;
  /** All or nothing; what belongs to expectations and places that are not there any more goes. */
  write(projectId: string, found: Found): void;
  forget(projectId: string): void;
};

export type Found = {
  results: readonly StoredResult[];
  assemblies: ReadonlyMap<string, PackedAssembly>;
  /** Ids of all expectations there are, and keys of all places they have; null leaves the others alone. */
  present: { expectations: ReadonlySet<string>; places: ReadonlySet<string> } | null;
};

export const toResult = (stored: StoredResult): ExpectationResult => {
  const { expectationId, state, why, since, checkedAt } = stored;
  return {
    ...{ expectationId, state, why, checkedAt },
    passed: state === 'held',
    ...(since ? { since } : {}),
  };
};

export const createResultStore = (database: Database): ResultStore => {
  const select = database.prepare(
    `SELECT expectation_id AS expectationId, version, state, why, since, checked_at AS checkedAt,
       held_at AS heldAt FROM expectation_results WHERE project_id = ?`,
  );
  const upsert = database.prepare(`
    INSERT INTO expectation_results (project_id, expectation_id, version, state, why, since, checked_at, held_at)
    VALUES (@projectId, @expectationId, @version, @state, @why, @since, @checkedAt, @heldAt)
    ON CONFLICT (project_id, expectation_id) DO UPDATE SET version = excluded.version, state = excluded.state,
      why = excluded.why, since = excluded.since, checked_at = excluded.checked_at, held_at = excluded.held_at`);
  const remove = database.prepare(
    'DELETE FROM expectation_results WHERE project_id = ? AND expectation_id = ?',
  );
  const selectRecord = database
    .prepare(
      `SELECT record FROM expectation_assemblies JOIN expectation_places USING (project_id, hash)
       WHERE project_id = ? AND place = ?`,
    )
    .pluck();
  const selectPlaces = database.prepare<[string], { place: string; hash: string }>(
    'SELECT place, hash FROM expectation_places WHERE project_id = ?',
  );
  const putPlace = database.prepare(
    `INSERT INTO expectation_places (project_id, place, hash) VALUES (?, ?, ?)
     ON CONFLICT (project_id, place) DO UPDATE SET hash = excluded.hash`,
  );
  const removePlace = database.prepare(
    'DELETE FROM expectation_places WHERE project_id = ? AND place = ?',
  );
  const has = database
    .prepare('SELECT 1 FROM expectation_assemblies WHERE project_id = ? AND hash = ?')
    .pluck();
  const putRecord = database.prepare(
    'INSERT INTO expectation_assemblies (project_id, hash, record) VALUES (?, ?, ?)',
  );
  const sweep = database.prepare(
    `DELETE FROM expectation_assemblies WHERE project_id = @projectId AND hash NOT IN
       (SELECT hash FROM expectation_places WHERE project_id = @projectId)`,
  );
  const forgets = ['expectation_results', 'expectation_places', 'expectation_assemblies'].map(
    (table) => database.prepare(`DELETE FROM ${table} WHERE project_id = ?`),
  );

  const list = (projectId: string): Map<string, StoredResult> => {
    // One that is damaged is found out anew.
    const { items } = soundRows(Row, 'expectationId', select.all(projectId));
    return new Map(items.map((item) => [item.expectationId, item]));
  };

  const keepAssembly = (projectId: string, place: string, packed: PackedAssembly): void => {
    const { hash, blob } = packed;
    if (has.get(projectId, hash) === undefined) putRecord.run(projectId, hash, blob);
    putPlace.run(projectId, place, hash);
  };

  const dropOthers = (projectId: string, present: NonNullable<Found['present']>): void => {
    for (const id of list(projectId).keys()) {
      if (!present.expectations.has(id)) remove.run(projectId, id);
    }
    for (const { place } of selectPlaces.all(projectId)) {
      // A place that cannot be found now may be found again.
      const isOfOne = present.expectations.has(place.split('\n', 1).join(''));
      if (!isOfOne && !present.places.has(place)) removePlace.run(projectId, place);
    }
  };

  return {
    list,
    readAssembly(projectId, place) {
      const blob = Blob.safeParse(selectRecord.get(projectId, place));
      if (!blob.success) return null;
      try {
        return inflateSync(blob.data).toString('utf8');
      } catch {
        // A damaged record tells no difference; the look that follows writes it anew.
        return null;
      }
    },
    listHashes: (projectId) =>
      new Map(selectPlaces.all(projectId).map(({ place, hash }) => [place, hash])),
    write(projectId, { results, assemblies, present }) {
      database
        .transaction(() => {
          for (const result of results) {
            const { why, since } = result;
            const row = { ...result, why: JSON.stringify(why), since: toNullableJson(since) };
            upsert.run({ projectId, ...row });
          }
          for (const [place, packed] of assemblies) keepAssembly(projectId, place, packed);
          if (present) dropOthers(projectId, present);
          if (assemblies.size > 0 || present) sweep.run({ projectId });
        })
        .immediate();
    },
    forget(projectId) {
      for (const forget of forgets) forget.run(projectId);
    },
  };
};
