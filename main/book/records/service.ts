import type { OutsideChangeInfo, SyncCounts } from '#shared/domain/records.ts';
import type { ScanProblem } from '#shared/domain/project.ts';

/** A book's folder that was opened. */
export type OpenedBook = { projectId: string; root: string; canWrite: boolean };

export type RecordsService = {
  /** Takes in what the folder says and begins to write what it lacks. Throws the file system's error. */
  attach(book: OpenedBook): Promise<void>;
  /** Writes what is not written yet and stops. Never throws. */
  detach(projectId: string): Promise<void>;
  /** Writes what is not written yet. Never throws: what fails is logged, and tried again. */
  writeWaiting(projectId: string): Promise<void>;
  /** Looks at the whole folder now. */
  sync(projectId: string): Promise<SyncCounts>;
  /** Takes in what came since the last look. */
  takeNew(projectId: string): Promise<void>;
  noteTouched(projectId: string): void;
  /** Files that are no whole records. */
  problems(projectId: string): ScanProblem[];
  /** The writer has looked: what is known here is true, and files that nobody can read go into the bin. */
  confirm(projectId: string): Promise<void>;
  /** The last noticed first. */
  listOutside(projectId: string): OutsideChangeInfo[];
  settleOutside(
    projectId: string,
    changeId: number,
    choice: 'take' | 'keep' | 'both',
  ): Promise<void>;
  forgetProject(projectId: string): void;
};
