/** What was written, a row for each hour and chapter, and the goals, a row for each book (W3). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, parseRow } from '#main/db/columns.ts';
import { WritingGoals } from '#shared/domain/days.ts';
import type { Moment } from './calendar.ts';

/** Words of one chapter in one hour, by how they came. */
const HourRow = z.object({
  day: z.string(),
  hour: z.number(),
  document_id: z.string(),
  typed: z.number(),
  removed: z.number(),
  pasted: z.number(),
  accepted: z.number(),
  imported: z.number(),
});
export type HourRow = z.infer<typeof HourRow>;

export type HourWords = Omit<HourRow, 'day' | 'hour' | 'document_id'>;

const ExpectedRow = HourRow.extend({ sequence: z.number(), version: z.string() });
export type ExpectedRow = z.infer<typeof ExpectedRow>;

/** Words of a text that is about to be written, and the version it makes. */
export type NewExpected = {
  projectId: string;
  documentId: string;
  version: string;
  moment: Moment;
  words: HourWords;
};

const DaySum = z.object({ day: z.string(), written: z.number(), removed: z.number() });
export type DaySum = z.infer<typeof DaySum>;

const GoalsRow = z.object({ goals: jsonColumn(WritingGoals) });

export type DaysStore = {
  /** Adds to the hour's row. The caller says which chapter of which project. */
  add(projectId: string, documentId: string, moment: Moment, words: HourWords): void;
  /** Notes words that are not counted yet; answers their number. */
  expect(words: NewExpected): number;
  /** Counts noted words; once, also where two processes do. */
  settle(sequence: number): void;
  dropExpected(sequence: number): void;
  /** Oldest first. DATABASE_CORRUPT. */
  listExpected(projectId: string): ExpectedRow[];
  /** From that day on, in the order of time. DATABASE_CORRUPT. */
  list(projectId: string, since: string): HourRow[];
  /** What was written on each day, all chapters together. DATABASE_CORRUPT. */
  listSums(projectId: string): DaySum[];
  /** Null when none were set. DATABASE_CORRUPT. */
  readGoals(projectId: string): WritingGoals | null;
  writeGoals(projectId: string, goals: WritingGoals): void;
  forget(projectId: string): void;
};

const countsOf = ({ typed, removed, pasted, accepted, imported }: HourWords): number[] => [
  typed,
  removed,
  pasted,
  accepted,
  imported,
];

const TakenRow = ExpectedRow.extend({ project_id: z.string() });

const createExpectedStatements = (database: Database) => {
  const insert = database.prepare(
    `INSERT INTO expected_words (project_id, document_id, version, day, hour, typed, removed, pasted, accepted, imported)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const remove = database.prepare('DELETE FROM expected_words WHERE sequence = ? RETURNING *');
  const select = database.prepare(
    'SELECT * FROM expected_words WHERE project_id = ? ORDER BY sequence',
  );
  return {
    insert({ projectId, documentId, version, moment, words }: NewExpected): number {
      const where = [projectId, documentId, version, moment.day, moment.hour];
      return Number(insert.run(...where, ...countsOf(words)).lastInsertRowid);
    },
    /** Takes the row away and does something with it, both or none; nothing where it is gone. */
    take: database.transaction(
      (sequence: number, work: (row: z.infer<typeof TakenRow>) => void): void => {
        const row = remove.get(sequence);
        if (row !== undefined) work(parseRow(TakenRow, 'expected_words', row));
      },
    ),
    list: (projectId: string): ExpectedRow[] =>
      select.all(projectId).map((row) => parseRow(ExpectedRow, 'expected_words', row)),
  };
};

export const createDaysStore = (database: Database): DaysStore => {
  const upsert = database.prepare(
    `INSERT INTO writing_hours (project_id, day, hour, document_id, typed, removed, pasted, accepted, imported)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (project_id, day, hour, document_id) DO UPDATE SET
       typed = typed + excluded.typed, removed = removed + excluded.removed, pasted = pasted + excluded.pasted,
       accepted = accepted + excluded.accepted, imported = imported + excluded.imported`,
  );
  const select = database.prepare(
    `SELECT day, hour, document_id, typed, removed, pasted, accepted, imported FROM writing_hours
     WHERE project_id = ? AND day >= ? ORDER BY day, hour, document_id`,
  );
  const selectSums = database.prepare(
    `SELECT day, sum(typed) AS written, sum(removed) AS removed FROM writing_hours
     WHERE project_id = ? GROUP BY day ORDER BY day`,
  );
  const expected = createExpectedStatements(database);
  const selectGoals = database.prepare('SELECT goals FROM writing_goals WHERE project_id = ?');
  const upsertGoals = database.prepare(
    `INSERT INTO writing_goals (project_id, goals) VALUES (?, ?)
     ON CONFLICT (project_id) DO UPDATE SET goals = excluded.goals`,
  );
  const removals = ['writing_hours', 'writing_goals', 'expected_words'].map((table) =>
    database.prepare(`DELETE FROM ${table} WHERE project_id = ?`),
  );
  return {
    add(projectId, documentId, { day, hour }, words) {
      upsert.run(projectId, day, hour, documentId, ...countsOf(words));
    },
    expect: expected.insert,
    settle: (sequence) =>
      expected.take(sequence, ({ project_id, document_id, ...row }) => {
        upsert.run(project_id, row.day, row.hour, document_id, ...countsOf(row));
      }),
    dropExpected: (sequence) => expected.take(sequence, () => undefined),
    listExpected: expected.list,
    list: (projectId, since) =>
      select.all(projectId, since).map((row) => parseRow(HourRow, 'writing_hours', row)),
    listSums: (projectId) =>
      selectSums.all(projectId).map((row) => parseRow(DaySum, 'writing_hours', row)),
    readGoals(projectId) {
      const row = selectGoals.get(projectId);
      return row === undefined ? null : parseRow(GoalsRow, 'writing_goals', row).goals;
    },
    writeGoals: (projectId, goals) => void upsertGoals.run(projectId, JSON.stringify(goals)),
    forget(projectId) {
      for (const removal of removals) removal.run(projectId);
    },
  };
};
