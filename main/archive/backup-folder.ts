/** Where a book's backups lie, and which of them stay. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import type { BookBackup } from '#shared/domain/backup.ts';
import { AppError } from '#shared/errors.ts';
import { unlessMissing } from '#main/base/failures/system-code.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { chooseBackups } from './rotation.ts';

const backupName = /^(\d{1,15})-([\w-]{1,40})\.(fabula|damaged)$/;
/** The process that works there and when that one started. */
const workName = /^\.work-(\d+)-(\d*)-/;

export type BackupFolder = {
  /** Newest first. */
  list(projectId: string): Promise<BookBackup[]>;
  /** BACKUP_NOT_FOUND. */
  find(projectId: string, backupId: string): Promise<BookBackup>;
  /** The newest that counts. */
  last(projectId: string): Promise<BookBackup | null>;
  /** Puts a finished and verified file among a book's backups and lets go of those that are no longer needed. */
  add(projectId: string, finished: string, createdAt: number): Promise<void>;
  /** It does not count any more; it stays where it is for whoever can still use it. */
  markDamaged(backup: BookBackup): Promise<void>;
  /** A folder to work in. */
  makeWorkFolder(): Promise<string>;
  /** Clears away the work folders that processes which are gone have left. */
  clearLeft(): Promise<void>;
  erase(projectId: string): Promise<void>;
};

export const createBackupFolder = (data: string): BackupFolder => {
  const root = join(data, 'backups');
  const folderOf = (projectId: string): string => join(root, encodeURIComponent(projectId));

  const list = async (projectId: string): Promise<BookBackup[]> => {
    const folder = folderOf(projectId);
    const names = await unlessMissing(readdir(folder), []);
    const found: BookBackup[] = [];
    for (const name of names) {
      const [, time, mark, kind] = backupName.exec(name) ?? [];
      if (time === undefined) continue;
      const path = join(folder, name);
      const stats = await stat(path).catch(() => null);
      // Another window may have let it go meanwhile.
      if (!stats?.isFile()) continue;
      const backupId = `${time}-${mark}`;
      const verified = kind === 'fabula';
      found.push({ backupId, createdAt: Number(time), bytes: stats.size, verified, path });
    }
    return found.toSorted((one, other) => other.createdAt - one.createdAt);
  };

  const rotate = async (projectId: string): Promise<void> => {
    const all = await list(projectId);
    const kept = chooseBackups(all.filter(({ verified }) => verified));
    const oldest = Math.min(...[...kept].map(({ createdAt }) => createdAt));
    for (const backup of all) {
      const isOld = backup.verified ? !kept.has(backup) : backup.createdAt < oldest;
      if (isOld) await rm(backup.path, { force: true });
    }
  };

  const clearLeft = async (): Promise<void> => {
    for (const name of await unlessMissing(readdir(root), [])) {
      const [, pid, started = ''] = workName.exec(name) ?? [];
      if (pid === undefined || isSameProcessAlive({ pid: Number(pid), started })) continue;
      await rm(join(root, name), { recursive: true, force: true });
    }
  };

  return {
    list,
    async find(projectId, backupId) {
      const found = (await list(projectId)).find((backup) => backup.backupId === backupId);
      if (found) return found;
      throw new AppError('BACKUP_NOT_FOUND', 'There is no such backup.', { backupId });
    },
    last: async (projectId) => (await list(projectId)).find(({ verified }) => verified) ?? null,
    async add(projectId, finished, createdAt) {
      const folder = folderOf(projectId);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(finished, join(folder, `${createdAt}-${nanoid(8)}.fabula`));
      await rotate(projectId);
    },
    async markDamaged({ path, verified }) {
      if (verified) await rename(path, path.replace(/fabula$/, 'damaged'));
    },
    async makeWorkFolder() {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await clearLeft();
      const folder = join(root, `.work-${process.pid}-${processStart(process.pid)}-${nanoid(8)}`);
      await mkdir(folder, { mode: 0o700 });
      return folder;
    },
    clearLeft,
    erase: (projectId) => rm(folderOf(projectId), { recursive: true, force: true }),
  };
};
