/** What a look at the records of one kind is told, and what it answers. */
import type { Clock, Logger } from '#main/platform.ts';
import type { RecordDecision } from './decide-record.ts';
import type { GroupedFiles, OriginalOf, RecordFiles } from './group-files.ts';
import type { KindSpec } from './kinds.ts';
import type { MergeTexts } from './merge-fields.ts';
import type { Stamp } from './record-folder.ts';
import type { Fields, RecordState } from './record-state.ts';
import { type Hints, maxFormer } from './record-text.ts';
import type { AgreedFile, RecordStore } from './store.ts';
import type { FileTools } from './write-record.ts';

/** What a decision means for the database. */
export type DatabaseChange = { id: string; fields: Fields | null };

/** The records of one kind as the database has them. */
export type KindSource = {
  /**
   * Hands out what is stored and takes what `decide` makes of it; nobody changes a record in between. `decide` runs
   * inside one transaction. `ahead`, where many records are looked at, goes through them before it, with turns for others in
   * between: it changes nothing, and what it works out holds for the very map it was told.
   */
  exchange(
    decide: (stored: ReadonlyMap<string, Fields>) => DatabaseChange[],
    ahead?: (stored: ReadonlyMap<string, Fields>) => Iterable<unknown>,
  ): Promise<void>;
  withhold(ids: ReadonlySet<string>): void;
  /** Records whose rows nobody can read: neither they nor their files are touched. */
  listDamaged(): readonly string[];
  /** Puts files together that speak of one record under two ids. */
  joinFiles?(grouped: GroupedFiles, agreed: ReadonlyMap<string, AgreedFile>): Promise<void>;
  /** Another record that bears the same name and could be one with it. */
  findNamesake?(id: string): string | undefined;
  /** Of a chapter: where its file is and what it holds. */
  hintsOf(id: string): Hints | null;
  /** A record that the database has and the folder has not is written, never deleted: chapters. */
  isKeptByDatabase: boolean;
};

export type SyncRequest = {
  projectId: string;
  root: string;
  /** Folder of the kind, relative to the root. */
  place: string;
  spec: KindSpec;
  source: KindSource;
  canWrite: boolean;
  mayExchange: boolean;
  /** Whether a file that is not there was taken away: who replaces one may be between taking it and putting it. */
  isGone(id: string): boolean;
};

export type SyncParts = {
  store: RecordStore;
  tools: FileTools;
  originalOf: OriginalOf;
  mergeTexts: MergeTexts;
  clock: Clock;
  logger: Logger;
};

export type SyncOutcome = {
  read: number;
  written: number;
  merged: number;
  conflicts: number;
  withheld: ReadonlySet<string>;
  problems: string[];
  /** Files that could not be written, or changed meanwhile: another look is due. */
  isUnfinished: boolean;
};

/** A record, its files, and what becomes of both. */
export type Step = {
  id: string;
  files: RecordFiles;
  agreed: AgreedFile | undefined;
  decision: RecordDecision;
};

/** All paths that a chapter's file is known to have had. */
export const formerOf = (
  { source }: SyncRequest,
  { id, files, agreed }: Pick<Step, 'id' | 'files' | 'agreed'>,
): string[] => {
  const now = source.hintsOf(id)?.path;
  if (now === undefined) return [];
  const said = [files.main, ...files.copies].flatMap((file) => file?.text.former ?? []);
  const was = agreed?.localPath ?? null;
  const all = new Set([...(agreed?.former ?? []), ...said, ...(was === null ? [] : [was])]);
  return [...all].filter((path) => path !== now).slice(-maxFormer);
};

/** What both sides agree on once this is in the file. */
export const agreedOf = (
  request: SyncRequest,
  step: Pick<Step, 'id' | 'files' | 'agreed'>,
  file: { path: string; stamp: Stamp; state: RecordState },
): AgreedFile => ({
  path: file.path,
  ...file.stamp,
  state: file.state,
  localPath: request.source.hintsOf(step.id)?.path ?? null,
  former: [...formerOf(request, step)],
});
