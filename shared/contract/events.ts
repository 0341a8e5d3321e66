import { z } from 'zod';
import { ConstraintType } from '../domain/constraint.ts';
import { PermissionRequest } from '../domain/conversation.ts';
import { CheckedConstraint, Finding, UncheckedConstraint } from '../domain/finding.ts';
import { Count, Identifier, Timestamp } from '../domain/identifiers.ts';
import { Job } from '../domain/job.ts';
import { DocumentInfo } from '../domain/project.ts';
import { PurseExcess, PurseQuestion } from '../domain/purse.ts';
import { IndexStatus } from '../domain/retrieval.ts';
import { OutputNote, Reconciliation, Unjudged, Usage } from '../domain/run.ts';
import { Settings } from '../domain/settings.ts';
import { ErrorCode, ReplyError } from '../errors.ts';

/** What happened, never what should be done. Payloads are JSON; only what a model writes travels as text. */
export const eventSchemas = {
  'project:changed': z.object({ projectId: Identifier, documents: z.array(DocumentInfo) }),
  /** Something that is settled for the whole book is another: `projects:get` tells. */
  'project:settled': z.object({ projectId: Identifier }),
  /** The book is closed: a window that still shows it opens it again. Not told where it is forgotten, or the program ends. */
  'project:closed': z.object({ projectId: Identifier }),
  'project:missing': z.object({ projectId: Identifier }),
  /** A chapter's file changed outside; `conflict` when it also has edits here that were not saved in time. */
  'document:changed': z.object({
    projectId: Identifier,
    documentId: Identifier,
    version: z.string(),
    origin: z.enum(['fabula', 'outside']),
    /** What is written there now; absent where `project:changed` follows with the whole list. */
    counts: z.object({ charCount: Count, wordCount: Count, modifiedAt: Timestamp }).optional(),
    /** True where somebody wrote, by hand or with a model; absent where text was replaced, taken in, moved or brought back. */
    isWritten: z.literal(true).optional(),
  }),
  'document:conflict': z.object({ projectId: Identifier, documentId: Identifier }),
  /** Long work has begun, is so far, or has ended; null when it is in the list no more. */
  'jobs:changed': z.object({ jobId: Identifier, job: Job.nullable() }),
  /** A book has another backup, or one of them was found damaged. `isCurrent`: the book is as its last one has it. */
  'backups:changed': z.object({ projectId: Identifier, isCurrent: z.literal(true).optional() }),
  'backups:failed': z.object({ projectId: Identifier, code: ErrorCode }),
  /** What git keeps of a book, or is busy with for it, is something else now: `git:get` tells. */
  'git:changed': z.object({ projectId: Identifier }),
  /** The list of records that came changed from outside is another one. */
  'records:outside': z.object({ projectId: Identifier }),
  /** Other expectations, or other words for them. */
  'expectations:changed': z.object({ projectId: Identifier }),
  /** Expectations were looked at; `expectations:list` tells what came of it. */
  'expectations:checked': z.object({
    projectId: Identifier,
    passed: Count,
    failed: Count,
    unjudged: Count,
    /** Assemblies that were made for it. */
    assemblies: Count,
  }),
  /** Other notes, or other places of them: `notes:list` tells. */
  'notes:changed': z.object({ projectId: Identifier }),
  /** Something else was decided of scenes, or they stand elsewhere, in one chapter or any: `manuscript:scenes` tells. */
  'scenes:changed': z.object({ projectId: Identifier, documentId: Identifier.optional() }),
  /** Other threads, or other places of them: `threads:list` tells. */
  'threads:changed': z.object({ projectId: Identifier }),
  /** Synopses were proposed or taken, or their job went on: `synopses:list` tells. Chapters the job is through, and all. */
  'synopses:changed': z.object({ projectId: Identifier, done: Count, total: Count }),
  /** Contradictions were found, dismissed or brought back, or the job went on: `contradictions:list` tells. */
  'contradictions:changed': z.object({ projectId: Identifier }),
  'constraints:changed': z.object({ projectId: Identifier, type: ConstraintType.optional() }),
  /** Something was written, or another goal set: `goals:get` tells. */
  'goals:changed': z.object({ projectId: Identifier }),
  'knowledge:changed': z.object({ projectId: Identifier }),
  /** A name of the text was dismissed or brought back: `knowledge:newNames:list` tells. */
  'knowledge:newNames:changed': z.object({ projectId: Identifier }),
  'memory:changed': z.object({ projectId: Identifier }),
  /** The words a book knows. */
  'spelling:changed': z.object({ projectId: Identifier }),
  /** Words that reports look for in this book changed. */
  'reports:watched:changed': z.object({ projectId: Identifier }),
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
  /** Before it writes, the model is asked what of the book it needs (E6). */
  'ai:lookingUp': z.object({ runId: Identifier }),
  /** From now on the text is asked for, with this request. */
  'ai:lookedUp': z.object({ runId: Identifier, assemblyId: Identifier }),
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
    /** Why nobody judged it; null when it was judged. */
    unjudged: Unjudged.nullable(),
    /** Constraints the answer was held against, and those it was not; both empty when nobody judged it. */
    checked: z.array(CheckedConstraint),
    unchecked: z.array(UncheckedConstraint),
    /** By how much the judge's question, or a second try for what it found, was over a cap, where that kept it back. */
    refusal: PurseExcess.optional(),
    /** What asking the judge's model takes, where that waits for the writer's word. */
    question: PurseQuestion.optional(),
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
  /** Something of a conversation changed: its messages, title, state; or it is gone. */
  'conversation:changed': z.object({ projectId: Identifier, conversationId: Identifier }),
  /** Part of what the model writes in this step, as it comes. */
  'conversation:delta': z.object({
    conversationId: Identifier,
    turnId: Identifier,
    step: Count,
    /** Where it begins in what the step writes, UTF-16 code units. */
    at: Count,
    text: z.string(),
  }),
  /**
   * A step went on: the model's thought and call (`acting`), then the observation (`observed`), once for each
   * call. `messageId`: where it is kept.
   */
  'conversation:step': z.object({
    conversationId: Identifier,
    turnId: Identifier,
    step: Count,
    phase: z.enum(['acting', 'observed']),
    messageId: Identifier,
    callId: z.string().optional(),
    thought: z.string().optional(),
    tool: z.string().optional(),
    input: z.json().optional(),
    observation: z.string().optional(),
    status: z.enum(['success', 'partial', 'error']).optional(),
  }),
  'conversation:done': z.object({
    conversationId: Identifier,
    turnId: Identifier,
    text: z.string(),
    /** Of all calls of the turn. */
    usage: Usage,
  }),
  /** Also a stopped turn (CANCELLED). What had come is kept in the conversation. */
  'conversation:failed': z.object({
    conversationId: Identifier,
    turnId: Identifier,
    error: ReplyError,
  }),
  'conversation:permission': PermissionRequest,
  /** Answered, or no longer of interest because the turn ended. */
  'conversation:permission:settled': z.object({ requestId: Identifier }),
  /** Older rounds are being summarised (F16): announced before, with progress, and how it ended. */
  'conversation:compaction': z.object({
    conversationId: Identifier,
    state: z.enum(['started', 'progress', 'done', 'skipped', 'failed']),
    /** Parts of the summary done, and in all. */
    done: Count,
    total: Count,
    /** Messages that the summary stands for. */
    archived: Count,
    summaryMessageId: Identifier.nullable(),
    /** Said to the writer when it was skipped or failed. */
    message: z.string().nullable(),
    /** By how much it was over a cap, where that kept it back (N12). */
    refusal: PurseExcess.optional(),
  }),
  /** A cap was set, or something was spent: `purse:get` tells. */
  'purse:changed': z.object({}),
  'mcp:changed': z.object({ name: z.string() }),
  'settings:changed': z.object({ settings: Settings }),
  /** From outside of the window: another start of the program named it. */
  'host:projectOpened': z.object({ projectId: Identifier }),
  /** `documentIds`: the chapters it is about, in the order in which they are named. */
  'host:notice': z.object({
    code: z.string(),
    message: z.string(),
    documentIds: z.array(Identifier).optional(),
  }),
} as const;

export type EventName = keyof typeof eventSchemas;
export type EventPayload<N extends EventName> = z.infer<(typeof eventSchemas)[N]>;
export const eventNames = Object.keys(eventSchemas) as EventName[];

/** One event with its payload: who has asked for the name knows the payload's type. */
export type AppEvent = {
  [N in EventName]: [name: N, payload: EventPayload<N>];
}[EventName];

/** What a service needs to tell what happened; the bus of `main/events.ts` is one. */
export type EventSink = {
  emit(...event: AppEvent): void;
};
