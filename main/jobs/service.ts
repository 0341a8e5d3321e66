/** What others may ask of the list of long work. */
import type { Job, JobKind } from '#shared/domain/job.ts';
import type { TaskStep } from '#shared/domain/task-step.ts';
import type { ErrorCode } from '#shared/errors.ts';

/** How far the work is within a step; a `total` of 0 where that cannot be told. */
export type Progress = { step: TaskStep | null; done: number; total: number };
export type ReportProgress = (progress: Progress) => void;

export type JobAbout = {
  kind: JobKind;
  /** Null for work that makes a book. */
  projectId: string | null;
  /** The name whoever asked gives it. */
  taskId?: string | undefined;
  /**
   * True for work that goes on without who asked for it, where they gave it a name to find it again: a page that is
   * loaded anew takes nothing with it. Without a name, or without this, the caller's signal ends it.
   */
  outlives?: boolean;
  /** True for work that the end of the program leaves to whoever carries it out. */
  endsItself?: boolean;
};

type EndState = 'paused' | 'interrupted' | 'cancelled' | 'done';

/** What work under way is handed. */
export type RunningJob = {
  /** Aborts when somebody calls the work off, or the program or the book ends. */
  signal: AbortSignal;
  report: ReportProgress;
  /** How it stands although the work itself ends well: the state that counts is the one the work has noted. */
  endAs(state: EndState, code?: ErrorCode | null): void;
};

export type Jobs = {
  /** Has `work` in the list for as long as it takes. CANCELLED where it was called off before; throws what `work` throws. */
  run<T>(
    about: JobAbout,
    signal: AbortSignal,
    work: (job: RunningJob) => Promise<T> | T,
  ): Promise<T>;
  list(): Job[];
  /** Of any window's; does nothing where there is nothing to call off. */
  cancel(jobId: string): void;
  dismiss(jobId: string): void;
  /** Ends what is under way for a book, all or those kinds, and waits for it. */
  endProject(projectId: string, kinds?: readonly JobKind[]): Promise<void>;
  /** Takes a book's jobs off the list. The errors of deleting files. */
  forgetProject(projectId: string): void;
  /** Ends everything but what ends itself; what breaks off by it is told at the next start. */
  close(): Promise<void>;
};
