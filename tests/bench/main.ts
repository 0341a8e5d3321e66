/**
 * `npm run bench [-- <folder of Markdown>]`: open, index, search, assemble, inspect and count on a real novel with a
 * codex, constraints and habits, through the contract. Prints a Markdown table. The folder is copied and stays as it is.
 */
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { hashStablePrefix } from '#main/context/engine/prefix.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { countEvidence, evidenceFigures, setTotal, smallTotal } from './evidence.ts';
import { type Figure, milliseconds, percentile, single, spread, table, timed } from './figures.ts';
import {
  type Cursor,
  makeWritersProject,
  newCursors,
  type WritersProject,
} from './writers-project.ts';

const sample = fileURLToPath(new URL('../../samples/zh-CN/manuscript', import.meta.url));
const source = resolve(process.argv[2] ?? sample);

type Bench = {
  test: TestApp;
  made: WritersProject & { folder: string };
  projectId: string;
  /** Cursors nobody has asked at before. */
  next: ReturnType<typeof newCursors>;
};

const requestAt = (projectId: string, cursor: Cursor) => ({
  projectId,
  ...cursor,
  skillId: 'continue',
});

const measureIndex = async ({ test, made, projectId }: Bench): Promise<Figure[]> => {
  await test.call('projects:close', { projectId });
  const opening = await timed(() => test.call('projects:open', { path: made.folder }));
  const cold = await timed(() => test.call('retrieval:index', { projectId, wait: true }));
  const { chunks } = await test.call('retrieval:status', { projectId });
  return [
    single('open, again', opening, '< 2 s'),
    single(`index, cold (${chunks} chunks)`, cold, '< 20 s'),
  ];
};

const measureSearch = async ({ test, made, projectId, next }: Bench): Promise<Figure> => {
  await test.call('retrieval:search', { projectId, query: 'warm' });
  const searches: number[] = [];
  for (const { documentId, cursorPosition } of next(120)) {
    const text = made.texts.get(documentId) ?? '';
    const query = text.slice(Math.max(0, cursorPosition - 24), cursorPosition).trim();
    if (query === '') continue;
    searches.push(await timed(() => test.call('retrieval:search', { projectId, query })));
  }
  return spread('search', searches);
};

/** What answering costs at least: reading the chapters and counting the prompts, nothing decided. */
const measureFloors = async (
  { project, folder }: Bench['made'],
  cursors: readonly Cursor[],
  prompts: readonly string[],
): Promise<{ reading: number; counting: number }> => {
  const paths = new Map(project.documents.map(({ documentId, path }) => [documentId, path]));
  const reading = await timed(() => {
    for (const { documentId } of cursors) readFileSync(join(folder, paths.get(documentId) ?? ''));
  });
  const { get_encoding } = await import('@dqbd/tiktoken');
  const encoding = get_encoding('o200k_base');
  const counting = await timed(() => {
    for (const prompt of prompts) encoding.encode_ordinary(prompt);
  });
  encoding.free();
  return { reading, counting };
};

const measureAssembling = async (bench: Bench): Promise<Figure[]> => {
  const { test, made, projectId, next } = bench;
  const assemble = (cursor: Cursor) => test.call('context:assemble', requestAt(projectId, cursor));
  for (const cursor of next(20)) await assemble(cursor);
  const one: number[] = [];
  for (const cursor of next(200)) one.push(await timed(() => assemble(cursor)));

  const cursors = next(500);
  const spent = process.cpuUsage();
  const submitted = performance.now();
  const answers = await Promise.all(
    cursors.map(async (cursor) => {
      const { prompt } = await assemble(cursor);
      return { prompt, time: performance.now() - submitted };
    }),
  );
  const { user, system } = process.cpuUsage(spent);
  const prompts = answers.map(({ prompt }) => prompt);
  const { reading, counting } = await measureFloors(made, cursors, prompts);
  const times = answers.map(({ time }) => time);
  const floor = `reading ${milliseconds(reading)} · counting anew ${milliseconds(counting)}`;
  return [
    spread('assemble, one at a time, new cursors', one, 'p50 < 3 · p95 < 12 ms'),
    {
      ...spread('assemble, 500 new cursors at once, from submission', times, 'p95 < 250 ms'),
      floor,
    },
    single('processor time of these 500, all threads', (user + system) / 1000),
  ];
};

