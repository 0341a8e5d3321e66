/** Remembers how each model counts tokens, learnt from what its provider reports. */
import type { Database } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { parseRow } from '#main/db/columns.ts';
import { type Correction, fitCorrection, type Sample } from './fit.ts';

/** Calls a correction rests on: the newest, since servers change their models under the same name. */
export const keptSamples = 60;

const Row = z
  .object({
    han: z.number(),
    characters: z.number(),
    marks: z.number(),
    other: z.number(),
    reported: z.number(),
  })
  .transform(({ reported, ...counts }): Sample => ({ counts, reported }));

/** What was learnt of each model's way of counting. */
export type Calibration = {
  correctionOf(model: string): Correction | null;
  learn(model: string, sample: Sample, now: number): void;
};

export const createCalibration = (database: Database): Calibration => {
  const select = database.prepare(
    `SELECT han, characters, marks, other, reported FROM ai_calibration WHERE model = ?
     ORDER BY sequence DESC LIMIT ?`,
  );
  const insert = database.prepare(
    `INSERT INTO ai_calibration (model, han, characters, marks, other, reported, created_at)
     VALUES (@model, @han, @characters, @marks, @other, @reported, @now)`,
  );
  const trim = database.prepare(
    `DELETE FROM ai_calibration WHERE model = @model AND sequence NOT IN
       (SELECT sequence FROM ai_calibration WHERE model = @model ORDER BY sequence DESC LIMIT @kept)`,
  );
  const known = new LRUCache<string, { correction: Correction | null }>({ max: 50 });
  return {
    correctionOf(model) {
      const before = known.get(model);
      if (before) return before.correction;
      const rows = select
        .all(model, keptSamples)
        .map((row) => parseRow(Row, 'ai_calibration', row));
      const correction = fitCorrection(rows);
      known.set(model, { correction });
      return correction;
    },
    learn(model, { counts, reported }, now) {
      database.transaction(() => {
        insert.run({ model, ...counts, reported, now });
        trim.run({ model, kept: keptSamples });
      })();
      known.delete(model);
    },
  };
};
