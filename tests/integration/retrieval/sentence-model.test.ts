import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { load } from 'sqlite-vec';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PassageFilter } from '#main/context/retrieval/service.ts';
import {
  createRetrievalBench,
  everything,
  type RetrievalBench,
} from '#tests/helpers/retrieval-book.ts';
import { writeSentenceModel } from '#tests/helpers/sentence-model.ts';

const synonyms = [
  ['ferry', 'zyx'],
  ['clock'],
  ['sheep'],
  ['the', 'of'],
  ['query', 'passage'],
  [':'],
];
const chapter = (word: string): string =>
  Array.from({ length: 4 }, (_, at) => `The ${word} of day ${at}. `.repeat(20)).join('\n\n');

let bench: RetrievalBench;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-model-'));
  writeSentenceModel(folder, { synonyms });
  bench = await createRetrievalBench();
  for (const projectId of ['p']) {
    const book = bench.open(projectId);
    for (const word of ['ferry', 'clock', 'sheep']) book.write(word, chapter(word));
  }
  await bench.retrieval.index('p', true);
});
afterEach(async () => {
  await bench.close();
  rmSync(folder, { recursive: true, force: true });
});

const waiting = { timeout: 20_000, interval: 20 };
const use = (): void => {
  bench.settings.embedder = { kind: 'model', folder };
  bench.events.emit('settings:changed', { settings: bench.settings });
};
const status = (projectId = 'p') => bench.retrieval.status(projectId);
const allRead = (projectId = 'p'): Promise<void> =>
  vi.waitFor(() => {
    const { chunks, embedded, state, failure } = status(projectId);
    expect({ embedded, state, failure }).toEqual({
      embedded: chunks,
      state: 'idle',
      failure: null,
    });
    expect(chunks).toBeGreaterThan(0);
  }, waiting);
/** The number of chunks each model has read. */
const readBy = (): Record<string, number> => {
  const database = new BetterSqlite3(bench.file, { readonly: true });
  const rows = database
    .prepare(
      `SELECT embedder, count(*) FROM embedded JOIN spaces ON spaces.id = embedded.space
       WHERE embedder LIKE 'model:%' GROUP BY embedder ORDER BY min(spaces.id)`,
    )
    .raw()
    .all();
  database.close();
  return Object.fromEntries(rows.map((row) => (Array.isArray(row) ? row : [])));
};
const first = async (query: string, projectId = 'p') =>
  (await bench.retrieval.search(projectId, query, 3))[0];

const near = async (before: string, filter: PassageFilter = everything) => {
  const exclude = [{ documentId: '', start: 0, end: 0 }];
  const place = { text: before, cursor: before.length, asked: '' };
  const asked = { projectId: 'p', ...place, limit: 10, filter, exclude };
  const { hits, ...rest } = await bench.retrieval.related(asked);
  const told = hits.map(({ documentId, start, score, similarity }) => ({
    ...{ documentId, start, score, similarity },
  }));
  return { hits: told, ...rest };
};