const measureInspecting = async ({ test, made, projectId, next }: Bench): Promise<Figure[]> => {
  const inspections: number[] = [];
  for (const cursor of next(100)) {
    const request = requestAt(projectId, cursor);
    inspections.push(await timed(() => test.call('context:inspect', request)));
  }
  const budgets: number[] = [];
  for (let time = 0; time < 200; time += 1) {
    budgets.push(await timed(() => test.call('context:budget:get', { projectId })));
  }
  const [cursor] = next(1);
  if (!cursor) throw new Error('an empty folder');
  const { prompt } = await test.call('context:assemble', requestAt(projectId, cursor));
  const hashes: number[] = [];
  for (let time = 0; time < 500; time += 1) {
    hashes.push(await timed(() => hashStablePrefix(prompt, prompt.length)));
  }
  const regular = await countEvidence(test, made, next(60));
  const { total } = await test.call('context:budget:get', { projectId });
  await setTotal(test, projectId, smallTotal);
  const small = await countEvidence(test, made, next(60));
  await setTotal(test, projectId, total);
  return [
    spread('inspect, new cursors', inspections, 'p95 < 10 ms'),
    spread('budget', budgets, 'p95 < 5 ms'),
    spread('hash of a whole prompt', hashes, 'p95 < 1 ms'),
    ...evidenceFigures(regular, 'usual window'),
    ...evidenceFigures(small, 'small window'),
  ];
};

const measureEdits = async ({ test, made, projectId }: Bench): Promise<Figure> => {
  const edits: number[] = [];
  for (const { documentId } of made.project.documents.slice(0, 20)) {
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const edited = `${text.trimEnd()}\n\n${text.slice(-60).trim()}。\n`;
    const change = { projectId, documentId, text: edited, expectedVersion: version };
    await test.call('documents:save', change);
    edits.push(await timed(() => test.call('retrieval:index', { projectId, wait: true })));
  }
  return spread('re-index after one edited paragraph', edits, '< 50 ms');
};

const measureMemory = (atStart: number): Figure => {
  const { rss, heapUsed, external } = process.memoryUsage();
  const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
  return {
    what: `resident memory (${megabytes(atStart)} MB before the app is made; now heap ${megabytes(heapUsed)}, outside it ${megabytes(external)})`,
    value: `${megabytes(rss)} MB`,
    goal: '< 350 MB',
  };
};

const measureCounting = async (whole: string): Promise<Figure[]> => {
  const tokens = createTokens();
  tokens.warm();
  const full = await timed(() => tokens.count(whole));
  const middle = Math.floor(whole.length / 2);
  const recounts: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    const edited = `${whole.slice(0, middle)}${time}${whole.slice(middle)}`;
    recounts.push(await timed(() => tokens.count(edited)));
  }
  const faster = Math.round(full / percentile(recounts, 0.5));
  return [
    single('count of the whole book, cold', full),
    spread(`recount after an edit, ${faster} × faster`, recounts, '≥ 50 × faster'),
  ];
};

const atStart = process.memoryUsage().rss;
// As shipped: answers are parsed again only in tests and development.
const test = await createTestApp({ checkOutputs: false });
try {
  const made = await makeWritersProject(test, source);
  const { projectId, documents } = made.project;
  await test.call('settings:update', { debugMode: true });
  const bench: Bench = { test, made, projectId, next: newCursors(made) };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const figures = await measureIndex(bench);
  figures.push(await measureSearch(bench));
  figures.push(...(await measureAssembling(bench)));
  figures.push(...(await measureInspecting(bench)));
  figures.push(await measureEdits(bench));
  delay.disable();
  figures.push(
    single('event-loop delay, p99, during all of it', delay.percentile(99) / 1e6, '< 50 ms'),
  );
  // Before the count below, which loads a second vocabulary of its own.
  figures.push(measureMemory(atStart));
  const texts = [...made.texts.values()];
  figures.push(...(await measureCounting(texts.join('\n\n'))));
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  process.stdout.write(
    `${basename(source)}: ${documents.length} chapters, ${characters} characters, ` +
      `${made.entries.length} codex entries, ${made.constraints.length} constraints; ` +
      `Node ${process.version}, ${cpus().length} cores\n\n${table(figures)}\n`,
  );
} finally {
  await test.close();
}
