/** What of the codex has its time in the book: events, entries that hold from or until a chapter or change, relations; pure (W1). */
import { shareOf } from '#renderer/app/chapter-axis.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';

export const timelineGroups = ['events', 'entries', 'relations'] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

export type TimelineMark =
  | { look: 'begins' | 'ends'; chapter: number }
  /** What is said of it from the chapter on. */
  | { look: 'changes'; chapter: number; changes: { label: string; text: string }[] };

export type TimelineRow = {
  key: string;
  group: TimelineGroup;
  /** The entry it leads to: a relation's is the one it is said of. */
  entityId: string;
  name: string;
  /** Chapters it holds from and until; null for the beginning and the end of the book. */
  validFromChapter: number | null;
  validToChapter: number | null;
  /** In the order of the book. */
  marks: TimelineMark[];
};

type Validity = Pick<Entity, 'validFromChapter' | 'validToChapter'>;

const changesOf = (entity: Entity): TimelineMark[] => {
  const byChapter = new Map<number, { label: string; text: string }[]>();
  for (const { fromChapter, label, text } of entity.details) {
    if (fromChapter === null) continue;
    byChapter.set(fromChapter, [...(byChapter.get(fromChapter) ?? []), { label, text }]);
  }
  return [...byChapter].map(([chapter, changes]) => ({ look: 'changes', chapter, changes }));
};

const marksOf = (
  { validFromChapter, validToChapter }: Validity,
  changes: readonly TimelineMark[] = [],
): TimelineMark[] => {
  const begins = validFromChapter === null ? [] : [validFromChapter];
  const ends = validToChapter === null ? [] : [validToChapter];
  const marks: TimelineMark[] = [
    ...begins.map((chapter) => ({ look: 'begins' as const, chapter })),
    ...changes,
    ...ends.map((chapter) => ({ look: 'ends' as const, chapter })),
  ];
  return marks.toSorted((one, other) => one.chapter - other.chapter);
};

const startOf = ({ marks, validFromChapter }: TimelineRow): number =>
  validFromChapter ?? marks[0]?.chapter ?? 0;
const endOf = ({ marks, validToChapter }: TimelineRow): number =>
  validToChapter ?? marks.at(-1)?.chapter ?? 0;

const byTime = (one: TimelineRow, other: TimelineRow): number =>
  startOf(one) - startOf(other) || endOf(one) - endOf(other) || (one.name < other.name ? -1 : 1);

/**
 * Events that name no chapter are apart: they belong into the line, and nobody can say where. Other entries that always
 * hold and never change have no time, as relations that always hold.
 */
export const timelineOf = (
  entities: readonly Entity[],
  relations: readonly Relation[],
): { rows: TimelineRow[]; undated: Entity[] } => {
  const names = new Map(entities.map(({ entityId, name }) => [entityId, name]));
  const ofEntities = entities.map((entity): TimelineRow => {
    const { entityId, name, kind, validFromChapter, validToChapter } = entity;
    return {
      ...{ key: entityId, entityId, name, validFromChapter, validToChapter },
      group: kind === 'event' ? 'events' : 'entries',
      marks: marksOf(entity, changesOf(entity)),
    };
  });
  const ofRelations = relations.flatMap((relation): TimelineRow[] => {
    const { relationId: key, subjectId: entityId, predicate, objectId } = relation;
    const [subject, object] = [names.get(entityId), names.get(objectId)];
    // One of them was deleted meanwhile.
    if (subject === undefined || object === undefined) return [];
    const { validFromChapter, validToChapter } = relation;
    const name = `${subject} ${predicate} ${object}`;
    const validity = { validFromChapter, validToChapter };
    return [{ key, entityId, name, ...validity, group: 'relations', marks: marksOf(relation) }];
  });
  const undated = entities.filter(
    (entity, index) => entity.kind === 'event' && ofEntities[index]?.marks.length === 0,
  );
  const rows = [...ofEntities, ...ofRelations].filter(({ marks }) => marks.length > 0);
  return { rows: rows.toSorted(byTime), undated };
};

/** Where the line of a row begins and ends, in percent of the width of so many chapters: the first and the last are whole in it. */
export const spanOf = (
  { validFromChapter, validToChapter }: Pick<TimelineRow, 'validFromChapter' | 'validToChapter'>,
  chapters: number,
): { from: number; to: number } => {
  const from = validFromChapter === null ? 0 : shareOf(validFromChapter - 1, chapters);
  return { from, to: Math.max(from, shareOf(validToChapter ?? chapters, chapters)) };
};

/** Where a mark stands: what begins or ends at that end of its chapter, what changes in the middle. */
export const placeOf = ({ look, chapter }: TimelineMark, chapters: number): number =>
  shareOf({ begins: chapter - 1, changes: chapter - 0.5, ends: chapter }[look], chapters);
