/** The table of splits, merges and moves of scenes. */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { jsonColumn, parseRow } from '#main/db/columns.ts';
import { SceneSide, SceneStep } from './scene-step.ts';
import { Side, Step } from './step.ts';

const ChapterRow = z.object({
  stepId: z.string(),
  side: Side,
  target: Side.nullable(),
  step: jsonColumn(Step),
});
const SceneRow = z.object({
  stepId: z.string(),
  side: SceneSide,
  target: SceneSide.nullable(),
  step: jsonColumn(SceneStep),
});
const Row = z.union([ChapterRow, SceneRow]);
export type StoredStep = z.infer<typeof ChapterRow>;
export type StoredSceneStep = z.infer<typeof SceneRow>;
export type AnyStep = z.infer<typeof Row>;

export const isSceneStep = (stored: AnyStep): stored is StoredSceneStep =>
  stored.step.kind === 'scene';

/** Steps of a project that can be undone. */
const maxKept = 50;

const columns = 'step_id AS stepId, side, target, step';

/** Written down before any file changes, so that the next opening finishes what a kill cut off (F17). */
export const insertStep = (
  database: Database,
  projectId: string,
  { stepId, side, step }: Pick<AnyStep, 'stepId' | 'side' | 'step'>,
  now: number,
): void => {
  database
    .prepare(
      `INSERT INTO chapter_steps (step_id, project_id, side, target, created_at, step)
       VALUES (?, ?, ?, NULL, ?, ?)`,
    )
    .run(stepId, projectId, side, now, JSON.stringify(step));
  database
    .prepare(
      `DELETE FROM chapter_steps WHERE project_id = @projectId AND target IS NULL AND sequence NOT IN
         (SELECT sequence FROM chapter_steps WHERE project_id = @projectId ORDER BY sequence DESC LIMIT ${maxKept})`,
    )
    .run({ projectId });
};

/** Where a step is, and where it is going: null when it stands still. */
export const updateStep = (database: Database, { stepId, side, target, step }: AnyStep): void => {
  database
    .prepare('UPDATE chapter_steps SET side = ?, target = ?, step = ? WHERE step_id = ?')
    .run(side, target, JSON.stringify(step), stepId);
};

export const removeStep = (database: Database, stepId: string): void => {
  database.prepare('DELETE FROM chapter_steps WHERE step_id = ?').run(stepId);
};

export const findStep = (database: Database, projectId: string, stepId: string): AnyStep | null => {
  const row = database
    .prepare(`SELECT ${columns} FROM chapter_steps WHERE project_id = ? AND step_id = ?`)
    .get(projectId, stepId);
  return row === undefined ? null : parseRow(Row, 'chapter_steps', row);
};

/** Those that a kill cut off, the last first. */
export const listUnfinishedSteps = (database: Database, projectId: string): AnyStep[] =>
  database
    .prepare(
      `SELECT ${columns} FROM chapter_steps WHERE project_id = ? AND target IS NOT NULL ORDER BY sequence DESC`,
    )
    .all(projectId)
    .map((row) => parseRow(Row, 'chapter_steps', row));

/** The splits that made this chapter. */
export const listSplitsOf = (
  database: Database,
  projectId: string,
  addedId: string,
): StoredStep[] =>
  database
    .prepare(
      `SELECT ${columns} FROM chapter_steps WHERE project_id = ? AND json_extract(step, '$.kind') = 'split'
         AND json_extract(step, '$.parts[1].documentId') = ?`,
    )
    .all(projectId, addedId)
    .map((row) => parseRow(ChapterRow, 'chapter_steps', row));
