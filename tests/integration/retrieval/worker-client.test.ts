import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkerClient, type WorkerClient } from '#main/context/retrieval/worker-client.ts';

const entry = new URL('../../../main/context/retrieval/retrieval.worker.ts', import.meta.url);

describe('the worker of the index', () => {
  let folder: string;
  let client: WorkerClient;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fabula-worker-'));
    const file = join(folder, 'retrieval.sqlite');
    client = createWorkerClient(entry, {
      file,
      binding: null,
      traditional: '',
      vectors: null,
      sentences: null,
    });
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
});
