/** What records of a book say outside the database: the same on every machine, chapters named by the folder's keys (B1). */
import { z } from 'zod';
import { ConstraintPriority, ConstraintSource, ConstraintType } from '#shared/domain/constraint.ts';
import { AnchoredDetails } from '#shared/domain/entity-change.ts';
import { EntityFacts, maxAliases } from '#shared/domain/knowledge.ts';
import { BookSettings } from '#shared/domain/book-settings.ts';
import { WordGoal, WritingGoals } from '#shared/domain/days.ts';
import { ExportChoices } from '#shared/domain/export.ts';
import { Language, RecordId } from '#shared/domain/identifiers.ts';
import { maxExpectedPassage, maxExpectedText } from '#shared/domain/expectation.ts';
import { maxNoteText, NoteKind } from '#shared/domain/note.ts';
import { maxMarkedText, maxThreadPlaces, ThreadMarkKind } from '#shared/domain/thread.ts';
import { ContradictionKind } from '#shared/domain/contradiction.ts';
import { ChapterStatus } from '#shared/domain/project.ts';
import { ChapterReference } from '#shared/domain/fence.ts';
import { StoredFence } from './chapter-reference.ts';

const maxRelations = 2_000;
/** Not trimmed: what is read is what was written, to the byte. */
const Name = z.string().min(1).max(400);
const Text = z.string().max(40_000);
const OptionalReference = ChapterReference.nullable();
const OptionalFence = StoredFence.nullable();

/** Strict, as what lies within a field is: a file with more in it is left alone, for no row could keep that. */
const RelationFields = z.strictObject({
  predicate: Name,
  to: RecordId,
  validFrom: OptionalReference,
  validTo: OptionalReference,
  fence: OptionalFence,
});

/** A codex entry with the relations that go out from it, by their ids. */
export const CodexFields = EntityFacts.extend({
  name: Name,
  aliases: z.array(Name).max(maxAliases),
  summary: Text,
  /** Absent where there are none: files of earlier versions say the same to the byte. */
  details: AnchoredDetails.optional(),
  validFrom: OptionalReference,
  validTo: OptionalReference,
  fence: OptionalFence,
  relations: z
    .record(RecordId, RelationFields)
    .refine((relations) => Object.keys(relations).length <= maxRelations),
});
export type CodexFields = z.infer<typeof CodexFields>;

export const ConstraintFields = z.object({
  type: ConstraintType,
  source: ConstraintSource,
  priority: ConstraintPriority,
  enabled: z.boolean(),
  fence: OptionalFence,
  text: Text.min(1),
});
export type ConstraintFields = z.infer<typeof ConstraintFields>;

/** A learned preference that the writer confirmed. */
export const HabitFields = z.object({
  confidence: z.number().min(0).max(1),
  text: Text.min(1),
});
export type HabitFields = z.infer<typeof HabitFields>;

/** Where a request is made, as it is stored: a place in a chapter is known by what stands around it. */
export const StoredPlace = z.union([
  z.strictObject({
    documentId: RecordId,
    offset: z.number().int().nonnegative(),
    before: z.string().max(400),
    after: z.string().max(400),
  }),
  z.strictObject({ documentId: RecordId }),
  z.strictObject({
    every: z.literal(true),
    from: z.strictObject({ documentId: RecordId }).optional(),
    before: z.strictObject({ documentId: RecordId }).optional(),
  }),
]);
export type StoredPlace = z.infer<typeof StoredPlace>;

/** What is expected there; a passage is known by its text and by what stands around it. */
export const StoredItem = z.union([
  z.strictObject({ entityId: RecordId }),
  z.strictObject({ constraintId: RecordId }),
  z.strictObject({
    documentId: RecordId,
    offset: z.number().int().nonnegative(),
    quote: z.string().min(1).max(maxExpectedPassage),
    before: z.string().max(400),
    after: z.string().max(400),
  }),
  z.strictObject({ text: z.string().min(1).max(maxExpectedText) }),
]);
export type StoredItem = z.infer<typeof StoredItem>;

/** What a request must carry or must not (N11). */
export const ExpectationFields = z.object({
  expect: z.enum(['in', 'out']),
  skill: z.string().min(1).max(200),
  at: StoredPlace,
  item: StoredItem,
  note: z.string().max(1_000),
});
export type ExpectationFields = z.infer<typeof ExpectationFields>;

/** A marked stretch of a chapter as it is stored: known by its text and by what stands around it. */
export const StoredMark = z.strictObject({
  documentId: RecordId,
  offset: z.number().int().nonnegative(),
  quote: z
    .string()
    .min(1)
    .max(maxMarkedText + 2),
  before: z.string().max(400),
  after: z.string().max(400),
  /** Code units of either side that tell it from the same words elsewhere. */
  apart: z.number().int().min(1).max(400).optional(),
});
export type StoredMark = z.infer<typeof StoredMark>;

/** A place of a thread, or one that the writer said is none. */
export const StoredThreadPlace = z.strictObject({ kind: ThreadMarkKind, ...StoredMark.shape });
export type StoredThreadPlace = z.infer<typeof StoredThreadPlace>;

/** By the ids of the places. */
export const StoredThreadPlaces = z
  .record(RecordId, StoredThreadPlace)
  // Its places and those that are none, of two machines.
  .refine((places) => Object.keys(places).length <= 4 * maxThreadPlaces);
export type StoredThreadPlaces = z.infer<typeof StoredThreadPlaces>;

/** What was promised to the reader, and where (N13). */
export const ThreadFields = z.object({
  name: Name,
  note: z.string().max(2_000),
  due: z.strictObject({ documentId: RecordId }).nullable(),
  send: z.boolean(),
  places: StoredThreadPlaces,
});
export type ThreadFields = z.infer<typeof ThreadFields>;

