import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { hashStablePrefix } from '#main/services/context-engine/prefix.ts';
import { createTokens } from '#main/services/tokens/index.ts';
import { createTestApp } from '#tests/helpers/app.ts';
import { type Figure, percentile, single, spread, table, timed } from './figures.ts';

/**
 * `npm run bench -- <folder of Markdown>`: open, index, search, assemble, inspect and count on a real novel,
 * through the contract. Prints a Markdown table. The folder is copied first and stays as it is.
 */
const source = process.argv[2];
if (source === undefined) {
  process.stderr.write('usage: npm run bench -- <folder of Markdown>\n');
  process.exit(2);
}

const figures: Figure[] = [];
const work = mkdtempSync(join(tmpdir(), 'fabula-bench-'));
const folder = join(work, 'book');
cpSync(resolve(source), folder, { recursive: true });
const atStart = process.memoryUsage().rss;
// As shipped: answers are parsed again only in tests and development.
const test = await createTestApp({ checkOutputs: false });
const delay = monitorEventLoopDelay({ resolution: 1 });
const signal = new AbortController().signal;

try {
  let project = await test.call('projects:open', { path: folder });
  await test.call('projects:close', { projectId: project.projectId });
  const opening = await timed(async () => {
    project = await test.call('projects:open', { path: folder });
  });
  const { projectId, documents } = project;
  const characters = documents.reduce((sum, document) => sum + document.charCount, 0);
  figures.push(single('open, again', opening, '< 2 s'));

  delay.enable();
  const cold = await timed(() => test.call('retrieval:index', { projectId, wait: true }));
  const { chunks } = await test.call('retrieval:status', { projectId });
  figures.push(single(`index, cold (${chunks} chunks)`, cold, '< 20 s'));
  await test.call('retrieval:search', { projectId, query: 'warm' });

  const texts = new Map<string, string>();
  for (const { documentId } of documents) {
    texts.set(documentId, (await test.call('documents:read', { projectId, documentId })).text);
  }
  const requests = Array.from({ length: 500 }, (_, index) => {
    const document = documents[index % documents.length];
    if (!document) throw new Error('an empty folder');
    const { length } = texts.get(document.documentId) ?? '';
    const part = 0.3 + 0.7 * (Math.floor(index / documents.length) / 5);
    return {
      projectId,
      documentId: document.documentId,
      cursorPosition: Math.floor(length * Math.min(1, part)),
      skillId: 'continue',
    };
  });

  const searches: number[] = [];
  for (const { documentId, cursorPosition } of requests.slice(0, 120)) {
    const query = (texts.get(documentId) ?? '').slice(cursorPosition - 24, cursorPosition).trim();
    if (query !== '') {
      searches.push(await timed(() => test.call('retrieval:search', { projectId, query })));
    }
  }
  figures.push(spread('search', searches));

  await test.call('settings:update', { debugMode: true });
  for (const request of requests.slice(0, 20)) await test.call('context:assemble', request);
  const one: number[] = [];
  for (const request of requests.slice(20, 220)) {
    one.push(await timed(() => test.call('context:assemble', request)));
  }
  figures.push(spread('assemble, one at a time', one, 'p50 < 10 · p95 < 25 ms'));

  const spent = process.cpuUsage();
  const submitted = performance.now();
  const together = await Promise.all(
    requests.map(async (request) => {
      const reply = await test.app.dispatch('context:assemble', request, { signal });
      if (!reply.ok) throw new Error(reply.error.code);
      return performance.now() - submitted;
    }),
  );
  const { user, system } = process.cpuUsage(spent);
  figures.push(spread('assemble, 500 at once, from submission', together, 'p95 < 250 ms'));
  figures.push(single('processor time of these 500, all threads', (user + system) / 1000));

  const inspections: number[] = [];
  for (const request of requests.slice(0, 100)) {
    inspections.push(await timed(() => test.call('context:inspect', request)));
  }
  figures.push(spread('inspect', inspections, 'p95 < 40 ms'));

  const budgets: number[] = [];
  for (let time = 0; time < 200; time += 1) {
    budgets.push(await timed(() => test.call('context:budget:get', { projectId })));
  }
  figures.push(spread('budget', budgets, 'p95 < 5 ms'));

  const first = requests[0];
  if (!first) throw new Error('no request');
  const { prompt } = await test.call('context:assemble', first);
  const hashes: number[] = [];
  for (let time = 0; time < 500; time += 1) {
    hashes.push(await timed(() => hashStablePrefix(prompt, prompt.length)));
  }
  figures.push(spread('hash of a whole prompt', hashes, 'p95 < 1 ms'));

  const edits: number[] = [];
  for (const { documentId } of documents.slice(0, 20)) {
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const edited = `${text.trimEnd()}\n\n${text.slice(-60).trim()}。\n`;
    await test.call('documents:save', {
      projectId,
      documentId,
      text: edited,
      expectedVersion: version,
    });
    edits.push(await timed(() => test.call('retrieval:index', { projectId, wait: true })));
  }
  figures.push(spread('re-index after one edited paragraph', edits, '< 50 ms'));
  delay.disable();
  figures.push(
    single('event-loop delay, p99, during all of it', delay.percentile(99) / 1e6, '< 50 ms'),
  );

  // Before the count below, which loads a second vocabulary of its own.
  const { rss, heapUsed, external } = process.memoryUsage();
  const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);
  figures.push({
    what: `resident memory (${megabytes(atStart)} MB before the app is made; now heap ${megabytes(heapUsed)}, outside it ${megabytes(external)})`,
    value: `${megabytes(rss)} MB`,
    goal: '< 400 MB',
  });

  const whole = [...texts.values()].join('\n\n');
  const tokens = createTokens();
  tokens.warm();
  const full = await timed(() => tokens.count(whole));
  const middle = Math.floor(whole.length / 2);
  const recounts: number[] = [];
  for (let time = 0; time < 20; time += 1) {
    const edited = `${whole.slice(0, middle)}${time}${whole.slice(middle)}`;
    recounts.push(await timed(() => tokens.count(edited)));
  }
  figures.push(single('count of the whole book, cold', full));
  figures.push(
    spread(
      `recount after an edit, ${Math.round(full / percentile(recounts, 0.5))} × faster`,
      recounts,
      '≥ 50 × faster',
    ),
  );
  tokens.close();

  process.stdout.write(
    `${basename(resolve(source))}: ${documents.length} chapters, ${characters} characters; ` +
      `Node ${process.version}, ${cpus().length} cores\n\n${table(figures)}\n`,
  );
} finally {
  await test.close();
  rmSync(work, { recursive: true, force: true });
}
