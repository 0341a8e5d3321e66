/** Places in the whole book, and what replacing them would do. */
import { z } from 'zod';
import { Count, Identifier } from './identifiers.ts';
import { EntityDetail } from './knowledge.ts';

/** Where something stands in a chapter, in UTF-16 code units of its text. */
const Stretch = z.object({ documentId: Identifier, start: Count, end: Count });

/** A name of the codex that is longer than what was looked for and has it inside. */
export const LongerName = z.object({ entityId: Identifier.nullable(), name: z.string() });
export type LongerName = z.infer<typeof LongerName>;

/** Marks of emphasis in a place that what stands before or behind it still needs. */
export const KeptMarks = z.object({ before: z.string(), after: z.string() });
export type KeptMarks = z.infer<typeof KeptMarks>;

/** One place of the whole book, with a few words around it out of its own paragraph. */
export const ManuscriptPlace = Stretch.extend({
  before: z.string(),
  match: z.string(),
  after: z.string(),
  /** Which paragraph of its chapter it is, from 1. */
  paragraph: Count,
  /** Null when it is no part of a longer name. */
  inside: LongerName.nullable(),
  /** Only where the words go on over marks of emphasis; what takes their place stands between these. */
  keptMarks: KeptMarks.optional(),
  /** What each group of a regular expression matched, null for nothing; absent for other searches. */
  captures: z.array(z.string().nullable()).optional(),
});
export type ManuscriptPlace = z.infer<typeof ManuscriptPlace>;

/** Why a chapter can only be read: nothing is replaced in it. */
export const LeftAloneReason = z.enum(['encoding', 'conflict', 'candidate', 'unreadable']);
export type LeftAloneReason = z.infer<typeof LeftAloneReason>;
export const LeftAlone = z.object({ documentId: Identifier, reason: LeftAloneReason });
export type LeftAlone = z.infer<typeof LeftAlone>;

/** UTF-16 units of what is looked for, and of what takes its place. */
export const maxQuery = 1000;
export const maxReplacement = 20_000;

/** A place to be replaced: the text must still be `expected` there. */
export const PlaceToReplace = Stretch.extend({
  expected: z.string().min(1).max(maxReplacement),
  /** Takes the place of the replacement of all. */
  replacement: z.string().max(maxReplacement).optional(),
});
export type PlaceToReplace = z.infer<typeof PlaceToReplace>;

const Versioned = z.object({ id: Identifier, expectedVersion: Count });
const Words = z.string().max(100_000);

/**
 * A record that is reworded in the same step: with any words, for those that stand may be of an earlier program; new ones are
 * measured by what their record takes.
 */
export const RecordChange = z.discriminatedUnion('kind', [
  Versioned.extend({
    kind: z.literal('entity'),
    name: Words.optional(),
    aliases: z.array(Words).optional(),
    summary: Words.optional(),
    details: z.array(EntityDetail.extend({ label: Words, text: Words })).optional(),
  }),
  Versioned.extend({ kind: z.literal('relation'), predicate: Words }),
  Versioned.extend({ kind: z.literal('constraint'), text: Words }),
  Versioned.extend({ kind: z.literal('habit'), text: Words }),
  Versioned.extend({ kind: z.literal('thread'), title: Words, note: Words }),
  Versioned.extend({ kind: z.literal('note'), text: Words }),
  Versioned.extend({ kind: z.literal('scene'), synopsis: Words }),
  /** A chapter's, which has no version: `expected` are its words as the caller saw them. */
  z.object({ kind: z.literal('synopsis'), id: Identifier, expected: Words, text: Words }),
  /** A synopsis that a model proposed and that waits for the writer; the same. */
  z.object({ kind: z.literal('proposal'), id: Identifier, expected: Words, text: Words }),
]);
export type RecordChange = z.infer<typeof RecordChange>;

/** Why a record cannot have the words it would become: nothing is left of them, or more than there is room for. */
export const UnfitWords = z.enum(['empty', 'tooLong']);
export type UnfitWords = z.infer<typeof UnfitWords>;

export const RecordKind = z.enum([
  'entity',
  'relation',
  'constraint',
  'habit',
  'thread',
  'note',
  'scene',
  'synopsis',
  'proposal',
]);
export type RecordKind = RecordChange['kind'];

/** What one name of somebody becomes. */
export const NameForm = z.object({ from: z.string().min(1).max(200), to: z.string().max(200) });
export type NameForm = z.infer<typeof NameForm>;

/** Why a place of a name waits for a person to tick it; null when it is sure. */
export const RenameDoubt = z.enum([
  'longerName',
  'insideWord',
  'ordinaryWord',
  'sharedName',
  'otherSpelling',
  'partlyEmphasised',
  'closesQuotation',
]);
export type RenameDoubt = z.infer<typeof RenameDoubt>;

/** A place of a name, what it would become, and whether that is sure. */
export const RenamePlace = ManuscriptPlace.extend({
  /** The form of the name it is. */
  form: z.string(),
  to: z.string(),
  doubt: RenameDoubt.nullable(),
});
export type RenamePlace = z.infer<typeof RenamePlace>;
