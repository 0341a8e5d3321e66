/** What is under way, written down beside the databases: a start finds what a killed program broke off. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nanoid } from 'nanoid';
import { z } from 'zod';
import { Job } from '#shared/domain/job.ts';
import { parseJson } from '#main/base/text/parse-json.ts';
import type { Logger } from '#main/platform.ts';
import { isSameProcessAlive, processStart } from '#main/base/processes/process-liveness.ts';
import { isMissing, systemCode } from '#main/base/failures/system-code.ts';

const Note = Job.pick({
  ...{ jobId: true, kind: true, projectId: true, state: true, step: true, done: true },
  ...{ total: true, code: true, startedAt: true, endedAt: true },
}).extend({ pid: z.number(), started: z.string() });

export type NotedJob = Omit<z.infer<typeof Note>, 'pid' | 'started'>;

/** A note that cannot be written or taken away is logged: the work itself does not depend on it. */
export type JobNotes = {
  /** Returns the name of the note. */
  write(job: NotedJob, name?: string): string;
  remove(name: string): void;
  /** Those of processes that are gone, by name; damaged ones are taken away. */
  takeOver(): Map<string, NotedJob>;
};

const noteName = /^[\w-]{1,60}\.json$/;

export const createJobNotes = (data: string, logger: Logger): JobNotes => {
  const folder = join(data, 'jobs');
  const own = { pid: process.pid, started: processStart(process.pid) };
  const attempt = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      logger.log('warn', 'a job is not noted', { code: systemCode(error) });
    }
  };
  const namesIn = (): string[] => {
    try {
      return readdirSync(folder).filter((name) => noteName.test(name));
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  };
  const remove = (name: string): void => attempt(() => rmSync(join(folder, name), { force: true }));
  return {
    write({ ...job }, name = `${nanoid()}.json`) {
      attempt(() => {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const note: z.input<typeof Note> = Note.parse({ ...job, ...own });
        writeFileSync(join(folder, name), JSON.stringify(note), { mode: 0o600 });
      });
      return name;
    },
    remove,
    takeOver() {
      const found = new Map<string, NotedJob>();
      const takeUp = (name: string): void => {
        const read = Note.safeParse(parseJson(readFileSync(join(folder, name), 'utf8')));
        if (!read.success) {
          remove(name);
          return;
        }
        const { pid, started, ...job } = read.data;
        if (!isSameProcessAlive({ pid, started })) found.set(name, job);
      };
      attempt(() => {
        // One that cannot be read hides none of the others.
        for (const name of namesIn()) attempt(() => takeUp(name));
      });
      return found;
    },
  };
};
