import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJobs } from '#main/jobs/index.ts';
import type { Jobs, RunningJob } from '#main/jobs/service.ts';
import type { EventPayload } from '#shared/contract/events.ts';
import { AppError } from '#shared/errors.ts';
import { mountSmallDisk } from '#tests/helpers/small-disk.ts';

type Changed = EventPayload<'jobs:changed'>;

let data: string;
let told: Changed[];
let logs: string[];
const open = (at = data): Jobs =>
  createJobs({
    paths: { data: at },
    clock: { now: () => 1_700_000_000_000 },
    logger: { log: (_level, message) => void logs.push(message) },
    events: {
      emit: (...[name, payload]) => {
        if (name === 'jobs:changed') told.push(payload);
      },
    },
    nameOf: (projectId) => (projectId === 'p-1' ? '潮簿' : null),
  });
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'fabula-jobs-'));
  [told, logs] = [[], []];
});
afterEach(() => rmSync(data, { recursive: true, force: true }));

type Later<T> = { promise: Promise<T>; resolve(value: T): void; reject(error: unknown): void };
const later = <T>(): Later<T> => {
  let [resolve, reject]: [Later<T>['resolve'], Later<T>['reject']] = [() => {}, () => {}];
  const promise = new Promise<T>((onValue, onError) => {
    [resolve, reject] = [onValue, onError];
  });
  return { promise, resolve, reject };
};
const nobody = new AbortController().signal;
const about = { kind: 'backup', projectId: 'p-1', taskId: 'mine', outlives: true } as const;
const notes = (): string[] => readdirSync(join(data, 'jobs'));

/** Work that goes on until it is told to end, or is called off. */
const begin = (jobs: Jobs, what: Parameters<Jobs['run']>[0] = about, signal = nobody) => {
  const ending = later<string>();
  const handed = later<RunningJob>();
  const run = jobs.run(what, signal, async (job) => {
    handed.resolve(job);
    const stop = (): void => {
      try {
        job.signal.throwIfAborted();
      } catch (error) {
        ending.reject(error);
      }
    };
    job.signal.addEventListener('abort', stop);
    return ending.promise;
  });
  const code = run.then(
    () => 'ok',
    (error: unknown) => (error instanceof AppError ? error.code : 'AbortError'),
  );
  return { code, handed: handed.promise, ending };
};

/** What a program wrote down that was killed. */
const writeNote = (note: object, pid: number): void => {
  mkdirSync(join(data, 'jobs'), { recursive: true });
  const base = { state: 'running', step: null, done: 0, total: 0, code: null, endedAt: null };
  const facts = { jobId: 'left', kind: 'import', projectId: null, startedAt: 5, ...base };
  writeFileSync(
    join(data, 'jobs', 'left.json'),
    JSON.stringify({ ...facts, pid, started: '1', ...note }),
  );
};
/** Of a process that is gone. */
const deadPid = (): number => spawnSync('true').pid;

describe('the list of long work', () => {
  it('holds what is under way with its book, how far it is, and what became of it [W9]', async () => {
    const jobs = open();
    const { handed, ending, code } = begin(jobs);
    const { report } = await handed;
    report({ step: 'packing', done: 3, total: 12 });
    expect(jobs.list()).toMatchObject([
      {
        ...{ jobId: 'mine', kind: 'backup', projectId: 'p-1', book: '潮簿', state: 'running' },
        ...{ step: 'packing', done: 3, total: 12, canCancel: true, canResume: false },
      },
    ]);
    expect(notes()).toHaveLength(1);
    ending.resolve('made');
    expect(await code).toBe('ok');
    expect(jobs.list()).toMatchObject([{ state: 'done', code: null, canCancel: false }]);
    expect(notes()).toEqual([]);
    expect(told.map(({ job }) => job?.state)).toEqual(['running', 'running', 'done']);
  });

  it('tells no more than a hundred times of a step, whatever the work reports [W9]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5_000 }), async (total) => {
        const jobs = open();
        told = [];
        await jobs.run({ kind: 'index', projectId: 'p-1' }, nobody, ({ report }) => {
          for (let done = 0; done <= total; done += 1) report({ step: null, done, total });
        });
        expect(told.length).toBeLessThanOrEqual(101 + 2);
        const shown = told.flatMap(({ job }) => (job ? [job.done] : []));
        expect(shown).toEqual([...shown].sort((one, other) => one - other));
      }),
      { numRuns: 20 },
    );
  });

  it('notes a reading that the writer paused, and none that the end of the program broke off [E5, W9]', async () => {
    const reading = { kind: 'sentenceModel', projectId: 'p-1' } as const;
    const untilPaused = (jobs: Jobs) =>
      jobs.run(
        reading,
        nobody,
        ({ signal, endAs }) =>
          new Promise<void>((resolve) => {
            signal.addEventListener('abort', () => {
              endAs('paused');
              resolve();
            });
          }),
      );
    const noted = (): string[] => (existsSync(join(data, 'jobs')) ? notes() : []);
    const closed = open();
    const broken = untilPaused(closed);
    expect(noted()).toEqual([]);
    await closed.close();
    await broken;
    expect(noted()).toEqual([]);
    const jobs = open();
    const paused = untilPaused(jobs);
    jobs.cancel(jobs.list()[0]?.jobId ?? '');
    await paused;
    expect(noted()).toHaveLength(1);
    jobs.dismiss(jobs.list()[0]?.jobId ?? '');
    expect(noted()).toEqual([]);
  });

  it('says why work failed, by its code alone', async () => {
    const jobs = open();
    const full = Object.assign(new Error('雪落了一夜'), { code: 'ENOSPC' });
    await expect(jobs.run(about, nobody, () => Promise.reject(full))).rejects.toBe(full);
    expect(jobs.list()).toMatchObject([{ state: 'failed', code: 'DISK_FULL' }]);
    expect(JSON.stringify(told)).not.toContain('雪');
  });

  it('keeps the last of a kind and a book, and drops what a writer has seen', async () => {
    const jobs = open();
    await jobs.run({ ...about, taskId: 'one' }, nobody, () => undefined);
    await jobs.run({ ...about, taskId: 'two' }, nobody, () => undefined);
    await jobs.run({ ...about, projectId: 'p-2', taskId: 'three' }, nobody, () => undefined);
    expect(jobs.list().map(({ jobId }) => jobId)).toHaveLength(2);
    jobs.dismiss('two');
    jobs.dismiss('two');
    expect(jobs.list()).toMatchObject([{ jobId: 'three', book: null }]);
    jobs.forgetProject('p-2');
    expect(jobs.list()).toEqual([]);
    expect(told.at(-1)).toEqual({ jobId: 'three', job: null });
  });

  it('gives work a name of its own where another has it', async () => {
    const jobs = open();
    const first = begin(jobs);
    const second = begin(jobs, { ...about, projectId: 'p-2' });
    const [one, other] = jobs.list();
    expect([one?.jobId, other?.jobId === 'mine']).toEqual(['mine', false]);
    first.ending.resolve('');
    second.ending.resolve('');
    await Promise.all([first.code, second.code]);
  });
});

