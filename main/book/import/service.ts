/** What others may ask of imports. */
import type { Output, Parsed } from '#shared/contract/index.ts';
import type { ProjectInfo } from '#shared/domain/project.ts';

export type ImportService = {
  /** Writes nothing. IMPORT_* codes, INVALID_INPUT. */
  preview(input: Parsed<'import:preview'>, signal: AbortSignal): Promise<Output<'import:preview'>>;
  /** All chapters or none. IMPORT_* codes, those of a new project and of new chapters. */
  commit(input: Parsed<'import:commit'>, signal: AbortSignal): Promise<Output<'import:commit'>>;
  undo(input: Parsed<'import:undo'>): Promise<Output<'import:undo'>>;
  /** Forgets what the latest import brought. */
  eraseProject(projectId: string): Promise<void>;
  upload(input: Parsed<'import:upload'>): Promise<Output<'import:upload'>>;
  discard(uploadId: string): Promise<void>;
  /** Gives a book that was just opened what a killed import still had for its chapters. Never throws. */
  takeUpNotes(project: ProjectInfo): Promise<void>;
};
