import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { createTermSplitter, createTermVisitor } from '#main/context/retrieval/text/terms.ts';
import {
  createRetrievalBench,
  everything,
  type RetrievalBench,
} from '#tests/helpers/retrieval-book.ts';
import { programFiles } from '#tests/helpers/program-files.ts';

let bench: RetrievalBench;
beforeEach(async () => {
  bench = await createRetrievalBench();
});
afterEach(() => bench.close());

const nowhere = [{ documentId: '', start: 0, end: 0 }];
const scenes = ['灯塔', '盐井', '渡船', '药铺', '雪原', '戏台', '驿站', '桑园', '铜镜', '石桥'];
const paragraph = (scene: string, seed: number): string =>
  `第${seed}天，他又去了${scene}。${scene}旁边的人都说昨夜有风，今早却静得出奇，只有一只狗在叫。`.repeat(
    7,
  );
const chapterOf = (from: number): string =>
  scenes.map((scene, index) => paragraph(scene, from + index)).join('\n\n');

const settled = async (condition: () => boolean): Promise<void> => {
  for (let round = 0; round < 400 && !condition(); round++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(condition()).toBe(true);
};

describe('upkeep of the index', () => {
  it('follows edits by events and keeps the ids of chunks that did not change', async () => {
    const book = bench.open('p');
    book.write('one', chapterOf(1));
    await bench.retrieval.index('p', true);
    const before = await bench.retrieval.search('p', '石桥', 5);
    book.write('one', `新来的客人叫沈砚秋，带着一把伞。\n\n${chapterOf(1)}`);
    await settled(() => bench.seen.filter(({ name }) => name === 'retrieval:progress').length > 3);
    await bench.retrieval.index('p', true);
    const [hit] = await bench.retrieval.search('p', '沈砚秋', 1);
    expect(hit?.start).toBe(0);
    const after = await bench.retrieval.search('p', '石桥', 5);
    expect(after[0]?.chunkId).toBe(before[0]?.chunkId);
    expect(after[0]?.start).toBe(
      (before[0]?.start ?? 0) + '新来的客人叫沈砚秋，带着一把伞。\n\n'.length,
    );
  });

  it('settles by what it was told of, and looks at every chapter only when it is asked to [N11]', async () => {
    const book = bench.open('p');
    for (const name of ['one', 'two', 'three']) book.write(name, chapterOf(1));
    await bench.retrieval.settle('p');
    bench.read.length = 0;
    await bench.retrieval.settle('p');
    expect(bench.read).toEqual([]);
    book.write('two', `新来的客人叫沈砚秋。\n\n${chapterOf(1)}`);
    await bench.retrieval.settle('p');
    expect([...new Set(bench.read)]).toEqual(['two']);
    expect((await bench.retrieval.search('p', '沈砚秋', 1))[0]?.start).toBe(0);
    book.write('one', `沈砚秋走了。\n\n${chapterOf(1)}`);
    book.write('three', `沈砚秋走了很远。\n\n${chapterOf(1)}`);
    await Promise.all([bench.retrieval.settle('p'), bench.retrieval.settle('p')]);
    expect(await bench.retrieval.search('p', '沈砚秋', 5)).toHaveLength(3);
    bench.read.length = 0;
    await bench.retrieval.index('p', true);
    expect([...new Set(bench.read)].sort()).toEqual(['one', 'three', 'two']);
  });

  it('takes in a chapter that came while others were indexed, though nobody wrote in it [N11]', async () => {
    const book = bench.open('p');
    for (let chapter = 0; chapter < 4; chapter += 1) book.write(`c${chapter}`, chapterOf(chapter));
    let isThere = false;
    const stop = bench.events.on((...[name]) => {
      if (name !== 'retrieval:progress' || isThere) return;
      isThere = true;
      book.documents.set('back', { text: '新来的客人叫沈砚秋。', version: 1 });
      bench.events.emit('project:changed', { projectId: 'p', documents: [] });
    });
    await bench.retrieval.settle('p');
    stop();
    expect(await bench.retrieval.search('p', '沈砚秋', 5)).toHaveLength(1);
    bench.read.length = 0;
    await bench.retrieval.settle('p');
    expect(bench.read).toEqual([]);
  });

  it('starts the worker that rests as soon as it hears of an edit [N11]', async () => {
    await bench.close();
    const folder = mkdtempSync(path.join(tmpdir(), 'fabula-waking-'));
    const starts = path.join(folder, 'starts');
    const waking = path.join(folder, 'waking.mjs');
    const entry = programFiles.worker('context/retrieval/retrieval.worker');
    writeFileSync(
      waking,
      `import { appendFileSync } from 'node:fs';
       appendFileSync(${JSON.stringify(starts)}, '.');
       await import(${JSON.stringify(entry.href)});`,
    );
    bench = await createRetrievalBench({}, pathToFileURL(waking));
    const book = bench.open('p');
    // A book of so many passages is loaded by a worker that rests after.
    for (let chapter = 0; chapter < 60; chapter += 1) {
      book.write(`c${chapter}`, chapterOf(chapter * 10));
    }
    await bench.retrieval.index('p', true);
    expect(readFileSync(starts, 'utf8')).toBe('.');
    // Told of a change that is none there is nothing to index: what starts it is the word alone.
    const version = String(book.documents.get('c7')?.version);
    const told = { projectId: 'p', documentId: 'c7', version, origin: 'outside' } as const;
    bench.events.emit('document:changed', told);
    await settled(() => readFileSync(starts, 'utf8') === '..');
    book.write('c7', `新来的客人叫沈砚秋。\n\n${chapterOf(70)}`);
    await bench.retrieval.settle('p');
    expect(await bench.retrieval.search('p', '沈砚秋', 5)).toHaveLength(1);
    expect(readFileSync(starts, 'utf8')).toBe('..');
    rmSync(folder, { recursive: true });
  });

  it('answers with present offsets between an edit and its indexing', async () => {
    const book = bench.open('p');
    book.write('one', chapterOf(1));
    await bench.retrieval.index('p', true);
    const text = `开头加了一句。\n\n${chapterOf(1)}`;
    book.write('one', text);
    const [hit] = await bench.retrieval.search('p', '石桥', 1);
    expect(text.slice(hit?.start, hit?.end)).toBe(hit?.text);
    expect(hit?.text).toContain('石桥');
  });

  it('lets deleted chapters vanish from answers and tables', async () => {
    const book = bench.open('p');
    book.write('one', chapterOf(1));
    book.write('two', `${chapterOf(20)}\n\n崔九娘在渡口卖糖。`);
    await bench.retrieval.index('p', true);
    expect(await bench.retrieval.search('p', '崔九娘', 5)).toHaveLength(1);
    book.remove('two');
    expect(await bench.retrieval.search('p', '崔九娘', 5)).toHaveLength(0);
    await bench.retrieval.index('p', true);
    await bench.retrieval.close();
    const database = new BetterSqlite3(bench.file, { readonly: true });
    expect(
      database.prepare('SELECT count(*) FROM terms WHERE terms MATCH \'"崔九"\'').pluck().get(),
    ).toBe(0);
    expect(database.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(1);
    database.close();
  });

  it('S3-41 keeps projects apart', async () => {
    bench.open('a').write('one', `${chapterOf(1)}\n\n暗号是白鹭。`);
    bench.open('b').write('one', chapterOf(1));
    await bench.retrieval.index('a', true);
    await bench.retrieval.index('b', true);
    expect(await bench.retrieval.search('a', '白鹭', 5)).toHaveLength(1);
    expect(await bench.retrieval.search('b', '白鹭', 5)).toHaveLength(0);
    const related = {
      projectId: 'b',
      text: '暗号是白鹭',
      cursor: 5,
      asked: '',
      limit: 10,
      filter: everything,
      exclude: nowhere,
    };
    for (const hit of (await bench.retrieval.related(related)).hits)
      expect(hit.text).not.toContain('白鹭');
  });

  it('answers at once after a restart and indexes only what changed', async () => {
    const book = bench.open('p');
    book.write('one', chapterOf(1));
    book.write('two', chapterOf(30));
    await bench.retrieval.index('p', true);
    const before = await bench.retrieval.search('p', '第32天 渡船', 5);
    await bench.restart();
    expect(await bench.retrieval.search('p', '第32天 渡船', 5)).toEqual(before);
  });

  it('makes a damaged index and one of another schema anew', async () => {
    const book = bench.open('p');
    book.write('one', chapterOf(1));
    await bench.retrieval.index('p', true);
    await bench.retrieval.close();
    const database = new BetterSqlite3(bench.file);
    database.pragma('user_version = 999');
    database.close();
    await (await bench.restart()).index('p', true);
    expect((await bench.retrieval.search('p', '石桥', 1)).length).toBe(1);
    await bench.retrieval.close();
    for (const suffix of ['-wal', '-shm']) rmSync(bench.file + suffix, { force: true });
    writeFileSync(bench.file, 'no database at all, only some words that fill a page'.repeat(200));
    await (await bench.restart()).index('p', true);
    expect((await bench.retrieval.search('p', '石桥', 1)).length).toBe(1);
  });

  it.each([
    ['a table is missing', 'DROP TABLE chunks'],
    ['a table has other columns', 'ALTER TABLE documents RENAME COLUMN version TO edition'],
    ['an index is missing', 'DROP INDEX chunks_by_document'],
    ['the terms are missing', 'DROP TABLE terms'],
  ])('makes an index anew in which %s', async (_what, statement) => {
    const book = bench.open('p');
    book.write('one', chapterOf(1));
    await bench.retrieval.index('p', true);
    await bench.retrieval.close();
    const database = new BetterSqlite3(bench.file);
    database.exec(statement);
    database.close();
    await (await bench.restart()).index('p', true);
    expect((await bench.retrieval.search('p', '石桥', 1)).length).toBe(1);
  });

  it('forgets a project wholly', async () => {
    bench.open('p').write('one', chapterOf(1));
    await bench.retrieval.index('p', true);
    await bench.retrieval.eraseProject('p');
    await bench.retrieval.close();
    const database = new BetterSqlite3(bench.file, { readonly: true });
    for (const table of ['projects', 'documents', 'chunks', 'embedded', 'terms']) {
      expect(database.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(0);
    }
    database.close();
  });

  it('stops when cancelled, keeps what is done and ends it later', async () => {
    const book = bench.open('p');
    for (let number = 0; number < 30; number++) book.write(`c${number}`, chapterOf(number * 10));
    const running = bench.retrieval.index('p', true);
    await settled(() => bench.seen.some(({ name }) => name === 'retrieval:progress'));
    bench.retrieval.cancel('p');
    const stopped = await running;
    expect(stopped.pending).toBeGreaterThan(0);
    expect(bench.retrieval.status('p').state).toBe('idle');
    expect((await bench.retrieval.index('p', true)).pending).toBe(0);
    const versions = new BetterSqlite3(bench.file, { readonly: true });
    expect(versions.prepare('SELECT count(*) FROM documents').pluck().get()).toBe(30);
    versions.close();
  });

  it('ranks by words as SQLite’s own BM25 over the rare terms does', async () => {
    const book = bench.open('p');
    book.write('one', chapterOf(1));
    book.write('two', chapterOf(11));
    await bench.retrieval.index('p', true);
    const question = '渡船 第13天';
    const hits = (await bench.retrieval.search('p', question, 50)).filter(({ exact }) => !exact);
    const split = createTermSplitter(createTermVisitor(createAlphabet('')));
    const database = new BetterSqlite3(bench.file, { readonly: true });
    const ranked = database.prepare(
      `SELECT chunk_id, -bm25(terms) FROM terms JOIN chunks ON chunks.id = terms.rowid
       WHERE terms MATCH ? ORDER BY bm25(terms), terms.rowid`,
    );
    const askFor = (terms: readonly string[]): [string, number][] =>
      ranked
        .raw()
        .all(terms.map((term) => `"${term}"`).join(' OR '))
        .map((row) => z.tuple([z.string(), z.number()]).parse(row));
    const chunks = Number(database.prepare('SELECT count(*) FROM chunks').pluck().get());
    const rare = [...new Set(split(question))].filter((term) => {
      const frequency = askFor([term]).length;
      return frequency > 0 && frequency <= chunks * 0.15;
    });
    const stored = askFor(rare);
    database.close();
    expect(stored.length).toBeGreaterThan(1);
    expect(hits.length).toBe(stored.length);
    const scores = new Map(hits.map((hit) => [hit.chunkId, hit.score]));
    // Scores are shares of the best possible: the same but for one factor.
    const [first] = stored;
    const factor = (scores.get(first?.[0] ?? '') ?? 0) / (first?.[1] ?? 1);
    expect(factor).toBeGreaterThan(0);
    for (const [chunkId, score] of stored) {
      expect(scores.get(chunkId)).toBeCloseTo(score * factor, 6);
    }
  });
});

describe('failure', () => {
  it('RETRIEVAL_UNAVAILABLE when the worker cannot start, and again well on the next index', async () => {
    const entry = path.join(path.dirname(bench.file), 'worker.ts');
    const broken = await createRetrievalBench({}, new URL(`file://${entry}`));
    try {
      broken.open('p').write('one', chapterOf(1));
      await expect(broken.retrieval.index('p', true)).rejects.toMatchObject({
        code: 'RETRIEVAL_UNAVAILABLE',
      });
      await expect(
        broken.retrieval.related({
          projectId: 'p',
          text: '石桥',
          cursor: 2,
          asked: '',
          limit: 5,
          filter: everything,
          exclude: nowhere,
        }),
      ).rejects.toMatchObject({ code: 'RETRIEVAL_UNAVAILABLE' });
      expect(broken.retrieval.status('p')).toMatchObject({
        state: 'failed',
        failure: 'RETRIEVAL_UNAVAILABLE',
      });
      await bench.retrieval.ensure('none').catch(() => undefined);
      const real = fileURLToPath(programFiles.worker('context/retrieval/retrieval.worker'));
      expect(existsSync(path.dirname(entry))).toBe(true);
      writeFileSync(entry, `await import(${JSON.stringify(`file://${real}`)});\n`);
      expect((await broken.retrieval.index('p', true)).chunks).toBeGreaterThan(0);
      expect(broken.retrieval.status('p').state).toBe('idle');
    } finally {
      await broken.close();
    }
  });
});
