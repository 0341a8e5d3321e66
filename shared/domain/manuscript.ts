/** Places in the whole book, and what replacing them would do. */
import { z } from 'zod';
import { Count, Identifier } from './identifiers.ts';

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

/** A place to be replaced: the text must still be `expected` there. */
export const PlaceToReplace = Stretch.extend({
  expected: z.string().min(1).max(20_000),
  /** Takes the place of the replacement of all. */
  replacement: z.string().max(20_000).optional(),
});
export type PlaceToReplace = z.infer<typeof PlaceToReplace>;

/** A record that is reworded in the same step. */
export const RecordChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('entity'),
    id: Identifier,
    expectedVersion: Count,
    name: z.string().max(200).optional(),
    aliases: z.array(z.string().max(200)).optional(),
    summary: z.string().max(20_000).optional(),
  }),
  z.object({
    kind: z.literal('relation'),
    id: Identifier,
    expectedVersion: Count,
    predicate: z.string().trim().min(1).max(200),
  }),
  z.object({
    kind: z.literal('constraint'),
    id: Identifier,
    expectedVersion: Count,
    text: z.string(),
  }),
]);
export type RecordChange = z.infer<typeof RecordChange>;

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
