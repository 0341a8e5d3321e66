/** What names a chapter by its id names another one after its text was split or merged (W1). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { ChapterReference, StoredFence } from './chapter-reference.ts';
import { StoredDetails } from './record-source.ts';

const columns = {
  entities: { id: 'entity_id', spans: true },
  relations: { id: 'relation_id', spans: true },
  constraints: { id: 'constraint_id', spans: false },
} as const;
type Table = keyof typeof columns;

export const ReferenceChange = z.object({
  table: z.enum(['entities', 'relations', 'constraints']),
  id: z.string(),
  column: z.enum(['fence', 'valid_from_reference', 'valid_to_reference', 'details']),
  before: z.string(),
  after: z.string(),
});
export type ReferenceChange = z.infer<typeof ReferenceChange>;

/** Text went from the end of some chapters to the end of another. */
export type EndMove = { from: readonly string[]; to: string };

const names = (reference: ChapterReference, { from }: EndMove): boolean =>
  'documentId' in reference && from.includes(reference.documentId);

/** A place so many chapters after the last is counted from the new last one; else nothing not written yet would wait. */
const moveAhead = (reference: ChapterReference, move: EndMove): ChapterReference =>
  names(reference, move) && 'ahead' in reference && reference.ahead !== undefined
    ? { documentId: move.to, ahead: reference.ahead }
    : reference;

/** What holds until the end of a chapter holds until the end of its text. */
const moveEnd = (reference: ChapterReference, move: EndMove): ChapterReference =>
  names(reference, move) ? { ...reference, documentId: move.to } : reference;

/**
 * "Not before a chapter" stays with the chapter's beginning, and of a chapter that was merged away with its place, which
 * is closed a little longer: never shorter (N3).
 */
export const moveFence = (fence: StoredFence, move: EndMove): StoredFence =>
  fence.notBefore
    ? { ...fence, notBefore: fence.notBefore.map((one) => moveAhead(one, move)) }
    : fence;

const moveDetails = (details: StoredDetails, move: EndMove): StoredDetails =>
  Object.fromEntries(
    Object.entries(details).map(([id, one]) => [
      id,
      { ...one, from: one.from && moveAhead(one.from, move) },
    ]),
  );

const moved = (column: ReferenceChange['column'], text: string, move: EndMove): string => {
  const value: unknown = JSON.parse(text);
  if (column === 'fence') {
    const fence = StoredFence.safeParse(value);
    return fence.success ? JSON.stringify(moveFence(fence.data, move)) : text;
  }
  if (column === 'details') {
    const details = StoredDetails.safeParse(value);
    return details.success ? JSON.stringify(moveDetails(details.data, move)) : text;
  }
  const reference = ChapterReference.safeParse(value);
  if (!reference.success) return text;
  const change = column === 'valid_to_reference' ? moveEnd : moveAhead;
  return JSON.stringify(change(reference.data, move));
};

const Row = z.object({ id: z.string(), value: z.string() });

const write = (
  database: Database,
  { table, id, column }: ReferenceChange,
  from: string,
  to: string,
): void => {
  database
    .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${columns[table].id} = ? AND ${column} = ?`)
    .run(to, id, from);
};

/** Within a transaction of the caller's. Answers what it changed. */
export const moveReferences = (
  database: Database,
  projectId: string,
  move: EndMove,
): ReferenceChange[] => {
  const changes: ReferenceChange[] = [];
  for (const [name, { id, spans }] of Object.entries(columns)) {
    const table = name as Table;
    const ends = spans ? ['valid_from_reference', 'valid_to_reference'] : [];
    const named = ['fence', ...ends, ...(table === 'entities' ? ['details'] : [])];
    for (const one of named) {
      const column = one as ReferenceChange['column'];
      const rows = database
        .prepare(
          `SELECT ${id} AS id, ${column} AS value FROM ${table}
           WHERE project_id = ? AND json_valid(${column})`,
        )
        .all(projectId);
      for (const { id: key, value } of z.array(Row).parse(rows)) {
        if (!move.from.some((documentId) => value.includes(documentId))) continue;
        const after = moved(column, value, move);
        if (after === value) continue;
        const change = { table, id: key, column, before: value, after };
        write(database, change, value, after);
        changes.push(change);
      }
    }
  }
  return changes;
};

/** Gives back what is still as it was changed. */
export const revertReferences = (database: Database, changes: readonly ReferenceChange[]): void => {
  for (const change of changes) write(database, change, change.after, change.before);
};
