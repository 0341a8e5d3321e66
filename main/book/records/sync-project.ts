/** One look at all records of a book: chapters first, for everything else names them. */
import { systemCode } from '#main/base/failures/system-code.ts';
import type { SyncCounts } from '#shared/domain/records.ts';
import type { ChapterSettingsAccess } from '../documents/service.ts';
import type { RecordSource } from '../record-source.ts';
import { type BookParts, createBookSource } from './book-source.ts';
import { type ChapterNames, chapterNames, createChapterSource } from './chapter-source.ts';
import { kindSpecs, type RecordKind } from './kinds.ts';
import { findNamesake, noteNamesakes } from './note-namesakes.ts';
import { fromPortable, toPortable } from './portable-fields.ts';
import { findRecordPlaces } from './record-places.ts';
import type { Fields } from './record-state.ts';
import type { AgreedFile } from './store.ts';
import { syncKind } from './sync-kind.ts';
import type { DatabaseChange, KindSource, SyncOutcome, SyncParts } from './sync-request.ts';

type PlainKind = Exclude<RecordKind, 'chapters' | 'book'>;

export type ProjectParts = SyncParts & {
  settings: ChapterSettingsAccess;
  sources: Readonly<Record<PlainKind, RecordSource<Fields>>>;
  book: BookParts;
};

export type BookToSync = {
  projectId: string;
  root: string;
  canWrite: boolean;
  /** False where another process exchanges them: this one only learns what nobody can read. */
  mayExchange: boolean;
  /** Whether the file of a record is missing for good. */
  isGone(kind: RecordKind, id: string): boolean;
};

export type ProjectOutcome = {
  counts: SyncCounts;
  problems: string[];
  isUnfinished: boolean;
  /** Of kinds whose rows here cannot be read or written: the other kinds are in line. */
  failures: unknown[];
};

const isOfDatabase = (error: unknown): boolean => systemCode(error).startsWith('SQLITE_');

const laterKinds = [
  'codex',
  'constraints',
  'habits',
  'expectations',
  'threads',
  'notes',
  'scenes',
  'dismissed',
  'book',
] as const;

const bornAt = (fields: Fields | null | undefined): number => Number(fields?.['since'] ?? 0);

const byBirth = (one: DatabaseChange, other: DatabaseChange): number =>
  bornAt(one.fields) - bornAt(other.fields) || (one.id < other.id ? -1 : 1);

/** All records, those that were born at once on two machines by their ids. */
const inOrderOfBirth = (
  since: ReadonlyMap<string, number>,
  came: readonly DatabaseChange[],
): string[] => {
  const births = new Map([
    ...since,
    ...came.map(({ id, fields }) => [id, bornAt(fields)] as const),
  ]);
  return [...births]
    .toSorted(([one, first], [other, second]) => first - second || (one < other ? -1 : 1))
    .map(([id]) => id);
};

/** The count each record was born with; those that are new here come after all others. */
const countFrom = (
  ids: Iterable<string>,
  agreed: ReadonlyMap<string, AgreedFile>,
): Map<string, number> => {
  const counts = new Map([...agreed].map(([id, { state }]) => [id, bornAt(state.fields)]));
  let last = [...counts.values()].reduce((max, count) => Math.max(max, count), 0);
  for (const id of ids) {
    if (counts.has(id)) continue;
    last += 1;
    counts.set(id, last);
  }
  return counts;
};

/** Most records name no chapter: a look at a long book need not list its chapters for each kind. */
const namesWhenAsked = (list: () => ChapterNames): ChapterNames => {
  let names: ChapterNames | null = null;
  const listed = (): ChapterNames => {
    names ??= list();
    return names;
  };
  return { keyOf: (id) => listed().keyOf(id), idOf: (key) => listed().idOf(key) };
};

/** Records that have no chapter's file beside them, as the database has them. */
const createPlainSource = (
  { store, sources, settings, clock }: ProjectParts,
  projectId: string,
  kind: PlainKind,
): KindSource => {
  const source = sources[kind];
  return {
    isKeptByDatabase: false,
    hintsOf: () => null,
    withhold: (ids) => source.withhold(projectId, ids),
    listDamaged: () => source.listDamaged(projectId),
    findNamesake: (id) => findNamesake(source, projectId, id),
    async exchange(decide) {
      const { keyOf, idOf } = namesWhenAsked(() =>
        chapterNames(settings.list(projectId).chapters, store.listAgreed(projectId, 'chapters')),
      );
      const changed = store.transaction(() => {
        const listed = source.list(projectId);
        const since = countFrom(listed.keys(), store.listAgreed(projectId, kind));
        const stored = new Map(
          [...listed].map(([id, fields]) => [
            id,
            { ...toPortable(fields, keyOf), since: since.get(id) ?? 0 },
          ]),
        );
        const changes = decide(stored);
        for (const { id, fields } of changes.toSorted(byBirth)) {
          if (fields) {
            const { since: _since, ...given } = fromPortable(fields, idOf);
            source.put(projectId, id, given);
          } else source.remove(projectId, id);
        }
        noteNamesakes({ store, clock, source }, { projectId, kind }, changes, listed);
        const came = changes.filter(({ id, fields }) => fields !== null && !listed.has(id));
        if (came.length > 0) source.arrange(projectId, inOrderOfBirth(since, came));
        return changes.length;
      });
      if (changed > 0) source.tell(projectId);
    },
  };
};

/** The records of one kind as they are here. */
export const createSource = (
  parts: ProjectParts,
  projectId: string,
  kind: RecordKind,
): KindSource => {
  if (kind === 'chapters') return createChapterSource({ ...parts, projectId });
  return kind === 'book'
    ? createBookSource(parts, projectId)
    : createPlainSource(parts, projectId, kind);
};

const addUp = (outcomes: readonly SyncOutcome[]): SyncCounts => {
  const sum = (count: (outcome: SyncOutcome) => number): number =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    read: sum(({ read }) => read),
    written: sum(({ written }) => written),
    merged: sum(({ merged }) => merged),
    conflicts: sum(({ conflicts }) => conflicts),
    withheld: sum(({ withheld }) => withheld.size),
  };
};

/**
 * Throws the file system's error for a folder that cannot be listed, and for chapters any error: what closes them
 * must be known.
 */
export const syncProject = async (
  parts: ProjectParts,
  book: BookToSync,
): Promise<ProjectOutcome> => {
  const { projectId, root, canWrite, mayExchange } = book;
  const places = await findRecordPlaces(root);
  const outcomes: SyncOutcome[] = [];
  const look = async (kind: RecordKind): Promise<void> => {
    const request = {
      projectId,
      root,
      place: places[kind],
      spec: kindSpecs[kind],
      source: createSource(parts, projectId, kind),
      canWrite,
      mayExchange,
      isGone: (id: string) => book.isGone(kind, id),
    };
    outcomes.push(await syncKind(parts, request));
  };
  await look('chapters');
  const failures: unknown[] = [];
  for (const kind of laterKinds) {
    try {
      await look(kind);
    } catch (error) {
      // Whoever asks for these rows is told by them; a chapter can be read all the same (S3-39).
      if (!isOfDatabase(error)) throw error;
      failures.push(error);
    }
  }
  return {
    failures,
    counts: addUp(outcomes),
    problems: outcomes.flatMap(({ problems }) => problems),
    isUnfinished: failures.length > 0 || outcomes.some(({ isUnfinished }) => isUnfinished),
  };
};