/** What the writer noted beside a passage (W4). */
export const NoteFields = z.object({
  kind: NoteKind,
  done: z.boolean(),
  text: z.string().min(1).max(maxNoteText),
  place: StoredMark,
});
export type NoteFields = z.infer<typeof NoteFields>;

/** A scene is known by its first paragraph and by its last. */
export const SceneMarks = z.strictObject({ first: StoredMark, last: StoredMark });
export type SceneMarks = z.infer<typeof SceneMarks>;

/** What the writer decided of a scene (W1). */
export const SceneFields = z.object({
  status: ChapterStatus.nullable(),
  pointOfView: RecordId.nullable(),
  synopsis: Text,
  /** Absent where there is none: files of earlier versions say the same to the byte. */
  goal: WordGoal.optional(),
  places: SceneMarks,
});
export type SceneFields = z.infer<typeof SceneFields>;

/** A quote of a finding: of a chapter, or of the description of an entry. */
const dismissedQuote = {
  offset: z.number().int().nonnegative(),
  quote: z.string().min(1).max(4_000),
  before: z.string().max(400),
  after: z.string().max(400),
};
export const DismissedPlace = z.union([
  z.strictObject({ documentId: RecordId, ...dismissedQuote }),
  z.strictObject({ entityId: RecordId, ...dismissedQuote }),
]);
export type DismissedPlace = z.infer<typeof DismissedPlace>;

/** A contradiction the writer decided is none (N15). */
export const DismissedFields = z.object({
  kind: ContradictionKind,
  by: z.enum(['rule', 'model']),
  entityId: RecordId.nullable(),
  message: z.string().max(2_000),
  places: z.strictObject({ first: DismissedPlace, second: DismissedPlace }),
});
export type DismissedFields = z.infer<typeof DismissedFields>;

/** What a room of the book gives and takes of its records; nothing is asked of what it takes but its shape. */
export type RecordSource<F> = {
  list(projectId: string): ReadonlyMap<string, F>;
  /** Makes or changes a record, or brings a deleted one back. */
  put(projectId: string, id: string, fields: F): void;
  /** Deletes one as the writer would. */
  remove(projectId: string, id: string): void;
  /** Records that come in equal places have this order, the same on every machine. */
  arrange(projectId: string, ids: readonly string[]): void;
  /** Rows that are damaged: nobody deleted them, and their files stay. */
  listDamaged(projectId: string): readonly string[];
  /** Others that bear the same name, where a name is to be one record's alone. */
  listNamesakes?(projectId: string, id: string): string[];
  /** Whose fences nobody knows now: what of them is sent is nothing (B2). */
  withhold(projectId: string, ids: ReadonlySet<string>): void;
  /** Says that something changed: once for all that was put and removed. */
  tell(projectId: string): void;
};

/** What belongs to a chapter beside its text. */
export const ChapterFields = z.object({
  pointOfView: RecordId.nullable(),
  order: z.string().max(80).nullable(),
  status: ChapterStatus.nullable(),
  labels: z.array(Name).max(200),
  /** Words it is meant to have. Absent where there is no goal, as above. */
  goal: WordGoal.optional(),
  synopsis: Text,
  /** The text that the synopsis was written for. */
  synopsisVersion: z.string().max(200).nullable(),
  /** How often the fence was decided, and how; null for never. */
  fence: z
    .object({ revision: z.number().int().min(1).max(1_000_000_000), fence: OptionalFence })
    .nullable(),
  /** Other ids it has on machines that knew the book before it had records. */
  aliases: z.array(RecordId).max(100),
});
export type ChapterFields = z.infer<typeof ChapterFields>;

/** What is settled of a project; null for what nobody settled. */
export const ProjectFields = z.object({
  name: Name.nullable(),
  language: Language.nullable(),
  ...BookSettings.shape,
  pointOfView: RecordId.nullable(),
});
export type ProjectFields = z.infer<typeof ProjectFields>;

/** Words the spelling check lets stand. */
export const WordFields = z.object({ words: z.array(Name).max(50_000) });
export type WordFields = z.infer<typeof WordFields>;

/** Names of the text the writer said are no entries. Absent where there are none: files of earlier versions say the same to the byte. */
export const DismissedNameFields = z.object({
  dismissedNames: z.array(Name).max(50_000).optional(),
});
export type DismissedNameFields = z.infer<typeof DismissedNameFields>;

/** Words its reports look for (W7). Absent where there are none, as above. */
export const WatchedWordFields = z.object({
  watchedWords: z.array(Name).max(50_000).optional(),
});
export type WatchedWordFields = z.infer<typeof WatchedWordFields>;

const { format, author, layouts } = ExportChoices.shape;

/** What was chosen about exports. Address and telephone stay with their machine: a folder is shared, and pushed. */
export const ExportFields = z.object({
  format: format.nullable(),
  author,
  leftOut: z.array(z.object({ documentId: RecordId })).max(100_000),
  layouts,
});
export type ExportFields = z.infer<typeof ExportFields>;

/** What is settled for a whole book, and travels with it: one record, of parts that each have their room. */
export const BookFields = z.object({
  ...ProjectFields.shape,
  ...WritingGoals.shape,
  ...WordFields.shape,
  ...DismissedNameFields.shape,
  ...WatchedWordFields.shape,
  ...ExportFields.shape,
});
export type BookFields = z.infer<typeof BookFields>;

/** One room's part of {@link BookFields}. */
export type BookPart<F> = {
  /** Null where nothing was ever settled, and where the project is not known. DATABASE_CORRUPT. */
  read(projectId: string): F | null;
  write(projectId: string, fields: F): void;
  /** Says that it changed. */
  tell(projectId: string): void;
};
