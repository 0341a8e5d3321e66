import type { Joining } from './join-namesakes.ts';
import type { NotedCopy } from '../documents/service.ts';
import type { OutsideChangeInfo, SyncCounts } from '#shared/domain/records.ts';
import type { ScanProblem } from '#shared/domain/project.ts';

/** A book's folder that was opened. */
export type OpenedBook = {
  projectId: string;
  root: string;
  canWrite: boolean;
  /** Whether another process brings folder and database in line: two would each take the other's work for news. */
  isExchangedElsewhere(): Promise<boolean>;
  /** Takes the turn to do that. Null while another process has it; never waits. Throws SQLite's error. */
  holdExchange(): { release(): void } | null;
};

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
  /** The last noticed first, and how many wait in all. */
  listOutside(projectId: string): Promise<{ items: OutsideChangeInfo[]; total: number }>;
  /** A conflict copy of a chapter was merged, or waits beside it. */
  noteCopy(projectId: string, copy: NotedCopy): void;
  /** The writer has looked: those that wait for no choice go from the list. */
  markOutsideSeen(projectId: string, changeIds: readonly number[]): void;
  /**
   * OUTSIDE_CHANGE_NOT_FOUND, ENTITY_INVALID for two entries that are too much for one, and what `beforeJoined` rejects
   * with: it is called before one of two entries goes, and nothing of them goes where it fails.
   */
  settleOutside(
    asked: { projectId: string; changeId: number; choice: 'take' | 'keep' | 'both' },
    beforeJoined: (joining: Joining) => Promise<void>,
  ): Promise<void>;
  forgetProject(projectId: string): void;
};
