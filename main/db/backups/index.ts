/** Backs the database up while it is in use: soon after changes, in the background, and when the program ends. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { EventSink } from '#shared/contract/events.ts';
import type { Clock, Logger } from '#main/platform.ts';
import { settleWithin } from '#main/base/processes/settle-within.ts';
import type { ChangeRecord } from '../change-record.ts';
import { explainStorageFailure } from '#main/base/failures/storage-failure.ts';
import { systemCode } from '#main/base/failures/system-code.ts';
import { databaseName } from './backup-files.ts';
import { makeBackup } from './make-backup.ts';
import { type RunningBackup, runBackup } from './run-backup.ts';

export type BackupTiming = {
  /** Ms between looks for changes nobody announced. */
  lookMs: number;
  /** Ms without a change before a backup begins. */
  quietMs: number;
  /** Ms after which it begins although changes go on. */
  longestWaitMs: number;
  /** Rest after a backup, in multiples of what it took: a large database is not copied all the time. */
  restFactor: number;
};

export const defaultBackupTiming: BackupTiming = {
  lookMs: 1000,
  quietMs: 2000,
  longestWaitMs: 30_000,
  restFactor: 20,
};

export type BackupsNeeds = {
  database: Database;
  folder: string;
  binding: string | null;
  worker: URL;
  record: ChangeRecord;
  /** What the newest backup has seen; null when there is none. */
  backedUp: number | null;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  timing?: Partial<BackupTiming>;
};

export type Backups = {
  /** Remembers what was written; to be called before a change is acknowledged. Never throws. */
  noteChanges(): void;
  /**
   * Backs up at once and takes older generations away: what the writer wants forgotten is in none then. Never throws;
   * false when it failed.
   */
  forgetOlder(): Promise<boolean>;
  /** Makes the last backup, unless nothing changed. Never throws; afterwards the database can be closed. */
  close(): Promise<void>;
};

/** Up to this size the last backup is made at once, which is quicker than a worker; bytes. */
const smallDatabase = 32 * 1024 * 1024;
/** How long the end of the program waits for the backup of a large one, ms. What was there before stays. */
const lastBackupMs = 1500;

export const createBackups = (needs: BackupsNeeds): Backups => {
  const { database, folder, binding, record, clock, logger, events } = needs;
  const timing = { ...defaultBackupTiming, ...needs.timing };
  const file = join(folder, databaseName);
  let backedUp = needs.backedUp;
  let running: (RunningBackup & { done: Promise<boolean> }) | null = null;
  let closed = false;
  let saidFailure = false;
  /** On the clock of the process, which nobody sets. */
  const isBehind = (): boolean => record.sequence() > (backedUp ?? 0);
  let waitingSince: number | null = isBehind() ? -timing.longestWaitMs : null;
  let lastChange = 0;
  let restUntil = 0;

  const failed = (code: string): void => {
    logger.log(saidFailure ? 'debug' : 'error', 'the database could not be backed up', { code });
    if (saidFailure) return;
    saidFailure = true;
    const message = 'The database could not be backed up; the backup there was is kept.';
    // A damaged database is another matter than a backup that waits for room.
    events.emit('host:notice', {
      code: code === 'DATABASE_CORRUPT' ? 'DATABASE_DAMAGED' : 'DATABASE_BACKUP_FAILED',
      message,
    });
  };
  const made = (sequence: number): void => {
    backedUp = sequence;
    saidFailure = false;
  };

  const start = (forgetOlder: boolean): void => {
    const begun = performance.now();
    waitingSince = null;
    const order = { file, folder, binding, now: clock.now(), forgetOlder };
    const run = runBackup(needs.worker, order);
    const done = run.report.then((report) => {
      running = null;
      restUntil = performance.now() + (performance.now() - begun) * timing.restFactor;
      if (report.kind === 'made') made(report.sequence);
      else if (report.kind === 'failed') {
        failed(report.code);
        waitingSince ??= performance.now();
      }
      return report.kind === 'made';
    });
    running = { ...run, done };
  };

  const noteChanges = (): void => {
    if (!record.note()) return;
    lastChange = performance.now();
    waitingSince ??= lastChange;
  };

  const look = (): void => {
    noteChanges();
    const now = performance.now();
    if (running || waitingSince === null || now < restUntil) return;
    const isDue = now - lastChange >= timing.quietMs || now - waitingSince >= timing.longestWaitMs;
    if (isDue) start(false);
  };
  const timer = setInterval(look, timing.lookMs);
  timer.unref();

  /** In this thread, for nothing else is done any more. */
  const backUpHere = async (): Promise<void> => {
    try {
      const { sequence } = await makeBackup(database, {
        folder,
        binding,
        now: clock.now(),
        forgetOlder: false,
      });
      made(sequence);
    } catch (error) {
      const explained = explainStorageFailure(error);
      failed(systemCode(explained) || 'INTERNAL');
    }
  };

  /** A worker that is late is ended, for nothing is wrong: what it did not copy is copied now, or by the next start. */
  const endRunning = async (): Promise<void> => {
    const under = running;
    if (under === null) return;
    await settleWithin(under.done, lastBackupMs);
    await under.cancel();
    await under.done;
  };

  const makeLast = async (): Promise<void> => {
    const wasRunning = running !== null;
    await endRunning();
    if (!isBehind()) return;
    if (statSync(file).size <= smallDatabase) return backUpHere();
    if (!wasRunning) {
      start(false);
      await endRunning();
    }
    if (isBehind()) logger.log('info', 'the last backup is left to the next start', {});
  };

  return {
    noteChanges,
    async forgetOlder() {
      noteChanges();
      await running?.done;
      start(true);
      return (await running?.done) ?? false;
    },
    async close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      noteChanges();
      try {
        await makeLast();
      } catch (error) {
        failed(systemCode(error) || 'INTERNAL');
      }
      record.close();
    },
  };
};
