/** What names a chapter by its id names another one after its text was split or merged (W1). */
import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import { AnchoredDetails } from '#shared/domain/entity-change.ts';
import { ChapterReference } from '#shared/domain/fence.ts';
import { StoredFence } from './chapter-reference.ts';
import { StoredPlace } from './record-source.ts';

const spans = ['valid_from_reference', 'valid_to_reference'] as const;
const tables = {
  entities: { id: 'entity_id', columns: ['fence', ...spans, 'details'] },
  relations: { id: 'relation_id', columns: ['fence', ...spans] },
  constraints: { id: 'constraint_id', columns: ['fence'] },
  threads: { id: 'thread_id', columns: ['due'] },
  expectations: { id: 'expectation_id', columns: ['place'] },
} as const;
type Table = keyof typeof tables;

export const ReferenceChange = z.object({
  table: z.enum(['entities', 'relations', 'constraints', 'threads', 'expectations']),
  id: z.string(),
  column: z.enum(['fence', ...spans, 'details', 'due', 'place']),
  before: z.string(),
  after: z.string(),
});
export type ReferenceChange = z.infer<typeof ReferenceChange>;

/** Text went from the end of some chapters to the end of another. `areGone`: with all the text they had. */
export type EndMove = { from: readonly string[]; to: string; areGone: boolean };

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

const moveDetails = (details: AnchoredDetails, move: EndMove): AnchoredDetails =>
  Object.fromEntries(
    Object.entries(details).map(([id, one]) => [
      id,
      { ...one, from: one.from && moveAhead(one.from, move) },
    ]),
  );

/**
 * What is expected at the end of a chapter is expected there as long as there is that chapter, then where its text ends
 * (N11). A place within a chapter goes with the words around it.
 */
const movePlace = (place: StoredPlace, { from, to, areGone }: EndMove): StoredPlace => {
  const follow = (one: { documentId: string }) =>
    areGone && from.includes(one.documentId) ? { documentId: to } : one;
  if ('every' in place) {
    return {
      every: true,
      ...(place.from ? { from: follow(place.from) } : {}),
      ...(place.before ? { before: follow(place.before) } : {}),
    };
  }
  return 'offset' in place ? place : follow(place);
};

/** A promise is due in a chapter as long as there is that chapter, then where its text is (N13). */
const changeOf = (column: ReferenceChange['column'], { areGone }: EndMove) =>
  column === 'valid_to_reference' || (column === 'due' && areGone) ? moveEnd : moveAhead;

const moved = (column: ReferenceChange['column'], text: string, move: EndMove): string => {
  const value: unknown = JSON.parse(text);
  if (column === 'fence') {
    const fence = StoredFence.safeParse(value);
    return fence.success ? JSON.stringify(moveFence(fence.data, move)) : text;
  }
  if (column === 'details') {
    const details = AnchoredDetails.safeParse(value);
    return details.success ? JSON.stringify(moveDetails(details.data, move)) : text;
  }
  if (column === 'place') {
    const place = StoredPlace.safeParse(value);
    return place.success ? JSON.stringify(movePlace(place.data, move)) : text;
  }
  const reference = ChapterReference.safeParse(value);
  if (!reference.success) return text;
  return JSON.stringify(changeOf(column, move)(reference.data, move));
};

const Row = z.object({ id: z.string(), value: z.string() });

const write = (
  database: Database,
  { table, id, column }: ReferenceChange,
  from: string,
  to: string,
): void => {
  database
    .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${tables[table].id} = ? AND ${column} = ?`)
    .run(to, id, from);
};

const Span = z.object({ id: z.string(), from: z.string(), to: z.string() });

/**
 * What began in a chapter that is gone begins with what follows it, but where it ended there too: it begins where its end
 * went, for it must not end before it began.
 */
const moveBeginnings = (
  database: Database,
  projectId: string,
  move: EndMove,
): ReferenceChange[] => {
  const isWithin = (text: string): boolean => {
    const reference = ChapterReference.safeParse(JSON.parse(text));
    return reference.success && names(reference.data, move) && !('ahead' in reference.data);
  };
  return (['entities', 'relations'] as const).flatMap((table) => {
    const [column, end] = spans;
    const rows = database
      .prepare(
        `SELECT ${tables[table].id} AS id, ${column} AS "from", ${end} AS "to" FROM ${table}
         WHERE project_id = ? AND json_valid(${column}) AND json_valid(${end})`,
      )
      .all(projectId);
    const within = z
      .array(Span)
      .parse(rows)
      .filter(({ from, to }) => isWithin(from) && isWithin(to));
    const after = JSON.stringify({ documentId: move.to } satisfies ChapterReference);
    return within.map(({ id, from }) => ({ table, id, column, before: from, after }));
  });
};

/** Within a transaction of the caller's. Answers what it changed. */
export const moveReferences = (
  database: Database,
  projectId: string,
  move: EndMove,
): ReferenceChange[] => {
  const changes = move.areGone ? moveBeginnings(database, projectId, move) : [];
  for (const change of changes) write(database, change, change.before, change.after);
  for (const [name, { id, columns }] of Object.entries(tables)) {
    const table = name as Table;
    for (const column of columns) {
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
