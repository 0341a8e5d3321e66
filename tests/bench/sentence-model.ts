/**
 * `node tests/bench/sentence-model.ts <folder> [characters]`: what a sentence model of the writer's own takes (E5), by a
 * random one as large as MiniLM of six layers. Told before, and measured after.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { encoderOfSize } from '#tests/helpers/encoder-of-size.ts';
import { createRetrievalBench, everything } from '#tests/helpers/retrieval-book.ts';
import { writeSentenceModel, subwords } from '#tests/helpers/sentence-model.ts';
import { timed } from './figures.ts';

const [from, wanted = '40000'] = process.argv.slice(2);
if (from === undefined) throw new Error('the folder of a novel is needed');
const max = Number(wanted);
const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MB`;
const chapters: string[] = [];
for (const name of readdirSync(from).sort()) {
  const room = max - chapters.join('').length;
  if (room > 0 && /\.(?:md|txt)$/.test(name)) {
    chapters.push(readFileSync(path.join(from, name), 'utf8').slice(0, room));
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'fabula-model-'));
const bench = await createRetrievalBench({ embedder: { kind: 'builtin' } });
try {
  const words = [
    ...new Set(
      chapters
        .join(' ')
        .toLowerCase()
        .match(/\p{Script=Han}|[a-z]+/gu),
    ),
  ];
  const known = Array.from({ length: 30_517 }, (_, at) => words[at] ?? `[unused${at}]`);
  writeSentenceModel(folder, { synonyms: [] });
  writeFileSync(path.join(folder, 'tokenizer.json'), JSON.stringify(subwords(known)));
  const size = { words: 30_522, dimension: 384, layers: 6, heads: 12 };
  writeFileSync(path.join(folder, 'model.onnx'), encoderOfSize(size));
  writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ max_position_embeddings: 512 }));
  const book = bench.open('p');
  for (const [at, text] of chapters.entries()) book.write(`${at}`, text);
  await bench.retrieval.index('p', true);
  const { signal } = new AbortController();
  const look = await bench.retrieval.lookAtModel({ projectId: 'p', folder }, signal);
  const before = process.memoryUsage.rss();
  let peak = before;
  const searches: number[] = [];
  const processor = process.cpuUsage();
  const took = await timed(async () => {
    bench.settings.embedder = { kind: 'model', folder };
    bench.events.emit('settings:changed', { settings: bench.settings });
    for (;;) {
      await wait(500);
      peak = Math.max(peak, process.memoryUsage.rss());
      searches.push(
        await timed(() => bench.retrieval.search('p', chapters[0]?.slice(40, 60) ?? '', 10)),
      );
      const { chunks, embedded, failure } = bench.retrieval.status('p');
      if (failure !== null) throw new Error(failure);
      if (embedded === chunks) break;
    }
  });
  const { user, system } = process.cpuUsage(processor);
  const questions: number[] = [];
  for (let at = 0; at < 20; at++) {
    const asked = chapters[0]?.slice(at * 30, at * 30 + 20) ?? '';
    questions.push(await timed(() => bench.retrieval.search('p', asked, 10)));
  }
  const whole = chapters.join('\n');
  const askAt = (cursor: number) =>
    timed(() =>
      bench.retrieval.related({
        ...{ projectId: 'p', text: whole, cursor, asked: '', limit: 100, filter: everything },
        exclude: [{ documentId: '', start: 0, end: 0 }],
      }),
    );
  const cursors: number[] = [];
  const again: number[] = [];
  for (let at = 0; at < 20; at++) {
    const cursor = 1000 + at * 97;
    cursors.push(await askAt(cursor));
    again.push(await askAt(cursor));
  }
  const middle = (values: number[]): string =>
    `${Math.round(values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0)} ms`;
  process.stdout.write(
    [
      `characters ${chapters.join('').length}, passages ${look.passages}, model ${megabytes(look.files[0]?.bytes ?? 0)}`,
      `told before: ${look.seconds.toFixed(1)} s, ${megabytes(look.memory)}`,
      `taken: ${(took / 1000).toFixed(1)} s, peak ${megabytes(peak - before)} more than before`,
      `processor: ${((user + system) / 1000 / took).toFixed(2)} cores`,
      `passages for a cursor never asked: ${middle(cursors)}; asked again: ${middle(again)} (n = 20)`,
      `a search while it reads: ${middle(searches)} (n = ${searches.length}); after, with a question to the model: ${middle(questions)}`,
    ]
      .join('\n')
      .concat('\n'),
  );
} finally {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
}
