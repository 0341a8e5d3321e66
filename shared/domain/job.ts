/** Long work, whoever asked for it: how far it is, and what became of it (W9). Titles and texts are no part of it. */
import { z } from 'zod';
import { ErrorCode } from '../errors.ts';
import { Count, Identifier, Timestamp } from './identifiers.ts';
import { TaskStep } from './task-step.ts';

export const JobKind = z.enum([
  'importPreview',
  'import',
  'backup',
  /** Made without being asked for. */
  'autoBackup',
  'verify',
  'restore',
  'bundleExport',
  'bundleImport',
  'export',
  'reports',
  'replace',
  'undoReplace',
  'index',
  'sentenceModel',
  'modelDownload',
  'synopses',
  'check',
  'contradictions',
  'contradictionsAsked',
  'expectations',
  'compaction',
  'gitPull',
  'gitPush',
]);
export type JobKind = z.infer<typeof JobKind>;

/**
 * `cancelling`: asked to end, and not ended yet. `paused`: something is in its way, `code` says what. `interrupted`: its
 * program ended, or died.
 */
export const JobState = z.enum([
  'running',
  'cancelling',
  'paused',
  'interrupted',
  'cancelled',
  'done',
  'failed',
]);
export type JobState = z.infer<typeof JobState>;

export const Job = z.object({
  /** The name whoever asked gave the work, where no other job has it. */
  jobId: Identifier,
  kind: JobKind,
  /** Null for work that makes a book. */
  projectId: Identifier.nullable(),
  /** The book's name; null where it has none yet. */
  book: z.string().nullable(),
  state: JobState,
  /** What a job on files is busy with; null for others. */
  step: TaskStep.nullable(),
  done: Count,
  /** 0 where nobody knows. */
  total: Count,
  /** Why it failed or waits. */
  code: ErrorCode.nullable(),
  startedAt: Timestamp,
  endedAt: Timestamp.nullable(),
  canCancel: z.boolean(),
  /** It goes on where it was; others are begun anew. */
  canResume: z.boolean(),
});
export type Job = z.infer<typeof Job>;
