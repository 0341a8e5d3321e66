import { z } from 'zod';
import { ConstraintType } from '../domain/constraint.ts';
import { Finding } from '../domain/finding.ts';
import { Count, Identifier } from '../domain/identifiers.ts';
import { DocumentInfo } from '../domain/project.ts';
import { IndexStatus } from '../domain/retrieval.ts';
import { OutputNote, Reconciliation, Usage } from '../domain/run.ts';
import { Settings } from '../domain/settings.ts';
import { ErrorCode, ReplyError } from '../errors.ts';

/** What happened, never what should be done. Payloads are JSON; only what a model writes travels as text. */
export const eventSchemas = {
  'project:changed': z.object({ projectId: Identifier, documents: z.array(DocumentInfo) }),
  'project:missing': z.object({ projectId: Identifier }),
  /** A chapter's file changed outside; `conflict` when it also has edits here that were not saved in time. */
  'document:changed': z.object({
    projectId: Identifier,
    documentId: Identifier,
    version: z.string(),
    origin: z.enum(['fabula', 'outside']),
  }),
  'document:conflict': z.object({ projectId: Identifier, documentId: Identifier }),
  'constraints:changed': z.object({ projectId: Identifier, type: ConstraintType.optional() }),
  'knowledge:changed': z.object({ projectId: Identifier }),
  'memory:changed': z.object({ projectId: Identifier }),
  'budget:changed': z.object({ projectId: Identifier, version: Count }),
  'retrieval:progress': z.object({
    projectId: Identifier,
    done: Count,
    total: Count,
    status: IndexStatus,
  }),
  'context:assembled': z.object({ projectId: Identifier, assemblyId: Identifier }),
  'context-files:changed': z.object({ conversationId: Identifier }),
  /** Part of an answer, as it comes. */
  'ai:delta': z.object({ runId: Identifier, text: z.string() }),
  /** A try failed before anything came; the next one starts after `delay` ms. */
  'ai:retrying': z.object({ runId: Identifier, attempt: Count, delay: Count, code: ErrorCode }),
  /** The judge found something and the project asks for a second try: what the deltas made is void. */
  'ai:regenerating': z.object({
    runId: Identifier,
    assemblyId: Identifier,
    findings: z.array(Finding),
  }),
  'ai:done': z.object({
    runId: Identifier,
    /** The whole answer, cleaned; it takes the place of what the deltas made. */
    text: z.string(),
    usage: Usage,
    findings: z.array(Finding),
    /** False when the project is not judged or the judge failed: then nothing was found out. */
    judged: z.boolean(),
    assemblyId: Identifier,
    /** Null when the answer goes to the panel. */
    candidateId: Identifier.nullable(),
    notes: z.array(OutputNote),
    reconciliation: Reconciliation,
  }),
  /** Also a cancelled run (CANCELLED). What had come is kept as a candidate marked partial. */
  'ai:failed': z.object({
    runId: Identifier,
    error: ReplyError,
    text: z.string(),
    candidateId: Identifier.nullable(),
  }),
  'ai:candidates:changed': z.object({ projectId: Identifier, documentId: Identifier }),
  'ai:models:changed': z.object({ selectedId: Identifier.nullable() }),
  /** Waivers or the mode changed. */
  'judge:changed': z.object({ projectId: Identifier }),
  'settings:changed': z.object({ settings: Settings }),
  'host:notice': z.object({ code: z.string(), message: z.string() }),
} as const;

export type EventName = keyof typeof eventSchemas;
export type EventPayload<N extends EventName> = z.infer<(typeof eventSchemas)[N]>;
export const eventNames = Object.keys(eventSchemas) as EventName[];

/** What a service needs to tell what happened; the bus of main/rpc is one. */
export type EventSink = {
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void;
};
