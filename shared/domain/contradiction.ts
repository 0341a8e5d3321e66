/** Contradictions of the codex and the text: each finding holds two quotes, or there is none (N15). */
import { z } from 'zod';
import { ErrorCode, ReplyError } from '../errors.ts';
import { Count, Identifier, Timestamp } from './identifiers.ts';
import { PurseExcess, PurseQuestion } from './purse.ts';
import { Spent } from './run.ts';

/** What rules find. `count`: how many brothers, sisters, children somebody has. */
export const RuleKind = z.enum([
  'eyes',
  'hair',
  'born',
  'kin',
  'dead',
  'side',
  'weekday',
  'distance',
  'count',
]);
export type RuleKind = z.infer<typeof RuleKind>;

/** `other`: what only a model finds, in its own words. */
export const ContradictionKind = z.enum([...RuleKind.options, 'other']);
export type ContradictionKind = z.infer<typeof ContradictionKind>;

/**
 * Where a quote stands: in the chapter, or in what the codex entry says: its description, and below it its fields and relations, a
 * line each. Offsets are UTF-16 code units of that text as it is now; `quote` is what stands between them. `isGone`: it does not stand there any more, and the offsets are those
 * of before. `before`, `after`: a few words on either side.
 */
export const ContradictionPlace = z.object({
  source: z.enum(['chapter', 'entry']),
  /** Of the chapter or of the entry. */
  id: Identifier,
  /** Of the entry; empty for a chapter, and where the entry is gone. */
  name: z.string(),
  start: Count,
  end: Count,
  quote: z.string().min(1),
  before: z.string(),
  after: z.string(),
  isGone: z.boolean(),
});
export type ContradictionPlace = z.infer<typeof ContradictionPlace>;

export const Contradiction = z.object({
  findingId: Identifier,
  kind: ContradictionKind,
  by: z.enum(['rule', 'model']),
  /** The codex entry it is about. */
  entityId: Identifier.nullable(),
  /** Its name; empty where there is none. */
  name: z.string(),
  /** In the model's words; empty for a rule's. */
  message: z.string(),
  places: z.tuple([ContradictionPlace, ContradictionPlace]),
  /** `settled`: one of the two places is gone or was written anew. */
  state: z.enum(['open', 'dismissed', 'settled']),
  foundAt: Timestamp,
});
export type Contradiction = z.infer<typeof Contradiction>;

/** Part of the codex that a model is asked about in one request, with the passages that name it. */
export const AskedEntry = z.object({
  entityId: Identifier,
  state: z.enum(['waiting', 'asked', 'skipped', 'failed']),
  /** Of one that failed. */
  code: ErrorCode.optional(),
});
export type AskedEntry = z.infer<typeof AskedEntry>;

/**
 * `paused`: what stopped it would stop every request, `error` says what. `interrupted`: its program or its project ended.
 * All but `running` and `done` can be gone on with.
 */
const ContradictionJobState = z.enum(['running', 'paused', 'interrupted', 'cancelled', 'done']);

export const ContradictionJob = z.object({
  jobId: Identifier,
  state: ContradictionJobState,
  /** The chapters it is for; null: the whole book. */
  documentIds: z.array(Identifier).nullable(),
  entries: z.array(AskedEntry),
  /** Entries that wait no more. */
  done: Count,
  found: Count,
  /** Answers of the model that had no two quotes of the text, and were left out. */
  leftOut: Count,
  usage: Spent,
  error: ReplyError.nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
});
export type ContradictionJob = z.infer<typeof ContradictionJob>;

/** What a job takes at most, before anything is sent. */
export const ContradictionForecast = z.object({
  requests: Count,
  /** Entries beyond the most that one job asks about. */
  beyond: Count,
  /** Chapters no word of which is sent. */
  keptBack: Count,
  inputTokens: Count,
  outputTokens: Count,
  /** Null where nobody entered prices. */
  cost: z.number().nonnegative().nullable(),
  currency: z.string().nullable(),
  /** The cap that stops it on the way. */
  excess: PurseExcess.nullable(),
  /** What the writer is asked before it starts. */
  question: PurseQuestion.nullable(),
});
export type ContradictionForecast = z.infer<typeof ContradictionForecast>;
