/** An answer that waits for the writer, and its changes. */
import { z } from 'zod';
import { Count, Identifier, Timestamp } from './identifiers.ts';

/** One change of a candidate: what stands at [start, end) would become `inserted`. */
export const Hunk = z.object({
  index: Count,
  /** UTF-16 code units into the document as it is now. */
  start: Count,
  end: Count,
  removed: z.string(),
  inserted: z.string(),
});
export type Hunk = z.infer<typeof Hunk>;

/** Who offers it: a skill the writer ran, or the assistant of a conversation. */
export const CandidateOrigin = z.enum(['skill', 'assistant']);
export type CandidateOrigin = z.infer<typeof CandidateOrigin>;

/**
 * What became of a candidate: `setAside` another one for the same passage was accepted, or it said the same; it can be
 * had back.
 */
export const CandidateState = z.enum(['waiting', 'accepted', 'partly', 'rejected', 'setAside']);
export type CandidateState = z.infer<typeof CandidateState>;

/** A model's text, offered. Nothing of it is in the manuscript before the writer accepts (F14). */
export const Candidate = z.object({
  candidateId: Identifier,
  origin: CandidateOrigin,
  /** The run; of the assistant's candidates the turn. */
  runId: Identifier,
  /** The program outside of the desk that offers it (N16), as it calls itself; null for Fabula's own. */
  program: z.string().nullable(),
  projectId: Identifier,
  /** With `newPath`: the id the chapter will have; until it is accepted there is none. */
  documentId: Identifier,
  /** Where a chapter would be made, relative to the project; null for changes of one that is there. */
  newPath: z.string().nullable(),
  /** Both null for the assistant's candidates. */
  skillId: Identifier.nullable(),
  assemblyId: Identifier.nullable(),
  /** Where it would go, in the document as it is now; where it would have gone, when `stale`. */
  start: Count,
  end: Count,
  /** What stands there. */
  original: z.string(),
  text: z.string(),
  hunks: z.array(Hunk),
  /** The run was stopped or broke off: `text` is what had come. */
  partial: z.boolean(),
  /** The place can no longer be found, or `newPath` is taken: accepting answers CANDIDATE_STALE. */
  stale: z.boolean(),
  /** What the writer asked for beside the skill; '' for nothing, and for the assistant's candidates. */
  instruction: z.string(),
  /** The model that wrote it, as its provider calls it; null when that is no longer known. */
  model: z.string().nullable(),
  createdAt: Timestamp,
});
export type Candidate = z.infer<typeof Candidate>;
