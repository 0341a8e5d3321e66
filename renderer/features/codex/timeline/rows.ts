/** What of the codex has its time in the book: events, entries that hold from or until a chapter or change, relations; pure (W1). */
import { shareOf } from '#renderer/app/chapter-axis.ts';
import type { Entity, Relation } from '#shared/domain/knowledge.ts';

export const timelineGroups = ['events', 'entries', 'relations'] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

/** Events that name no chapter stand behind all others, without a line. */
export type ShownGroup = TimelineGroup | 'undated';

export type TimelineMark =
  /** `only`: it begins and ends with the same chapter. */
  | { look: 'begins' | 'ends' | 'only'; chapter: number }
  /** What is said of it from the chapter on. */
  | { look: 'changes'; chapter: number; changes: { label: string; text: string }[] };

export type TimelineRow = {
  key: string;
  group: ShownGroup;
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
  const markOf = (look: 'begins' | 'ends' | 'only', chapter: number | null): TimelineMark[] =>
    chapter === null ? [] : [{ look, chapter }];
  const isOne = validFromChapter === validToChapter;
  const marks: TimelineMark[] = [
    ...markOf(isOne ? 'only' : 'begins', validFromChapter),
    ...changes,
    ...(isOne ? [] : markOf('ends', validToChapter)),
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
): TimelineRow[] => {
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
  const isUndated = ({ group, marks }: TimelineRow): boolean =>
    group === 'events' && marks.length === 0;
  const undated = ofEntities.filter(isUndated);
  const dated = [...ofEntities, ...ofRelations].filter(({ marks }) => marks.length > 0);
  return [
    ...dated.toSorted(byTime),
    ...undated.map((row): TimelineRow => ({ ...row, group: 'undated' })),
  ];
};

export type TimelineLine =
  | { kind: 'head'; key: string; group: ShownGroup; count: number }
  | { kind: 'row'; key: string; row: TimelineRow };

/** Group by group, a heading above each that has a row. */
export const timelineLines = (rows: readonly TimelineRow[]): TimelineLine[] =>
  [...timelineGroups, 'undated' as const].flatMap((group): TimelineLine[] => {
    const members = rows.filter((row) => row.group === group);
    if (members.length === 0) return [];
    return [
      { kind: 'head', key: `head:${group}`, group, count: members.length },
      ...members.map((row) => ({ kind: 'row' as const, key: row.key, row })),
    ];
  });

/** Where the line of a row begins and ends, in percent of the width of so many chapters: the first and the last are whole in it. */
export const spanOf = (
  { validFromChapter, validToChapter }: Pick<TimelineRow, 'validFromChapter' | 'validToChapter'>,
  chapters: number,
): { from: number; to: number } => {
  const from = validFromChapter === null ? 0 : shareOf(validFromChapter - 1, chapters);
  return { from, to: Math.max(from, shareOf(validToChapter ?? chapters, chapters)) };
};

/** Where a mark stands: what begins or ends at that end of its chapter, all else in the middle. */
export const placeOf = ({ look, chapter }: TimelineMark, chapters: number): number =>
  shareOf(
    { begins: chapter - 1, only: chapter - 0.5, changes: chapter - 0.5, ends: chapter }[look],
    chapters,
  );

/** Marks that are drawn as one; `place` in percent of the width, in the middle of the first and the last. */
export type JoinedMarks = { place: number; marks: readonly [TimelineMark, ...TimelineMark[]] };

/** Marks are as wide, px: nearer than that one would lie over the other. */
export const markWidth = 24;

/**
 * Marks in the order of the book; those without room beside each other are one.
 * @param width that of the chapters, px
 */
export const joinedMarks = (
  marks: readonly TimelineMark[],
  chapters: number,
  width: number,
): JoinedMarks[] => {
  const room = (markWidth / Math.max(1, width)) * 100;
  const joined: (JoinedMarks & { from: number; to: number })[] = [];
  const placed = marks.map((mark) => ({ mark, at: placeOf(mark, chapters) }));
  for (const { mark, at } of placed.toSorted((one, other) => one.at - other.at)) {
    let last: (typeof joined)[number] = { marks: [mark], place: at, from: at, to: at };
    // What was joined stands elsewhere now: perhaps too near to what is before it.
    for (let before = joined.at(-1); before && last.place - before.place < room; ) {
      joined.pop();
      const { from } = before;
      const place = (from + last.to) / 2;
      last = { marks: [...before.marks, ...last.marks], place, from, to: last.to };
      before = joined.at(-1);
    }
    joined.push(last);
  }
  return joined.map(({ place, marks: together }) => ({ place, marks: together }));
};
