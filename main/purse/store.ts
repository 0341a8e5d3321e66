/** The tables of the purse: caps, what was spent day by day, what is kept for requests under way. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, parseRow } from '#main/db/columns.ts';
import type { PaidPurpose } from '#shared/domain/egress.ts';
import { Cap, PurseCaps } from '#shared/domain/purse.ts';

/** Days from `from` to `to`, both among them; with one that the clock was set back to, those after `to` as well. */
export type Span = { from: string; to: string };

/** Of one currency, or of no price at all. */
export type Sum = {
  currency: string;
  priced: number;
  tokens: number;
  micros: number;
  estimatedTokens: number;
  requests: number;
};

export type Booking = {
  day: string;
  purpose: PaidPurpose;
  /** '' where nothing was to be paid, or nobody knows what. */
  currency: string;
  isPriced: boolean;
  tokens: number;
  micros: number;
};

export type Took = { tokens: number; micros: number; estimatedTokens: number };

export type PurseStore = {
  caps(): PurseCaps;
  writeCaps(caps: PurseCaps): void;
  spent(span: Span): Sum[];
  reserved(span: Span): Sum[];
  purposes(span: Span): { purpose: PaidPurpose; tokens: number; requests: number }[];
  reserve(booking: Booking): number;
  markSent(sequence: number): void;
  release(sequence: number): void;
  /** Stands in the books in place of what was kept for it. */
  settle(sequence: number, took: Took): void;
  /** What a program kept that will not settle it any more: sent requests count in full, others not at all. */
  abandon(owner: string): void;
  otherOwners(): string[];
  /**
   * Which day it is. Where that is earlier than the last time, what stands in the books ahead of it counts to it as well
   * as to its own day: a clock that is set back gives nobody a cap twice, nor takes one away on any day after.
   */
  noteDay(day: string): void;
  /** Nobody else writes meanwhile. */
  alone<T>(work: () => T): T;
};

const noCaps: PurseCaps = {
  ...{ perDay: {}, perMonth: {}, perRequest: {}, askAbove: {} },
  currency: null,
};

/** Caps of earlier versions say nothing of asking. */
const CapsRow = z.object({ caps: jsonColumn(PurseCaps.extend({ askAbove: Cap.default({}) })) });

const inSpan = `(day BETWEEN @from AND @to OR day > @to AND EXISTS (
  SELECT 1 FROM purse_turned_back AS back WHERE back.day BETWEEN @from AND @to))`;

const sums = (table: string, estimated: string, requests: string): string => `
  SELECT currency, priced, SUM(tokens) AS tokens, SUM(micros) AS micros, ${estimated} AS estimatedTokens,
    ${requests} AS requests FROM ${table} WHERE ${inSpan} GROUP BY currency, priced`;

/** Adds what the selected reservations became to the books. */
const addSpent = (select: string): string => `
  INSERT INTO purse_spent (day, purpose, currency, priced, tokens, micros, estimated_tokens, requests)
  ${select}
  ON CONFLICT DO UPDATE SET tokens = tokens + excluded.tokens, micros = micros + excluded.micros,
    estimated_tokens = estimated_tokens + excluded.estimated_tokens, requests = requests + excluded.requests`;

type Statements = ReturnType<typeof prepare>;

const prepare = (database: Database) => ({
  caps: database.prepare('SELECT caps FROM purse_caps WHERE id = 1'),
  writeCaps: database.prepare(
    'INSERT INTO purse_caps (id, caps) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET caps = excluded.caps',
  ),
  spent: database.prepare<[Span], Sum>(
    sums('purse_spent', 'SUM(estimated_tokens)', 'SUM(requests)'),
  ),
  reserved: database.prepare<[Span], Sum>(sums('purse_reservations', '0', 'COUNT(*)')),
  purposes: database.prepare<[Span], ReturnType<PurseStore['purposes']>[number]>(
    `SELECT purpose, SUM(tokens) AS tokens, SUM(requests) AS requests FROM purse_spent
     WHERE ${inSpan} GROUP BY purpose ORDER BY tokens DESC, purpose`,
  ),
  reserve: database.prepare(`
    INSERT INTO purse_reservations (day, purpose, currency, priced, tokens, micros, sent, owner)
    VALUES (@day, @purpose, @currency, @priced, @tokens, @micros, 0, @owner)`),
  markSent: database.prepare(
    'UPDATE purse_reservations SET sent = 1 WHERE sequence = ? AND owner = ?',
  ),
  release: database.prepare('DELETE FROM purse_reservations WHERE sequence = ? AND owner = ?'),
  settle: database.prepare(
    addSpent(`SELECT day, purpose, currency, priced, @tokens, @micros, @estimatedTokens, 1
      FROM purse_reservations WHERE sequence = @sequence AND owner = @owner`),
  ),
  abandon: database.prepare(
    addSpent(`SELECT day, purpose, currency, priced, SUM(tokens), SUM(micros), SUM(tokens), COUNT(*)
      FROM purse_reservations WHERE owner = ? AND sent = 1 GROUP BY day, purpose, currency, priced`),
  ),
  forget: database.prepare('DELETE FROM purse_reservations WHERE owner = ?'),
  day: database.prepare<[], string>('SELECT day FROM purse_clock').pluck(),
  setDay: database.prepare('INSERT OR REPLACE INTO purse_clock (id, day) VALUES (1, ?)'),
  turnBack: database.prepare('INSERT OR IGNORE INTO purse_turned_back (day) VALUES (?)'),
  owners: database
    .prepare<[string], string>('SELECT DISTINCT owner FROM purse_reservations WHERE owner <> ?')
    .pluck(),
});

const readCaps = (statements: Statements): PurseCaps => {
  const row = statements.caps.get();
  return row === undefined ? noCaps : parseRow(CapsRow, 'purse_caps', row).caps;
};

/** @param owner who keeps what this store reserves */
export const createPurseStore = (database: Database, owner: string): PurseStore => {
  const statements = prepare(database);
  const alone = <T>(work: () => T): T => database.transaction(work).immediate();
  return {
    caps: () => readCaps(statements),
    writeCaps: (caps) => void statements.writeCaps.run(JSON.stringify(caps)),
    spent: (span) => statements.spent.all(span),
    reserved: (span) => statements.reserved.all(span),
    purposes: (span) => statements.purposes.all(span),
    reserve: ({ isPriced, ...booking }) =>
      Number(
        statements.reserve.run({ ...booking, priced: isPriced ? 1 : 0, owner }).lastInsertRowid,
      ),
    markSent: (sequence) => void statements.markSent.run(sequence, owner),
    release: (sequence) => void statements.release.run(sequence, owner),
    settle: (sequence, took) =>
      alone(() => {
        statements.settle.run({ ...took, sequence, owner });
        statements.release.run(sequence, owner);
      }),
    abandon: (gone) =>
      alone(() => {
        statements.abandon.run(gone);
        statements.forget.run(gone);
      }),
    noteDay: (day) => {
      if (statements.day.get() === day) return;
      alone(() => {
        const last = statements.day.get();
        if (last !== undefined && day < last) statements.turnBack.run(day);
        statements.setDay.run(day);
      });
    },
    otherOwners: () => statements.owners.all(owner),
    alone,
  };
};
