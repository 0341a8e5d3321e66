/** A request to a model and what came of it. */
import { z } from 'zod';
import { ReplyError } from '../errors.ts';
import { CandidateState } from './candidate.ts';
import { Coverage, Finding } from './finding.ts';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/** What a call took, as the provider counted it; null where it did not say. */
export const Usage = z.object({
  inputTokens: Count.nullable(),
  /** Part of the input that came from the provider's cache. */
  cachedInputTokens: Count.nullable(),
  cacheWriteTokens: Count.nullable(),
  outputTokens: Count.nullable(),
  /** In `currency`; null when prices or counts are unknown. */
  cost: z.number().nonnegative().nullable(),
  currency: z.string().nullable(),
});
export type Usage = z.infer<typeof Usage>;

/** What several requests took together. */
export const Spent = Usage.extend({
  /** A provider did not say what one of them took, or one broke off: it was more than this. */
  isLeast: z.boolean().default(false),
});
export type Spent = z.infer<typeof Spent>;

/** The forecast against what the provider reported (N5). Errors are relative: 0.02 is two percent too many. */
export const Reconciliation = z.object({
  forecastInputTokens: Count,
  reportedInputTokens: Count.nullable(),
  inputError: z.number().nullable(),
  forecastCachedTokens: Count,
  reportedCachedTokens: Count.nullable(),
  forecastCost: z.number().nullable(),
});
export type Reconciliation = z.infer<typeof Reconciliation>;

/** What was done to an answer, or is to be known of it. */
export const OutputNote = z.enum([
  'fenceRemoved',
  'htmlRemoved',
  'echoRemoved',
  'cutToLength',
  'lengthLimit',
  /** It was to be asked first what to look up, and nothing came of that (E6). */
  'notLookedUp',
]);
export type OutputNote = z.infer<typeof OutputNote>;

export const RunState = z.enum(['running', 'done', 'failed', 'cancelled', 'interrupted']);
export type RunState = z.infer<typeof RunState>;

/** What a run was asked for beside its chapter and skill: enough to ask the same again. */
export const RunRequest = z.object({
  cursorPosition: Count,
  selection: z.object({ start: Count, end: Count }).optional(),
  additionalInput: z.string().optional(),
  mute: z.array(Identifier).optional(),
  admit: z.array(Identifier).optional(),
});
export type RunRequest = z.infer<typeof RunRequest>;

/** Why nobody judged an answer: it is `off`, the judge `failed`, or what is written for the panel is no prose. */
export const Unjudged = z.enum(['off', 'failed', 'panel']);
export type Unjudged = z.infer<typeof Unjudged>;

export const Run = z.object({
  runId: Identifier,
  projectId: Identifier,
  documentId: Identifier,
  skillId: Identifier,
  profileId: Identifier,
  assemblyId: Identifier,
  state: RunState,
  text: z.string(),
  /** Set when the text is only what had come before the run ended early. */
  partial: z.boolean(),
  candidateId: Identifier.nullable(),
  /** Null when the answer made no candidate, or it was decided so long ago that it is forgotten. */
  candidateState: CandidateState.nullable(),
  usage: Usage.nullable(),
  reconciliation: Reconciliation.nullable(),
  notes: z.array(OutputNote),
  /** Of `text`, in text order, with today's waivers; null when nobody judged it. */
  findings: z.array(Finding).nullable(),
  /** What `findings` were looked for; null when nobody judged it, or an earlier version of the program did. */
  coverage: Coverage.nullable(),
  /** Null when it was judged, while it runs, and for runs of an earlier version. */
  unjudged: Unjudged.nullable(),
  /** Findings the first try had, when the project asks for a second one; null when there was one try. */
  firstFaults: Count.nullable(),
  error: ReplyError.nullable(),
  /** Null for runs of an earlier version of the program. */
  request: RunRequest.nullable(),
  /** The run this one asks again, to be compared with it (N6). */
  rerunOf: Identifier.nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
});
export type Run = z.infer<typeof Run>;
