/** The tables of replacements and of what each changed. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { parseRow } from '#main/db/columns.ts';
import { RecordChange } from '#shared/domain/manuscript.ts';

/** UTF-16 units of the text before, and what they became. */
const ReplacedPlace = z.object({ start: z.number(), end: z.number(), replacement: z.string() });
export type ReplacedPlace = z.infer<typeof ReplacedPlace>;

/** One thing a replacement changed: what it was, and how to know whether it still is as the replacement left it. */
export const ReplacedPart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('chapter'),
    id: z.string(),
    snapshotId: z.string(),
    hasOriginal: z.boolean(),
    versionBefore: z.string(),
    versionAfter: z.string(),
    /** In order and disjoint; earlier programs noted none. */
    places: z.array(ReplacedPlace).default([]),
    /** Its synopsis was true, and stayed so: what the undo makes of the text is told by it as well. */
    keepsSynopsis: z.boolean().default(false),
    /** The same of one that was proposed and waited. */
    keepsProposal: z.boolean().default(false),
  }),
  z.object({
    kind: z.literal('record'),
    id: z.string(),
    /** Its words of before; its expected version is that of after. */
    back: RecordChange,
    /** What it became, to tell what was reworded since; earlier programs noted none. */
    made: RecordChange.optional(),
  }),
]);
export type ReplacedPart = z.infer<typeof ReplacedPart>;

/** `replaced`: what it did stands, all of it or what it came to. */
export type ReplacementEnd = 'replaced' | 'takenBack';

/** Replacements of a project that can be undone. */
const kept = 50;

export type ReplacementStore = {
  /** It is under way until its end is noted. */
  begin(projectId: string, undoId: string, now: number): void;
  end(undoId: string, end: ReplacementEnd): void;
  /** The last one that came to its end, changed something and was not taken back; null where there is none. */
  latest(projectId: string): string | null;
  /** Replacements that never came to their end, the last one first. */
  underWay(projectId: string): string[];
  /** Written down before the thing itself is changed: a kill in between leaves nothing that cannot be undone. */
  note(undoId: string, part: ReplacedPart): void;
  /** In the order in which they were changed; null for a replacement that is unknown in this project. */
  parts(projectId: string, undoId: string): ReplacedPart[] | null;
  forget(projectId: string): void;
};

const Row = z.object({ part: z.string() });

export const createReplacementStore = (database: Database): ReplacementStore => {
  const insert = database.prepare(
    'INSERT INTO replacements (undo_id, project_id, created_at, under_way) VALUES (?, ?, ?, 1)',
  );
  const trim = database.prepare(
    `DELETE FROM replacements WHERE project_id = @projectId AND sequence NOT IN
       (SELECT sequence FROM replacements WHERE project_id = @projectId ORDER BY sequence DESC LIMIT ${kept})`,
  );
  const note = database.prepare('INSERT INTO replaced_parts (undo_id, part) VALUES (?, ?)');
  const end = database.prepare(
    'UPDATE replacements SET under_way = 0, taken_back = @takenBack WHERE undo_id = @undoId',
  );
  const underWay = database
    .prepare(
      'SELECT undo_id FROM replacements WHERE project_id = ? AND under_way = 1 ORDER BY sequence DESC',
    )
    .pluck();
  const latest = database
    .prepare(
      `SELECT undo_id FROM replacements WHERE project_id = ? AND under_way = 0 AND taken_back = 0
         AND undo_id IN (SELECT undo_id FROM replaced_parts) ORDER BY sequence DESC LIMIT 1`,
    )
    .pluck();
  const find = database.prepare('SELECT 1 FROM replacements WHERE project_id = ? AND undo_id = ?');
  const list = database.prepare(
    'SELECT part FROM replaced_parts WHERE undo_id = ? ORDER BY sequence',
  );
  const forget = database.prepare('DELETE FROM replacements WHERE project_id = ?');
  return {
    begin: (projectId, undoId, now) => {
      database.transaction(() => {
        insert.run(undoId, projectId, now);
        trim.run({ projectId });
      })();
    },
    end: (undoId, as) => {
      end.run({ undoId, takenBack: as === 'takenBack' ? 1 : 0 });
    },
    latest: (projectId) =>
      z
        .string()
        .nullable()
        .parse(latest.get(projectId) ?? null),
    underWay: (projectId) => z.array(z.string()).parse(underWay.all(projectId)),
    note: (undoId, part) => {
      note.run(undoId, JSON.stringify(part));
    },
    parts: (projectId, undoId) => {
      if (find.get(projectId, undoId) === undefined) return null;
      return list
        .all(undoId)
        .map((row) => ReplacedPart.parse(JSON.parse(parseRow(Row, 'replaced_parts', row).part)));
    },
    forget: (projectId) => {
      forget.run(projectId);
    },
  };
};
