/** What others may ask of backups and of books as one file. */
import type { Output, Parsed } from '#shared/contract/index.ts';

export type ArchiveService = {
  list(projectId: string): Promise<Output<'projects:backups:list'>>;
  create(
    input: Parsed<'projects:backups:create'>,
    signal: AbortSignal,
  ): Promise<Output<'projects:backups:create'>>;
  verify(
    input: Parsed<'projects:backups:verify'>,
    signal: AbortSignal,
  ): Promise<Output<'projects:backups:verify'>>;
  restore(
    input: Parsed<'projects:backups:restore'>,
    signal: AbortSignal,
  ): Promise<Output<'projects:backups:restore'>>;
  exportBundle(
    input: Parsed<'projects:bundle:export'>,
    signal: AbortSignal,
  ): Promise<Output<'projects:bundle:export'>>;
  previewBundle(path: string): Promise<Output<'projects:bundle:preview'>>;
  importBundle(
    input: Parsed<'projects:bundle:import'>,
    signal: AbortSignal,
  ): Promise<Output<'projects:bundle:import'>>;
  /** To be called when every part of the program is there: from then on books are backed up by themselves. */
  beginSittings(): void;
  /** The sitting with a book is over: backs it up beside whatever comes next. */
  sittingEnded(projectId: string): void;
  /** Ends what works for a project and deletes its backups. */
  eraseProject(projectId: string): Promise<void>;
  /** Backs up what was written in, within a limit, and ends everything else. Never throws. */
  close(): Promise<void>;
};