describe('a sentence model of the writer’s own [E5]', () => {
  it('[E5] has a say beside words at the cursor once it has read the book, and none before or after', async () => {
    const question = 'A zyx came. The clock of day 1';
    const words = await near(question);
    expect(words.hits[0]?.documentId).toBe('clock');
    expect((await near('A zyx came.')).hits).toEqual([]);
    bench.settings.embedder = { kind: 'model', folder };
    expect(await near(question)).toEqual(words);
    use();
    await allRead();
    const alone = await near('A zyx came.');
    expect(alone.hits[0]).toMatchObject({ documentId: 'ferry', score: 0.4 });
    expect(alone.hits[0]?.similarity).toBeGreaterThan(0.3);
    const both = await near(question);
    // What shares many words stays first; what is near gains, and nothing loses.
    expect(both.hits[0]?.documentId).toBe('clock');
    for (const { documentId, start, score } of words.hits) {
      const now = both.hits.find((hit) => hit.documentId === documentId && hit.start === start);
      expect(now?.score).toBeGreaterThanOrEqual(score);
    }
    const ofFerry = ({ hits }: typeof both) =>
      Math.max(...hits.filter((hit) => hit.documentId === 'ferry').map(({ score }) => score));
    expect(ofFerry(both)).toBeGreaterThan(ofFerry(words));
    bench.settings.embedder = { kind: 'none' };
    bench.events.emit('settings:changed', { settings: bench.settings });
    await bench.retrieval.index('p', true);
    expect(await near(question)).toEqual(words);
  });

  it('[E5] [N3] only what may go competes for its say', async () => {
    use();
    await allRead();
    const closed = (shut: (hit: { documentId: string }) => boolean): PassageFilter => ({
      allowsDocument: (documentId) => !shut({ documentId }),
      allowsPassage: () => true,
    });
    const one = await near(
      'A zyx came.',
      closed(({ documentId }) => documentId === 'ferry'),
    );
    expect(one.hits.filter(({ documentId }) => documentId === 'ferry')).toEqual([]);
    const other = await near('A zyx came.', {
      ...everything,
      allowsPassage: ({ documentId }) => documentId !== 'ferry',
    });
    for (const { hits } of [one, other]) {
      const open = hits.filter(({ documentId }) => documentId !== 'ferry');
      expect(open[0]?.score).toBe(0.4);
    }
    expect(other.hits).toEqual(one.hits);
  });

  it('[E5] [N3] has its say where more than a hundred nearer passages may not go', async () => {
    const nearer = Array.from({ length: 150 }, () => 'Ferry ferry ferry. '.repeat(40)).join('\n\n');
    const book = bench.open('p');
    book.write('river', nearer);
    for (const word of ['ferry', 'clock', 'sheep']) book.write(word, chapter(word));
    await bench.retrieval.index('p', true);
    use();
    await allRead();
    const allowsPassage: PassageFilter['allowsPassage'] = (hit) => hit.documentId !== 'river';
    const { hits } = await near('A zyx came.', { ...everything, allowsPassage });
    expect(hits[0]).toMatchObject({ documentId: 'ferry', score: 0.4 });
  });

  it('[E5] is not waited for: late it has no say in this request, and that is told', async () => {
    const before = 'A zyx came. The clock of day 1';
    const words = await near(before);
    await bench.close();
    bench = await createRetrievalBench(
      { embedder: { kind: 'model', folder } },
      undefined,
      undefined,
      0,
    );
    const book = bench.open('p');
    for (const word of ['ferry', 'clock', 'sheep']) book.write(word, chapter(word));
    await bench.retrieval.index('p', true);
    await allRead();
    expect(await near(before)).toEqual({ ...words, isModelLate: true });
    rmSync(folder, { recursive: true });
    await bench.restart();
    await bench.retrieval.index('p', true);
    // Gone, it has read nothing that anybody could be near to.
    expect((await near(before)).hits).toEqual(words.hits);
  });

  it('[E5] finds what shares no word with the question, and says how near it is; what has the very words stays first', async () => {
    expect((await first('zyx'))?.documentId).not.toBe('ferry');
    use();
    await allRead();
    const hit = await first('zyx');
    expect(hit?.documentId).toBe('ferry');
    expect(hit?.similarity).toBeGreaterThan(0.3);
    expect((await first('the clock of day 1'))?.exact).toBe(true);
    bench.settings.embedder = { kind: 'none' };
    bench.events.emit('settings:changed', { settings: bench.settings });
    await bench.retrieval.index('p', true);
    expect((await first('clock'))?.documentId).toBe('clock');
    expect((await first('clock'))?.similarity).toBeUndefined();
  });

  it('[E5] goes on after the program died with what is missing, and forgets with the book', async () => {
    use();
    await allRead();
    const [whole] = Object.values(readBy());
    const database = new BetterSqlite3(bench.file);
    load(database);
    const space = database
      .prepare("SELECT id FROM spaces WHERE embedder LIKE 'model:%'")
      .pluck()
      .get();
    database.prepare('DELETE FROM embedded WHERE chunk % 2 = 0 AND space = ?').run(space);
    // What a kill leaves: some are read, and the others are in neither table.
    database.prepare(`DELETE FROM vectors_${space} WHERE rowid / 256 % 2 = 0`).run();
    database.close();
    await bench.restart();
    bench.events.emit('project:changed', { projectId: 'p', documents: [] });
    await allRead();
    expect(Object.values(readBy())).toEqual([whole]);
    await bench.retrieval.eraseProject('p');
    expect(readBy()).toEqual({});
  });

  it('[E5] its folder may go: words go on, the status says so, and what comes in its place has vectors of its own', async () => {
    use();
    await allRead();
    await bench.restart();
    rmSync(folder, { recursive: true });
    await bench.retrieval.index('p', true);
    expect((await first('clock'))?.documentId).toBe('clock');
    const isSaid = () => expect(status().failure).toBe('SENTENCE_MODEL_INCOMPLETE');
    await vi.waitFor(isSaid, waiting);
    writeSentenceModel(folder, { synonyms, seed: 7, dimension: 24 });
    await bench.retrieval.index('p', true);
    await allRead();
    expect(status().failure).toBe(null);
    expect(new Set(Object.values(readBy()))).toEqual(new Set([status().chunks]));
    expect(Object.keys(readBy())).toHaveLength(2);
  });

  it('[E5] [W9] a whole book is a job: paused it keeps what it has and waits for the writer, then goes on', async () => {
    const paragraphs = Array.from({ length: 90 }, () => 'the clock of '.repeat(30));
    bench.open('long').write('one', paragraphs.join('\n\n'));
    await bench.retrieval.index('long', true);
    const stop = bench.events.on((...[name]) => {
      const [job] = bench.jobs.list();
      if (name === 'retrieval:progress' && job && (job.done ?? 0) > 0) bench.jobs.cancel(job.jobId);
    });
    use();
    const paused = { kind: 'sentenceModel', state: 'paused', canResume: true };
    await vi.waitFor(() => expect(bench.jobs.list()).toMatchObject([paused]), waiting);
    stop();
    const [before = 0] = Object.values(readBy());
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(status('long').chunks);
    expect((await first('clock', 'long'))?.documentId).toBe('one');

    // The next start finds it paused, and waits as well.
    await bench.restart({ asAfterKill: true });
    expect(bench.jobs.list()).toMatchObject([paused]);
    await bench.retrieval.ensure('long');
    await bench.retrieval.index('p', true);
    await allRead('p');
    expect(bench.jobs.list()).toMatchObject([paused]);
    expect(status('long').embedded).toBeLessThan(status('long').chunks);
    await bench.retrieval.index('long', true);
    await allRead('long');
    expect(bench.jobs.list()).toEqual([]);
  });

  it('[E5] two books have their own', async () => {
    use();
    bench.open('q').write('other', chapter('clock'));
    await bench.retrieval.index('q', true);
    await Promise.all([allRead('p'), allRead('q')]);
    const hits = await bench.retrieval.search('q', 'zyx', 10);
    expect(hits.every(({ documentId }) => documentId === 'other')).toBe(true);
    await bench.retrieval.eraseProject('q');
    expect((await first('zyx'))?.documentId).toBe('ferry');
  });

  it('[E5] its worker may die in the middle: what it read is kept, words go on, and the next look reads the rest', async () => {
    await bench.close();
    const dying = new URL('../../helpers/dying-model.worker.ts', import.meta.url);
    bench = await createRetrievalBench({}, undefined, dying);
    bench.open('p').write('one', chapter('clock').repeat(5));
    await bench.retrieval.index('p', true);
    use();
    await vi.waitFor(() => expect(status().failure).toBe('SENTENCE_MODEL_FAILED'), waiting);
    const [kept = 0] = Object.values(readBy());
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(status().chunks);
    expect((await first('clock'))?.documentId).toBe('one');
    await bench.retrieval.index('p', true);
    await allRead();
    expect(Object.values(readBy())).toEqual([status().chunks]);
  });

  it('[E5] tells what it is and what it would take before it is chosen, and chooses nothing', async () => {
    writeFileSync(path.join(folder, 'LICENSE'), 'Free for all');
    const prompts = { query: 'query: ', passage: 'passage: ' };
    writeFileSync(
      path.join(folder, 'config_sentence_transformers.json'),
      JSON.stringify({ prompts }),
    );
    const { signal } = new AbortController();
    const look = await bench.retrieval.lookAtModel({ projectId: 'p', folder }, signal);
    expect(look).toMatchObject({
      dimension: 16,
      maxTokens: 128,
      pooling: 'mean',
      prefixes: { question: 'query: ', passage: 'passage: ' },
      licence: { name: 'LICENSE', text: 'Free for all' },
      passages: status().chunks,
    });
    expect(look.files.map(({ name }) => name)).toEqual(['model.onnx', 'tokenizer.json']);
    expect(look.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(readBy()).toEqual({});
    const input = { projectId: 'p', folder: path.join(folder, 'none') };
    await expect(bench.retrieval.lookAtModel(input, signal)).rejects.toMatchObject({
      code: 'SENTENCE_MODEL_INCOMPLETE',
    });
    const ended = bench.retrieval.lookAtModel({ projectId: 'p', folder }, AbortSignal.abort());
    await expect(ended).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
