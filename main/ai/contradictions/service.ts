/** What others may ask of the contradictions of a book. */
import type { FollowText } from '#main/book/text-move.ts';
import type { Output, Parsed } from '#shared/contract/index.ts';

export type ContradictionsService = {
  /** PROJECT_CLOSED, PROJECT_NOT_FOUND. */
  list(projectId: string): Promise<Output<'contradictions:list'>>;
  /** CANCELLED, also where the book is closed; PROJECT_LOCKED, DOCUMENT_NOT_FOUND for a chapter that is named and not there. */
  check(
    input: Parsed<'contradictions:check'>,
    signal: AbortSignal,
  ): Promise<Output<'contradictions:check'>>;
  /** CONTRADICTION_NOT_FOUND, PROJECT_LOCKED. */
  dismiss(input: Parsed<'contradictions:dismiss'>): Output<'contradictions:dismiss'>;
  /** CONTRADICTION_NOT_FOUND, PROJECT_LOCKED. */
  restore(input: Parsed<'contradictions:restore'>): Output<'contradictions:restore'>;
  /** MODEL_NOT_SELECTED, MODEL_PROMPT_TOO_LONG, CONTRADICTION_JOB_NOT_FOUND, DOCUMENT_NOT_FOUND, CANCELLED. */
  forecast(
    input: Parsed<'contradictions:job:forecast'>,
    signal: AbortSignal,
  ): Promise<Output<'contradictions:job:forecast'>>;
  /** Answers when the job has begun. The same, and CONTRADICTION_BUSY, PROJECT_LOCKED, PURSE_ASKS. */
  start(
    input: Parsed<'contradictions:job:start'>,
    signal: AbortSignal,
  ): Promise<Output<'contradictions:job:start'>>;
  /** Answers when the job has ended. */
  cancel(projectId: string): Promise<void>;
  /** Findings go with the text they quote (W1). */
  followText: FollowText;
  /** Ends what a project has under way, and waits until that has ended. */
  closeProject(projectId: string): Promise<void>;
  forgetProject(projectId: string): void;
  close(): Promise<void>;
};
