/**
 * `node tests/bench/retrieval.ts <folder of .md>`: what indexing and finding cost on a real book. Prints one line per
 * figure; times in ms.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createRetrievalBench, everything } from '#tests/helpers/retrieval-book.ts';

const folder = process.argv[2];
if (!folder) throw new Error('Which folder of chapters?');
const texts = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));

const say = (name: string, value: string): void => {
  process.stdout.write(`${name.padEnd(44)}${value}\n`);
};
const quantile = (times: readonly number[], share: number): string => {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2);
};
const spread = (times: readonly number[]): string =>
  `p50 ${quantile(times, 0.5)}  p95 ${quantile(times, 0.95)}  max ${quantile(times, 1)}`;

const bench = await createRetrievalBench({ embedder: { kind: 'builtin' } });
try {
  const book = bench.open('book');
  for (const { file, text } of texts) book.documents.set(file, { text, version: 1 });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const resident = process.memoryUsage().rss;
  delay.enable();
  let started = performance.now();
  const { chunks } = await bench.retrieval.index('book', true);
  delay.disable();
  say('characters, chunks', `${texts.reduce((sum, { text }) => sum + text.length, 0)}, ${chunks}`);
  say('cold index', (performance.now() - started).toFixed(0));
  say('  longest delay of the event loop', (delay.max / 1e6).toFixed(1));
  say('  memory added, MB', ((process.memoryUsage().rss - resident) / 1e6).toFixed(0));

  await bench.restart();
  started = performance.now();
  await bench.retrieval.ensure('book');
  say('open an indexed book', (performance.now() - started).toFixed(0));
  await bench.retrieval.index('book', true);

  const edits: number[] = [];
  for (let round = 0; round < 20; round++) {
    const { file, text } = texts[(round * 7) % texts.length] ?? { file: '', text: '' };
    const middle = text.indexOf('\n', Math.floor(text.length / 2)) + 1;
    const edited = `${text.slice(0, middle)}他忽然想起第${round}件事 something new。\n\n${text.slice(middle)}`;
    started = performance.now();
    book.write(file, edited);
    await bench.retrieval.index('book', true);
    edits.push(performance.now() - started);
  }
  say('one edited paragraph, without the pause', spread(edits));
  await bench.restart();
  await bench.retrieval.index('book', true);

  const cursors = texts.flatMap(({ file, text }) =>
    [0.3, 0.5, 0.7, 0.9].map((share) => ({ file, text, cursor: Math.floor(text.length * share) })),
  );
  const requests = Array.from({ length: 500 }, (_, number) => {
    const { file, text, cursor } = cursors[number % cursors.length] ?? {
      file: '',
      text: '',
      cursor: 0,
    };
    const at = cursor + Math.floor(number / cursors.length) * 97;
    return {
      projectId: 'book',
      text,
      cursor: Math.min(at, text.length),
      asked: '',
      limit: 48,
      filter: everything,
      exclude: [{ documentId: file, start: Math.max(0, at - 2000), end: at }],
    };
  });
  for (const request of requests.slice(0, 30)) await bench.retrieval.related(request);
  const related: number[] = [];
  for (const request of requests) {
    started = performance.now();
    await bench.retrieval.related(request);
    related.push(performance.now() - started);
  }
  say('related, one at a time', spread(related));
  await bench.restart();
  await bench.retrieval.index('book', true);
  for (const request of requests.slice(0, 30)) await bench.retrieval.related(request);
  started = performance.now();
  const ends = await Promise.all(
    requests.map(async (request) => {
      await bench.retrieval.related(request);
      return performance.now() - started;
    }),
  );
  say('related, 500 at once', spread(ends));

  const questions = texts.flatMap(({ text }) => {
    const sentences = text
      .split(/(?<=[。！？.!?])\s*/)
      .filter((part) => part.length > 12 && part.length < 80);
    return sentences.slice(3, 5);
  });
  for (const question of questions.slice(0, 10)) await bench.retrieval.search('book', question, 20);
  const searches: number[] = [];
  for (const question of questions) {
    started = performance.now();
    await bench.retrieval.search('book', question, 20);
    searches.push(performance.now() - started);
  }
  say('search', spread(searches));
  say('memory of the process, MB', (process.memoryUsage().rss / 1e6).toFixed(0));
} finally {
  await bench.close();
}
