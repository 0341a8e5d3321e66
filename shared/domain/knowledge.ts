/** The codex: entries and relations. */
import { z } from 'zod';
import { ChapterNumber, Count, Identifier, Timestamp } from './identifiers.ts';
import { ChapterFence } from './fence.ts';

export const EntityKind = z.enum(['character', 'location', 'item', 'faction', 'event', 'concept']);
export type EntityKind = z.infer<typeof EntityKind>;

/** `auto` goes in when the text asks for it, `always` in every request, `never` in none. */
export const Inclusion = z.enum(['auto', 'always', 'never']);
export type Inclusion = z.infer<typeof Inclusion>;

/** A letter, a digit or a sign such as ☆: marks alone name nobody, and would be found at every end of a sentence. */
const somethingToCall = /[\p{L}\p{N}\p{So}\p{Sm}]/u;
export const EntityName = z.string().trim().min(1).max(200).regex(somethingToCall);
/** Other names one entity may have. */
export const maxAliases = 500;
export const EntitySummary = z.string().max(20_000);

/** Bytes of the file of an entry's portrait (W6). */
export const maxPortraitBytes = 1024 * 1024;

/** Details one entry may have. */
export const maxDetails = 200;
/** A field of an entry and what it says, from the chapter on; of one field what is said later takes the place of what was (W6). */
export const EntityDetail = z.object({
  /** May also be a key of a record's file. */
  detailId: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .refine((id) => id !== '__proto__'),
  label: z.string().trim().min(1).max(60),
  /** None ends what the field said before. */
  text: z.string().trim().max(2_000),
  /** Null: from the beginning. */
  fromChapter: ChapterNumber.nullable(),
});
export type EntityDetail = z.infer<typeof EntityDetail>;

const areDistinct = (details: readonly Pick<EntityDetail, 'detailId'>[]): boolean =>
  new Set(details.map(({ detailId }) => detailId)).size === details.length;

/** The details of an entry that is changed: a chapter left out is the one that is stored, whatever its number is by now (B3). */
export const ChangedDetails = z
  .array(EntityDetail.partial({ fromChapter: true }))
  .max(maxDetails)
  .refine(areDistinct);

/**
 * What the writer fills in of an entry. Calls, table, samples and draft follow this list: a field more also needs its
 * column (a migration) and its place in the form (CONTRIBUTING.md).
 */
export const EntityFacts = z.object({
  kind: EntityKind,
  name: EntityName,
  /** More than `maxAliases` of them, each once, are ENTITY_INVALID. */
  aliases: z.array(EntityName),
  summary: EntitySummary,
  inclusion: Inclusion,
  details: z.array(EntityDetail).max(maxDetails).refine(areDistinct),
});
export type EntityFacts = z.infer<typeof EntityFacts>;

/** What a new entry has of the facts that need not be given. */
export const entityDefaults = {
  aliases: [],
  inclusion: 'auto',
  details: [],
} as const satisfies Partial<EntityFacts>;

type Defaulted = Record<keyof typeof entityDefaults, true>;

/** The facts of a new entry. */
export const NewEntityFacts = EntityFacts.partial(
  Object.fromEntries(Object.keys(entityDefaults).map((fact) => [fact, true])) as Defaulted,
);

/** An entry as it stands: texts of an earlier version may be longer than what is taken today. */
export const Entity = EntityFacts.extend({
  entityId: Identifier,
  name: z.string(),
  aliases: z.array(z.string()),
  summary: z.string(),
  validFromChapter: ChapterNumber.nullable(),
  validToChapter: ChapterNumber.nullable(),
  fence: ChapterFence.nullable(),
  tokenCount: Count,
  version: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Entity = z.infer<typeof Entity>;

/** What one is to the other. */
export const Predicate = z.string().trim().min(1).max(200);

export const Relation = z.object({
  relationId: Identifier,
  subjectId: Identifier,
  predicate: z.string(),
  objectId: Identifier,
  validFromChapter: ChapterNumber.nullable(),
  validToChapter: ChapterNumber.nullable(),
  fence: ChapterFence.nullable(),
  version: Count,
});
export type Relation = z.infer<typeof Relation>;
