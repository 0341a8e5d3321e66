/** Gives a book that is taken in a second time ids of its own. */
import type { Database } from 'better-sqlite3';
import { nanoid } from 'nanoid';
import { tablesIn } from './book-rows.ts';

const idLength = 21;

/** The ids of things, which no two books may share; other keys hold within their book. */
export const thingsOf = (rows: Database): { name: string; column: string }[] =>
  tablesIn(rows).flatMap(({ name, key: [column, second], isInFolder }) =>
    !isInFolder &&
    column?.endsWith('_id') &&
    second === undefined &&
    column !== 'project_id' &&
    column !== 'finding_id'
      ? [{ name, column }]
      : [],
  );

export const idsIn = (
  rows: Database,
  { name, column }: { name: string; column: string },
): string[] => rows.prepare<[], string>(`SELECT "${column}" FROM "${name}"`).pluck().all();

/** Whether any of the book's ids is another's here already. */
const isAnyTaken = (database: Database, rows: Database, projectId: string): boolean =>
  database.prepare('SELECT 1 FROM projects WHERE project_id = ?').get(projectId) !== undefined ||
  thingsOf(rows).some((thing) => {
    const find = database.prepare(`SELECT 1 FROM "${thing.name}" WHERE "${thing.column}" = ?`);
    return idsIn(rows, thing).some((id) => find.get(id) !== undefined);
  });

/** Writes new ids for old ones wherever they stand in a text. */
export type RenameIds = (text: string) => string;

const renameWith = (ids: ReadonlyMap<string, string>): RenameIds => {
  const lengths = [...new Set([...ids.keys()].map((id) => id.length))];
  const renameRun = (run: string): string => {
    const whole = ids.get(run);
    if (whole !== undefined) return whole;
    for (let at = 0; at < run.length; at += 1) {
      for (const length of lengths) {
        const id = ids.get(run.slice(at, at + length));
        if (id !== undefined) return run.slice(0, at) + id + renameRun(run.slice(at + length));
      }
    }
    return run;
  };
  return (text) => text.replace(/[\w-]{8,}/g, renameRun);
};

/** How the book's ids are written here: as they are, unless one of them is taken. */
export const planIds = (
  database: Database,
  rows: Database,
  projectId: string,
): { projectId: string; rename: RenameIds } => {
  if (!isAnyTaken(database, rows, projectId)) return { projectId, rename: (text) => text };
  const ids = new Map([[projectId, nanoid()]]);
  for (const thing of thingsOf(rows)) {
    for (const id of idsIn(rows, thing)) if (id.length >= 8) ids.set(id, nanoid(idLength));
  }
  return { projectId: ids.get(projectId) ?? projectId, rename: renameWith(ids) };
};
