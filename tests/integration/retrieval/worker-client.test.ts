import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAlphabet } from '#main/context/retrieval/text/create-alphabet.ts';
import { createWorkerClient, type WorkerClient } from '#main/context/retrieval/worker-client.ts';
import { programFiles } from '#tests/helpers/program-files.ts';

const entry = programFiles.worker('context/retrieval/retrieval.worker');

describe('the worker of the index', () => {
  let folder: string;
  let client: WorkerClient;
  const settings = () => ({
    ...{ file: join(folder, 'retrieval.sqlite'), binding: null, alphabet: createAlphabet('') },
    ...{ vectors: null, sentences: null },
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fabula-worker-'));
    client = createWorkerClient(entry, settings());
  });
  afterEach(async () => {
    await client.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const index = (documentId: string) =>
    client.run('index', {
      projectId: 'novel',
      documentId,
      version: '1',
      text: '潮水退到了第三根桩子。',
      answer: false,
      endpoint: null,
    });
  const load = () => client.run('load', { projectId: 'novel', endpoint: null, withheld: [] });

  it('may rest between tasks: a fresh one goes on with what was written', async () => {
    await index('first');
    client.rest();
    await index('second');
    client.rest();
    expect((await load()).documentIds).toEqual(['first', 'second']);
  });

  it('does not rest while it has something to do', async () => {
    const indexing = index('first');
    const loading = load();
    client.rest();
    expect((await indexing).written).toBe(1);
    expect((await loading).documentIds).toEqual(['first']);
  });

  it('answers nothing more once closed, though it was resting', async () => {
    await index('first');
    client.rest();
    await client.close();
    await expect(load()).rejects.toMatchObject({ code: 'RETRIEVAL_UNAVAILABLE' });
  });

  it('that dies in the middle is told to who waits; the next task has a fresh one, with what was written [W10]', async () => {
    await index('first');
    await client.close();
    const dying = join(folder, 'dying.mjs');
    writeFileSync(
      dying,
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', ({ input }) => { if (input?.documentId === 'deadly') process.exit(3); });
       await import(${JSON.stringify(entry.href)});`,
    );
    client = createWorkerClient(pathToFileURL(dying), settings());
    const [deadly, behind] = await Promise.allSettled([index('deadly'), load()]);
    for (const one of [deadly, behind]) {
      expect(one).toMatchObject({ status: 'rejected', reason: { code: 'RETRIEVAL_UNAVAILABLE' } });
    }
    await index('second');
    expect((await load()).documentIds).toEqual(['first', 'second']);
  });
});
