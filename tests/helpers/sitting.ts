import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { callTo, type Served, serveFabula } from './serve.ts';

/** One start of the real program on a data folder, driven as any other program would. */
export type Sitting = {
  served: Served;
  projectId: string;
  addConstraint(text: string): Promise<void>;
  constraints(): Promise<string[]>;
  /** Codes of what the writer is told at the start. */
  notices(): Promise<string[]>;
  /** As the power goes: nothing is written any more. */
  kill(): Promise<void>;
  /** As a system ends it; the exit code. */
  end(): Promise<number | null>;
};

/** @param entry what is started; the source unless told otherwise */
export const startSitting = async (
  data: string,
  book: string,
  entry?: string,
): Promise<Sitting> => {
  const served = await serveFabula(data, ['--project', book], entry);
  const projectId = served.project?.projectId ?? '';
  return {
    served,
    projectId,
    async addConstraint(text) {
      await callTo(served, 'constraints:create', { projectId, type: 'plot', text });
    },
    async constraints() {
      const { items } = await callTo(served, 'constraints:list', { projectId });
      return items.map((item) => item.text).toSorted();
    },
    async notices() {
      const { notices } = await callTo(served, 'host:capabilities', {});
      return notices.map((notice) => notice.code);
    },
    async kill() {
      await served.stop('SIGKILL');
    },
    end: () => served.stop('SIGTERM'),
  };
};

const rowsOf = (file: string, table: string): number => {
  const database = new BetterSqlite3(file, { readonly: true, fileMustExist: true });
  try {
    return Number(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get());
  } finally {
    database.close();
  }
};

/** Waits until the newest backup holds so many constraints. Looks at the backup alone, never at the live database. */
export const waitForBackup = async (data: string, constraints: number): Promise<void> => {
  const backup = join(data, 'fabula.backup.sqlite');
  for (;;) {
    if (existsSync(backup) && rowsOf(backup, 'constraints') >= constraints) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

/** Names in a data folder that a pattern fits. */
export const namesIn = async (data: string, pattern: RegExp): Promise<string[]> =>
  (await readdir(data)).filter((name) => pattern.test(name)).toSorted();
