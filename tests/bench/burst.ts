/**
 * `node tests/bench/burst.ts <folder of Markdown> [bursts]`: 500 new cursors at once on a writer's project, several times
 * over, and the processor time they take, which a busy machine stretches less than the time on the clock: of the thread
 * that answers, and of all. What reading the chapters and counting the prompts anew takes stands beside it.
 */
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { milliseconds, percentile, timed } from './figures.ts';
import { type Cursor, makeWritersProject, newCursors } from './writers-project.ts';

const perBurst = 500;
const warmUp = 20;
/** Milliseconds in which a book is counted and searched for names ahead. */
const preparingTime = 10_000;
/** Milliseconds in which what a burst left to be written is written. */
const settleTime = 4000;

const [folder, bursts = '3'] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder of Markdown?');

type Burst = { times: number[]; answering: number; all: number; prompts: string[] };

const spentSince = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

const runBurst = async (
  test: TestApp,
  projectId: string,
  cursors: readonly Cursor[],
): Promise<Burst> => {
  const [before, beforeHere] = [process.cpuUsage(), process.threadCpuUsage()];
  const submitted = performance.now();
  const answers = await Promise.all(
    cursors.map(async (cursor) => {
      const request = { projectId, ...cursor, skillId: 'continue' };
      const { prompt } = await test.call('context:assemble', request);
      return { prompt, time: performance.now() - submitted };
    }),
  );
  return {
    times: answers.map(({ time }) => time),
    prompts: answers.map(({ prompt }) => prompt),
    answering: spentSince(process.threadCpuUsage(beforeHere)),
    all: spentSince(process.cpuUsage(before)),
  };
};

/** Reading the chapters and counting the prompts, nothing decided. */
const measureFloors = async (
  paths: readonly string[],
  prompts: readonly string[],
): Promise<string> => {
  const reading = await timed(() => {
    for (const path of paths) readFileSync(path);
  });
  const { get_encoding } = await import('@dqbd/tiktoken');
  const encoding = get_encoding('o200k_base');
  const counting = await timed(() => {
    for (const prompt of prompts) encoding.encode_ordinary(prompt);
  });
  encoding.free();
  return `reading ${milliseconds(reading)}, counting anew ${milliseconds(counting)}`;
};

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`;
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

// As shipped: answers are parsed again only in tests and development.
const test = await createTestApp({ checkOutputs: false });
try {
  const made = await makeWritersProject(test, resolve(folder));
  const { projectId, documents } = made.project;
  await test.call('retrieval:index', { projectId, wait: true });
  const next = newCursors(made);
  // As after the first minute: what is prepared ahead begins with the first request and is done.
  for (const cursor of next(warmUp)) {
    await test.call('context:assemble', { projectId, ...cursor, skillId: 'continue' });
  }
  await pause(preparingTime);
  process.stdout.write(
    `${basename(folder)}: ${documents.length} chapters, ${made.entries.length} entries, ${perBurst} new cursors at once\n` +
      '| burst | p50 · p95 | processor: answering · all | afterwards | resident |\n| --- | --- | --- | --- | --- |\n',
  );
  for (let number = 1; number <= Number(bursts); number += 1) {
    const { times, answering, all, prompts } = await runBurst(test, projectId, next(perBurst));
    const answered = process.cpuUsage();
    await pause(settleTime);
    const written = spentSince(process.cpuUsage(answered));
    const { rss, heapUsed, external } = process.memoryUsage();
    process.stdout.write(
      `| ${number} | ${milliseconds(percentile(times, 0.5))} · ${milliseconds(percentile(times, 0.95))} ` +
        `| ${milliseconds(answering)} · ${milliseconds(all)} | ${milliseconds(written)} ` +
        `| ${megabytes(rss)} (heap ${megabytes(heapUsed)}, outside it ${megabytes(external)}) |\n`,
    );
    if (number < Number(bursts)) continue;
    const paths = documents.map(({ path }) => join(made.folder, path));
    const read = prompts.map((_, index) => paths[index % paths.length] ?? '');
    const { maxRSS } = process.resourceUsage();
    process.stdout.write(
      `most resident ${megabytes(maxRSS * 1024)}; floor of one burst: ${await measureFloors(read, prompts)}\n`,
    );
  }
} finally {
  await test.close();
}
