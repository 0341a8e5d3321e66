/** Synopses that a model proposes, and the job that asks for them chapter by chapter (E3). */
import { z } from 'zod';
import { ErrorCode, ReplyError } from '../errors.ts';
import { Count, Identifier, Timestamp } from './identifiers.ts';
import { Synopsis } from './project.ts';
import { PurseExcess, PurseQuestion } from './purse.ts';
import { Spent, Usage } from './run.ts';

/** Chapters a job is for: without a synopsis, with one of another text, every one. */
export const SynopsisChoice = z.enum(['missing', 'stale', 'all']);
export type SynopsisChoice = z.infer<typeof SynopsisChoice>;

/**
 * Why a chapter is not sent: a fence closes it to a request that belongs to no chapter, all of it names what is hidden,
 * or there is no text.
 */
export const KeptBack = z.enum(['fenced', 'hidden', 'empty']);
export type KeptBack = z.infer<typeof KeptBack>;

/** A synopsis that waits for the writer. */
export const SynopsisProposal = z.object({
  proposalId: Identifier,
  documentId: Identifier,
  text: Synopsis.min(1),
  /** The model's name. */
  model: z.string(),
  usage: Usage,
  /** Paragraphs that were not sent: they name what is fenced. */
  redacted: Count,
  /** The chapter's text went on beyond trifles since. */
  isStale: z.boolean(),
  /** The chapter's synopsis is another than it was when this was made. */
  isOvertaken: z.boolean(),
  createdAt: Timestamp,
});
export type SynopsisProposal = z.infer<typeof SynopsisProposal>;

export const JobChapter = z.object({
  documentId: Identifier,
  state: z.enum(['waiting', 'proposed', 'skipped', 'failed']),
  /** Of one that was skipped. */
  reason: KeptBack.optional(),
  /** Of one that failed. */
  code: ErrorCode.optional(),
});
export type JobChapter = z.infer<typeof JobChapter>;

/**
 * `paused`: what stopped it would stop every chapter, `error` says what. `interrupted`: its program or its project ended.
 * All but `running` and `done` can be gone on with.
 */
export const SynopsisJobState = z.enum(['running', 'paused', 'interrupted', 'cancelled', 'done']);
export type SynopsisJobState = z.infer<typeof SynopsisJobState>;

export const SynopsisJob = z.object({
  jobId: Identifier,
  which: SynopsisChoice,
  state: SynopsisJobState,
  chapters: z.array(JobChapter),
  /** Chapters that wait no more. */
  done: Count,
  /** Of all answers until now. */
  usage: Spent,
  error: ReplyError.nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
});
export type SynopsisJob = z.infer<typeof SynopsisJob>;

/** What a job takes at most, before anything is sent. */
export const SynopsisForecast = z.object({
  /** That are sent. */
  chapters: Count,
  keptBack: z.array(z.object({ documentId: Identifier, reason: KeptBack })),
  /** Chapters that cannot be read, or do not fit. */
  failing: z.array(z.object({ documentId: Identifier, code: ErrorCode })),
  requests: Count,
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
export type SynopsisForecast = z.infer<typeof SynopsisForecast>;
