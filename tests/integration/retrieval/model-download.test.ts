import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#main/app.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { holdElsewhere } from '#tests/helpers/held-file.ts';
import { type ModelSite, revision, startModelSite } from '#tests/helpers/model-site.ts';
import { mountSmallDisk } from '#tests/helpers/small-disk.ts';
import { writeSentenceModel } from '#tests/helpers/sentence-model.ts';

let test: TestApp;
let site: ModelSite;
let source: string;
beforeEach(async () => {
  source = mkdtempSync(path.join(tmpdir(), 'fabula-published-'));
  writeSentenceModel(source, { synonyms: [['ferry', 'boat'], ['the']] });
  mkdirSync(path.join(source, 'onnx'));
  const weights = readFileSync(path.join(source, 'model.onnx'));
  writeFileSync(path.join(source, 'onnx', 'model_quantized.onnx'), weights);
  writeFileSync(path.join(source, 'LICENSE'), 'Do with it what you like.');
  writeFileSync(path.join(source, 'unrelated.bin'), Buffer.alloc(100_000));
  site = await startModelSite(source, { left: ['model.onnx'] });
  test = await createTestApp({ localServers: [] });
});
afterEach(async () => {
  await test.close();
  await site.close();
  rmSync(source, { recursive: true, force: true });
});

const published = () => ({ site: site.url, name: 'team/small' });
const models = () => path.join(test.folder, 'data', 'models');
const offer = () => test.call('retrieval:model:offer', published());
const asked = () => ({ ...published(), revision });
const download = () => test.call('retrieval:model:download', asked());
const refused = () => test.fail('retrieval:model:download', asked());
const modelFile = 'onnx/model_quantized.onnx';
const unfinishedModel = () => path.join(models(), `team--small-${'a'.repeat(12)}.part`, modelFile);

