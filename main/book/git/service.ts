/** What others may ask of versions with git. */
import type { Output, Parsed } from '#shared/contract/index.ts';

export type GitService = {
  get(projectId: string): Promise<Output<'git:get'>>;
  update(change: Parsed<'git:update'>, signal: AbortSignal): Promise<Output<'git:update'>>;
  commit(input: Parsed<'git:commit'>, signal: AbortSignal): Promise<Output<'git:commit'>>;
  pull(input: Parsed<'git:pull'>, signal: AbortSignal): Promise<Output<'git:pull'>>;
  push(input: Parsed<'git:push'>, signal: AbortSignal): Promise<Output<'git:push'>>;
  locks(projectId: string): Promise<Output<'git:locks'>>;
  unlock(projectId: string, signal: AbortSignal): Promise<Output<'git:unlock'>>;
  cancel(projectId: string): void;
  /** Keeps a version where the writer wants that, also of a book that was closed. Never throws: the state tells. */
  savePoint(projectId: string, signal: AbortSignal): Promise<void>;
  /** Ends what runs for a book. */
  closeProject(projectId: string): Promise<void>;
  /** Ends all that runs. */
  close(): Promise<void>;
  /** What lies in the data folder of a book. */
  eraseProject(projectId: string): Promise<void>;
  /** The repository stays. */
  forgetProject(projectId: string): void;
};
