/** Which books wait for a backup, written down so that a process that is killed or ends first leaves it to the next. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#main/platform.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { isMissing, systemCode } from '#main/base/failures/system-code.ts';

/** The book, the process that changed it and when that one started. */
const noteName = /^([\w-]{1,200})\.(\d+)\.(\d*)$/;

/** A note that cannot be written or taken away is logged: the book itself is not in danger. */
export type PendingBackups = {
  add(projectId: string): void;
  remove(projectId: string): void;
  /** Books that processes which are gone did not get to back up; from here on they are this process's own. */
  takeOver(): string[];
};

export const createPendingBackups = (data: string, logger: Logger): PendingBackups => {
  const folder = join(data, 'backups-pending');
  const started = processStart(process.pid);
  const noteOf = (projectId: string): string =>
    join(folder, `${projectId}.${process.pid}.${started}`);
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      logger.log('warn', 'a pending backup is not noted', { code: systemCode(error) });
    }
  };
  const namesIn = (): string[] => {
    try {
      return readdirSync(folder);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  const add = (projectId: string): void =>
    attempt(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(noteOf(projectId), '', { mode: 0o600 });
    });
  return {
    add,
    remove: (projectId) => attempt(() => rmSync(noteOf(projectId), { force: true })),
    takeOver() {
      const left = new Set<string>();
      attempt(() => {
        for (const name of namesIn()) {
          const [, projectId, pid, start = ''] = noteName.exec(name) ?? [];
          if (projectId === undefined) continue;
          if (isSameProcessAlive({ pid: Number(pid), started: start })) continue;
          left.add(projectId);
          add(projectId);
          rmSync(join(folder, name), { force: true });
        }
      });
      return [...left];
    },
  };
};