describe('a sentence model from a site where it is published [E5]', () => {
  it('is looked up with its size, licence and checksum before anything of it comes', async () => {
    const found = await offer();
    expect(found.revision).toBe(revision);
    expect(found.licence).toBe('mit');
    expect(found.check.kind).toBe('sha256');
    expect(found.check.hex).toMatch(/^[0-9a-f]{64}$/u);
    const names = found.files.map(({ name }) => name);
    expect(names[0]).toBe(modelFile);
    expect(names.toSorted()).toEqual([
      '1_Pooling/config.json',
      'LICENSE',
      'config.json',
      modelFile,
      'tokenizer.json',
    ]);
    expect(found.files[0]?.bytes).toBe(readFileSync(path.join(source, modelFile)).length);
    expect(found.folder).toBeNull();
    expect(site.asked).toEqual(['GET /api/models/team/small']);
    expect(existsSync(models())).toBe(false);
  });

  it('comes whole, is the very bytes, can be chosen at once, and is not fetched twice', async () => {
    const told: number[] = [];
    test.app.events.on((...[name, payload]) => {
      if (name === 'jobs:changed' && payload.job?.kind === 'modelDownload') {
        told.push(payload.job.done);
      }
    });
    const [first, second] = await Promise.all([download(), download()]);
    expect(second).toEqual(first);
    expect(site.asked.filter((one) => one.includes('/stored/'))).toHaveLength(1);
    const { folder } = first;
    const { files } = await offer();
    for (const { name } of files) {
      const came = readFileSync(path.join(folder, name));
      expect(came.equals(readFileSync(path.join(source, name)))).toBe(true);
    }
    expect(existsSync(path.join(folder, 'unrelated.bin'))).toBe(false);
    expect((await offer()).folder).toBe(folder);
    expect(Math.max(...told)).toBe(files.reduce((sum, { bytes }) => sum + bytes, 0));

    const book = path.join(test.folder, 'book');
    mkdirSync(book);
    writeFileSync(path.join(book, '01.md'), '# One\n\nThe ferry came.\n');
    const { projectId } = await test.call('projects:open', { path: book, language: 'en' });
    const look = await test.call('retrieval:model:look', { projectId, folder });
    expect(look.licence?.text).toContain('what you like');
    await test.call('settings:update', { embedder: { kind: 'model', folder } });
    await expect
      .poll(() => test.call('retrieval:status', { projectId }))
      .toMatchObject({ embedder: 'model', failure: null });
  });

  it('waits for another program that brings it, and goes on where that was killed', async () => {
    const folder = path.join(models(), `team--small-${'a'.repeat(12)}`);
    const turn = path.join(test.folder, 'data', 'downloads', path.basename(folder));
    const child = await holdElsewhere(turn);
    // What the other has of it so far.
    mkdirSync(path.join(`${folder}.part`, 'onnx'), { recursive: true });
    writeFileSync(unfinishedModel(), readFileSync(path.join(source, modelFile)).subarray(0, 100));
    const [part] = (await test.call('retrieval:model:stored', {})).items;
    expect(part).toMatchObject({ isWhole: false, use: 'coming' });
    const id = part?.id ?? '';
    expect(await test.fail('retrieval:model:remove', { id })).toBe('SENTENCE_MODEL_IN_USE');
    const left = new AbortController();
    const leaving = test.app.dispatch('retrieval:model:download', asked(), left);
    let isHere = false;
    const coming = download().then((came) => {
      isHere = true;
      return came;
    });
    left.abort();
    expect(await leaving).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(isHere).toBe(false);
    expect(site.asked).toEqual([]);
    child.kill('SIGKILL');
    expect(await coming).toEqual({ folder });
    expect(site.asked.some((one) => one.includes('bytes=100-'))).toBe(true);
    const came = readFileSync(path.join(folder, modelFile));
    expect(came.equals(readFileSync(path.join(source, modelFile)))).toBe(true);
  });

  it('comes once where two programs want it', async () => {
    const other = await createApp(test.platform, {});
    try {
      const { signal } = new AbortController();
      const elsewhere = other.dispatch('retrieval:model:download', asked(), { signal });
      const here = await download();
      expect(await elsewhere).toEqual({ ok: true, value: here });
      const fetched = site.asked.filter((one) => one.includes('/stored/'));
      expect(fetched).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('stands in the ledger, every address it was sent to, and holds no word of a book [B12]', async () => {
    await download();
    const { items } = await test.call('egress:list', {});
    expect(items).toHaveLength(site.asked.length);
    for (const { purpose, projectId, bytes, origin } of items) {
      expect({ purpose, projectId, bytes, origin }).toEqual({
        ...{ purpose: 'modelDownload', projectId: null, bytes: 0, origin: site.url },
      });
    }
  });

  it('goes on where it broke off, and begins anew where the site cannot', async () => {
    site.faults.breakAfter = 100;
    expect(await refused()).toBe('SENTENCE_MODEL_SITE_FAILED');
    expect(readFileSync(unfinishedModel()).length).toBe(100);
    site.faults.breakAfter = 50;
    expect(await refused()).toBe('SENTENCE_MODEL_SITE_FAILED');
    expect(site.asked.at(-1)).toContain('bytes=100-');
    expect(readFileSync(unfinishedModel()).length).toBe(150);
    // The program ends, and another day goes on.
    await test.restart();
    site.faults.breakAfter = null;
    site.faults.ignoresRange = true;
    const { folder } = await download();
    expect(site.asked.some((one) => one.includes('bytes=150-'))).toBe(true);
    const came = readFileSync(path.join(folder, modelFile));
    expect(came.equals(readFileSync(path.join(source, modelFile)))).toBe(true);
    expect(existsSync(unfinishedModel())).toBe(false);
  });

  it('throws away what is not what the site describes, and has it the next time', async () => {
    site.faults.isDamaged = true;
    expect(await refused()).toBe('SENTENCE_MODEL_DAMAGED');
    expect(existsSync(unfinishedModel())).toBe(false);
    expect((await offer()).folder).toBeNull();
    site.faults.isDamaged = false;
    await download();
    expect((await offer()).folder).not.toBeNull();
  });

  it('does not follow to an unsafe address, nor from one to the next without end', async () => {
    site.faults.astray = 'http://model.example/onnx';
    expect(await refused()).toBe('SENTENCE_MODEL_SITE_FAILED');
    site.faults.astray = `/team/small/resolve/${revision}/${modelFile}`;
    expect(await refused()).toBe('SENTENCE_MODEL_SITE_FAILED');
    const { items } = await test.call('egress:list', {});
    expect(new Set(items.map(({ origin }) => origin))).toEqual(new Set([site.url]));
  });

  it('is called off with what has come, which stays', async () => {
    const leaving = new AbortController();
    test.app.events.on((...[name, payload]) => {
      if (name === 'jobs:changed' && payload.job?.step === 'downloading') leaving.abort();
    });
    const input = { ...published(), revision };
    const reply = await test.app.dispatch('retrieval:model:download', input, {
      signal: leaving.signal,
    });
    expect(reply).toMatchObject({ ok: false, error: { code: 'CANCELLED' } });
    expect(existsSync(path.dirname(path.dirname(unfinishedModel())))).toBe(true);
  });

  it('says what a site lacks: the model, its tokenizer, everybody’s leave', async () => {
    const missing = { ...published(), name: 'team/none' };
    expect(await test.fail('retrieval:model:offer', missing)).toBe('SENTENCE_MODEL_NOT_PUBLISHED');
    for (const status of [401, 403]) {
      site.faults.status = status;
      expect(await test.fail('retrieval:model:offer', published())).toBe(
        'SENTENCE_MODEL_NOT_PUBLISHED',
      );
    }
    site.faults.status = 500;
    expect(await test.fail('retrieval:model:offer', published())).toBe(
      'SENTENCE_MODEL_SITE_FAILED',
    );
    const bare = await startModelSite(source, { left: ['tokenizer.json'], licence: null });
    const there = { site: bare.url, name: 'team/small' };
    expect(await test.fail('retrieval:model:offer', there)).toBe('SENTENCE_MODEL_NOT_PUBLISHED');
    await bare.close();
    expect(await test.fail('retrieval:model:offer', there)).toBe('SENTENCE_MODEL_SITE_FAILED');
    for (const name of ['../secrets', 'a/../b', 'a/b/c', '', 'a?b', 'a/.b']) {
      expect(await test.fail('retrieval:model:offer', { ...published(), name })).toBe(
        'INVALID_INPUT',
      );
    }
    for (const base of ['http://models.example', 'file:///etc', 'ftp://127.0.0.1', 'models']) {
      const elsewhere = { ...published(), site: base };
      expect(await test.fail('retrieval:model:offer', elsewhere)).toBe('INVALID_INPUT');
    }
  });

  it('is listed with its size and removed from the disk, but not while it is in use', async () => {
    const stored = async () => (await test.call('retrieval:model:stored', {})).items;
    expect(await stored()).toEqual([]);
    const { folder } = await download();
    const { files } = await offer();
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const id = path.basename(folder);
    const whole = { id, name: 'team/small', folder, bytes, isWhole: true };
    expect(await stored()).toEqual([{ ...whole, use: null }]);

    await test.call('settings:update', { embedder: { kind: 'model', folder } });
    expect(await stored()).toEqual([{ ...whole, use: 'chosen' }]);
    const refusal = await test.fail('retrieval:model:remove', { id });
    expect(refusal).toBe('SENTENCE_MODEL_IN_USE');
    expect(existsSync(path.join(folder, modelFile))).toBe(true);

    await test.call('settings:update', { embedder: { kind: 'builtin' } });
    await test.call('retrieval:model:remove', { id });
    expect(await stored()).toEqual([]);
    expect(readdirSync(models())).toEqual([]);
    expect((await offer()).folder).toBeNull();
    expect(await test.fail('retrieval:model:remove', { id })).toBe('SENTENCE_MODEL_NOT_STORED');
    const outside = await test.fail('retrieval:model:remove', { id: '../fabula.db' });
    expect(outside).toBe('INVALID_INPUT');
    expect((await download()).folder).toBe(folder);
  });

  it('is removed where its download broke off, but not while it comes', async () => {
    site.faults.breakAfter = 100;
    await refused();
    const [part] = (await test.call('retrieval:model:stored', {})).items;
    expect(part).toMatchObject({ name: 'team/small', isWhole: false, use: null });
    expect(part?.bytes).toBeGreaterThan(0);
    const id = part?.id ?? '';

    site.faults.breakAfter = null;
    const meanwhile: unknown[] = [];
    const stop = test.app.events.on((...[name, payload]) => {
      if (name !== 'jobs:changed' || payload.job?.kind !== 'modelDownload') return;
      if (payload.job.state !== 'running' || payload.job.done === 0) return;
      meanwhile.push(test.fail('retrieval:model:remove', { id }));
    });
    await download();
    stop();
    const [first] = await Promise.all(meanwhile);
    expect(first).toBe('SENTENCE_MODEL_IN_USE');

    const [whole] = (await test.call('retrieval:model:stored', {})).items;
    await test.call('retrieval:model:remove', { id: whole?.id ?? '' });
    site.faults.breakAfter = 100;
    await refused();
    await test.call('retrieval:model:remove', { id });
    expect(readdirSync(models())).toEqual([]);
  });

  it('comes whole after a kill at any of its steps, and fetches only what is missing', async () => {
    const { folder } = await download();
    const { files } = await offer();
    const part = `${folder}.part`;
    /** What a kill leaves: files that have come, and one in the middle of its bytes. */
    const leave = (whole: number, middle = false): void => {
      mkdirSync(part, { recursive: true });
      for (const [index, { name }] of files.entries()) {
        const bytes = readFileSync(path.join(source, name));
        const came = index < whole ? bytes.length : 10;
        if (index > whole || (index === whole && !middle)) continue;
        mkdirSync(path.dirname(path.join(part, name)), { recursive: true });
        writeFileSync(path.join(part, name), bytes.subarray(0, came));
      }
    };
    const steps = files.flatMap((_, whole) => [
      { whole, middle: false },
      { whole, middle: true },
    ]);
    for (const { whole, middle } of [...steps, { whole: files.length, middle: false }]) {
      rmSync(folder, { recursive: true });
      leave(whole, middle);
      const before = site.asked.length;
      await download();
      for (const { name } of files) {
        const came = readFileSync(path.join(folder, name));
        expect(came.equals(readFileSync(path.join(source, name))), name).toBe(true);
      }
      const fetched = site.asked.slice(before).filter((one) => one.includes('/resolve/'));
      expect(fetched).toHaveLength(files.length - whole);
      expect(fetched.some((one) => one.includes('bytes=10-'))).toBe(middle);
      expect(existsSync(part)).toBe(false);
    }
  });

  it('ends at the start a removal that broke off, and leaves a download that did', async () => {
    const { folder } = await download();
    rmSync(path.join(folder, 'tokenizer.json'));
    renameSync(folder, `${folder}.removed`);
    site.faults.breakAfter = 100;
    await refused();
    await test.restart();
    const { items } = await test.call('retrieval:model:stored', {});
    expect(items.map(({ id }) => id)).toEqual([path.basename(`${folder}.part`)]);
    expect(readdirSync(models())).toEqual([path.basename(`${folder}.part`)]);
  });

  it('says that the disk is full, not that the site lied, and goes on when there is room', async () => {
    const large = mkdtempSync(path.join(tmpdir(), 'fabula-large-'));
    writeSentenceModel(large, { synonyms: [['the']] });
    writeFileSync(path.join(large, 'model.onnx'), randomBytes(40 * 1024));
    const other = await startModelSite(large, { name: 'team/large' });
    const disk = mountSmallDisk(models(), 1);
    try {
      const ballast = path.join(disk.path, 'ballast');
      writeFileSync(ballast, Buffer.alloc(1000 * 1024));
      const wanted = { site: other.url, name: 'team/large', revision };
      expect(await test.fail('retrieval:model:download', wanted)).toBe('DISK_FULL');
      const [part] = (await test.call('retrieval:model:stored', {})).items;
      expect(part?.bytes).toBeGreaterThan(0);
      rmSync(ballast);
      const { folder } = await test.call('retrieval:model:download', wanted);
      expect(other.asked.some((one) => one.includes(`bytes=${part?.bytes}-`))).toBe(true);
      const came = readFileSync(path.join(folder, 'model.onnx'));
      expect(came.equals(readFileSync(path.join(large, 'model.onnx')))).toBe(true);
    } finally {
      disk.remove();
      await other.close();
      rmSync(large, { recursive: true, force: true });
    }
  });
});
