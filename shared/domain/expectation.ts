/** A test for a book: at a place an item must be in the request, or stay out of it (N11). */
import { z } from 'zod';
import { AssemblyChange, ChangeCause, Decision, Reason } from './assembly.ts';
import { LayerName } from './budget.ts';
import { ErrorCode } from '../errors.ts';
import { Count, Identifier, Timestamp } from './identifiers.ts';

export const expectationLimit = 2_000;
export const maxExpectedText = 4_000;
export const maxExpectedPassage = 20_000;

const Chapter = z.strictObject({ documentId: Identifier });

const EveryPlace = z.strictObject({
  every: z.literal(true),
  /** Only from this chapter on. */
  from: Chapter.optional(),
  /** Only before this chapter. */
  before: Chapter.optional(),
});

/** A place in a chapter, the end of a chapter, or the ends of all chapters there are. */
export const ExpectationPlace = z.union([
  z.strictObject({ documentId: Identifier, cursorPosition: Count }),
  Chapter,
  EveryPlace,
]);
export type ExpectationPlace = z.infer<typeof ExpectationPlace>;

export const ExpectedItem = z.union([
  z.strictObject({ entityId: Identifier }),
  z.strictObject({ constraintId: Identifier }),
  z.strictObject({ documentId: Identifier, start: Count, end: Count }),
  z.strictObject({ text: z.string().trim().min(1).max(maxExpectedText) }),
]);
export type ExpectedItem = z.infer<typeof ExpectedItem>;

export const Expect = z.enum(['in', 'out']);
export const ExpectationNote = z.string().trim().max(1_000);

/** Broken and unjudged are both not passed: what cannot be judged is never green. */
export const ExpectationState = z.enum(['held', 'broken', 'unjudged']);
export type ExpectationState = z.infer<typeof ExpectationState>;

/** Why an expectation holds, does not, or cannot be judged. Closed: each has its words in all languages. */
export const ExpectationOutcome = z.enum([
  'sent',
  'partlySent',
  'notSent',
  'notConsidered',
  // It cannot be judged.
  'chapterGone',
  'placeGone',
  'passageGone',
  'entityGone',
  'constraintGone',
  'skillGone',
  'nowhere',
  'failed',
]);
export type ExpectationOutcome = z.infer<typeof ExpectationOutcome>;

export const ExpectationWhy = z.object({
  outcome: ExpectationOutcome,
  /** Where; the first place at which it is not as expected. */
  documentId: Identifier.optional(),
  cursorPosition: Count.optional(),
  /** How many places were looked at, and at how many it is not as expected. */
  places: Count,
  brokenPlaces: Count,
  /** The item that decided it, as the assembly explains it. */
  itemId: Identifier.optional(),
  title: z.string().optional(),
  layer: LayerName.optional(),
  decision: Decision.optional(),
  reason: Reason.optional(),
  /** Chapter the reason speaks of. */
  chapter: Count.optional(),
  /** What it took, what it would take whole, and what of the request's limit was left. */
  tokens: Count.optional(),
  fullTokens: Count.optional(),
  left: Count.optional(),
  limit: Count.optional(),
  admitTokens: Count.optional(),
  /** Its place among what was considered of its kind, best first. */
  rank: Count.optional(),
  of: Count.optional(),
  score: z.number().optional(),
  /** What kept it from being judged. */
  code: ErrorCode.optional(),
});
export type ExpectationWhy = z.infer<typeof ExpectationWhy>;

/** The first assembly that was not as expected. */
export const ExpectationSince = z.object({
  at: Timestamp,
  /** When it was last seen to hold; null when it never was. */
  heldUntil: Timestamp.nullable(),
  /** What happened to the item; null where that cannot be told. */
  cause: ChangeCause.nullable(),
  /** What that assembly had different from the one before, what concerns the item first. */
  changes: z.array(AssemblyChange),
  /** How many more changes there were. */
  more: Count,
});
export type ExpectationSince = z.infer<typeof ExpectationSince>;

export const ExpectationResult = z.object({
  expectationId: Identifier,
  passed: z.boolean(),
  state: ExpectationState,
  why: ExpectationWhy,
  /** Absent while it holds. */
  since: ExpectationSince.optional(),
  checkedAt: Timestamp,
});
export type ExpectationResult = z.infer<typeof ExpectationResult>;

export const Expectation = z.object({
  expectationId: Identifier,
  at: ExpectationPlace,
  /** Text right before the place, to know it by; '' for a whole chapter. */
  placeWords: z.string(),
  skillId: Identifier,
  expect: Expect,
  item: ExpectedItem,
  /** The text of a passage as it was when it was last found. */
  quote: z.string().optional(),
  note: z.string(),
  version: Count,
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type Expectation = z.infer<typeof Expectation>;