describe('calling long work off', () => {
  it('ends it once, however often it is asked, before, meanwhile and after [W9]', async () => {
    const jobs = open();
    jobs.cancel('mine');
    await expect(jobs.run(about, nobody, () => 'made')).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    const { code } = begin(jobs);
    jobs.cancel('mine');
    jobs.cancel('mine');
    expect(jobs.list()).toMatchObject([{ state: 'cancelling', canCancel: false }]);
    expect(await code).toBe('CANCELLED');
    const [ended] = jobs.list();
    jobs.cancel('mine');
    expect(jobs.list()).toEqual([ended]);
    expect(ended).toMatchObject({ state: 'cancelled' });
    expect(notes()).toEqual([]);
    expect(await jobs.run(about, nobody, () => 'made')).toBe('made');
  });

  it('leaves alone what is in its place already', async () => {
    const jobs = open();
    const { handed, ending, code } = begin(jobs);
    (await handed).report({ step: 'opening', done: 0, total: 0 });
    jobs.cancel('mine');
    ending.resolve('');
    expect(await code).toBe('ok');
  });

  it('is not what happens when the page that asked goes, unless its answer goes with it [W9]', async () => {
    const jobs = open();
    const page = new AbortController();
    const outliving = begin(jobs, about, page.signal);
    const unnamed = begin(jobs, { kind: 'verify', projectId: 'p-1', outlives: true }, page.signal);
    const answer = begin(jobs, { kind: 'export', projectId: 'p-1', taskId: 'down' }, page.signal);
    page.abort();
    expect([await unnamed.code, await answer.code]).toEqual(['AbortError', 'AbortError']);
    expect(jobs.list()[0]).toMatchObject({ jobId: 'mine', state: 'running' });
    outliving.ending.resolve('');
    expect(await outliving.code).toBe('ok');
  });

  it('ends the work of one book, and waits for it', async () => {
    const jobs = open();
    const mine = begin(jobs);
    const other = begin(jobs, { ...about, projectId: 'p-2', taskId: 'other' });
    await jobs.endProject('p-1', ['reports']);
    expect(jobs.list()).toHaveLength(2);
    await jobs.endProject('p-1');
    expect([await mine.code, jobs.list()[0]?.jobId]).toEqual(['CANCELLED', 'other']);
    other.ending.resolve('');
    await other.code;
  });
});

describe('long work that breaks off', () => {
  it('with a killed program is told at the next start, until somebody has seen it [W9, F19]', () => {
    writeNote({}, deadPid());
    const jobs = open();
    expect(jobs.list()).toMatchObject([
      { kind: 'import', state: 'interrupted', canCancel: false, canResume: false },
    ]);
    jobs.dismiss('left');
    expect([jobs.list(), notes()]).toEqual([[], []]);
  });

  it('is told beside a note that cannot be read, wherever that stands among them [W9]', () => {
    writeNote({}, deadPid());
    for (const name of ['0.json', 'zz.json']) mkdirSync(join(data, 'jobs', name));
    expect(open().list()).toMatchObject([{ kind: 'import', state: 'interrupted' }]);
    expect(logs).toEqual(['a job is not noted', 'a job is not noted']);
  });

  it('is told of a check of the whole book, whose end stays in the list [W9, N15]', async () => {
    const check = { kind: 'contradictions', projectId: 'p-1' } as const;
    const jobs = open();
    const whole = begin(jobs, check);
    expect(notes()).toHaveLength(1);
    whole.ending.resolve('');
    await whole.code;
    const failed = begin(jobs, check);
    failed.ending.reject(new Error('nothing to read'));
    expect(jobs.list()).toMatchObject([{ kind: 'contradictions', state: 'running' }]);
    await failed.code;
    expect(jobs.list()).toMatchObject([{ kind: 'contradictions', state: 'failed' }]);
    expect(notes()).toEqual([]);

    const broken = begin(jobs, check);
    await jobs.close();
    expect(await broken.code).toBe('AbortError');
    const [note = ''] = notes();
    const text = readFileSync(join(data, 'jobs', note), 'utf8');
    writeFileSync(
      join(data, 'jobs', note),
      text.replace(`"pid":${process.pid}`, `"pid":${deadPid()}`),
    );
    const next = open();
    const told = { kind: 'contradictions', state: 'interrupted', canResume: false, book: '潮簿' };
    expect(next.list()).toMatchObject([told]);
    // Looked for once more, it is not told any more.
    const again = begin(next, check);
    again.ending.resolve('');
    await again.code;
    expect(next.list()).toMatchObject([{ kind: 'contradictions', state: 'done' }]);
    expect(notes()).toEqual([]);
  });

  it('says that everything was in its place where it was', async () => {
    const first = open();
    const { handed } = begin(first, { kind: 'import', projectId: null });
    (await handed).report({ step: 'opening', done: 0, total: 0 });
    const name = notes()[0] ?? '';
    const noted: unknown = JSON.parse(readFileSync(join(data, 'jobs', name), 'utf8'));
    expect(noted).toMatchObject({ step: 'opening', state: 'running' });
  });

  it('is nobody’s while the program lives that does it, or where the note is damaged', () => {
    writeNote({ started: '' }, process.pid);
    writeFileSync(join(data, 'jobs', 'torn.json'), '{"jobId":');
    expect(open().list()).toEqual([]);
    expect(notes()).toEqual(['left.json']);
  });

  it('by the end of the program is told too; what ended well all the same is not', async () => {
    const jobs = open();
    const broken = begin(jobs);
    const made = later<string>();
    const whole = jobs.run({ kind: 'export', projectId: 'p-1' }, nobody, () => made.promise);
    const closing = jobs.close();
    made.resolve('made');
    await closing;
    expect(await whole).toBe('made');
    expect(await broken.code).toBe('AbortError');
    const [note = ''] = notes();
    const text = readFileSync(join(data, 'jobs', note), 'utf8');
    writeFileSync(
      join(data, 'jobs', note),
      text.replace(`"pid":${process.pid}`, `"pid":${deadPid()}`),
    );
    expect(open().list()).toMatchObject([{ kind: 'backup', state: 'interrupted', book: '潮簿' }]);
  });

  it('by the end of the program is not what ends itself: it goes on, and may begin even then [W9, B8]', async () => {
    const jobs = open();
    const last = { kind: 'autoBackup', projectId: 'p-1', endsItself: true } as const;
    const before = begin(jobs, last);
    await jobs.close();
    const after = begin(jobs, { ...last, projectId: 'p-2' });
    for (const { ending, code } of [before, after]) {
      ending.resolve('');
      expect(await code).toBe('ok');
    }
    expect(jobs.list().map(({ state }) => state)).toEqual(['done', 'done']);
    expect(readdirSync(data)).toEqual([]);
  });

  it('can be gone on with where it notes how far it is', async () => {
    const jobs = open();
    await jobs.run({ kind: 'synopses', projectId: 'p-1' }, nobody, ({ report, endAs }) => {
      report({ step: null, done: 2, total: 9 });
      endAs('paused', 'PURSE_EXCEEDED');
    });
    const waits = { state: 'paused', code: 'PURSE_EXCEEDED', done: 2, total: 9, canResume: true };
    expect(jobs.list()).toMatchObject([waits]);
    expect(notes()).toHaveLength(1);
    await jobs.run({ kind: 'synopses', projectId: 'p-1' }, nobody, () => undefined);
    expect([jobs.list(), notes()]).toMatchObject([[{ state: 'done' }], []]);
  });

  it('is carried out on a disk that takes no note of it', async () => {
    const disk = mountSmallDisk(join(data, 'small'), 1);
    try {
      disk.fill();
      const jobs = open(disk.path);
      expect(await jobs.run(about, nobody, () => 'made')).toBe('made');
      expect(jobs.list()).toMatchObject([{ state: 'done' }]);
      expect(logs).toContain('a job is not noted');
    } finally {
      disk.remove();
    }
  });
});
