import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseEvictions } from '#main/assistant/files/files/evict.ts';
import type { NewLazyFile, SourceReader } from '#main/assistant/files/index.ts';
import {
  filesBelow,
  type FilesWorld,
  openFilesWorld,
  toolFile,
} from '#tests/helpers/context-files.ts';

const conversationId = 'c1';
let world: FilesWorld;
let reads: string[];
let gone: Set<string>;

const message: SourceReader = async ({ id }) => {
  reads.push(id);
  return gone.has(id) ? null : `message ${id}\n${'x'.repeat(1000)}\n`;
};
beforeEach(() => {
  reads = [];
  gone = new Set();
  world = openFilesWorld({
    sources: { message },
    limits: { cacheBytes: 3000, cacheLifetime: 1000 },
  });
});
afterEach(() => world.close());

const lazy = (id: string): NewLazyFile => ({
  kind: 'history',
  hint: `Message ${id}`,
  source: { type: 'message', id },
  name: { for: 'archive', range: id },
});
const read = (id: string) => world.files.read({ conversationId, id, offset: 0, limit: 8192 });
const stateOf = async (id: string) =>
  (await world.files.list({ conversationId, limit: 50 })).items.find((item) => item.id === id)
    ?.state;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes that are still needed: what other tests of this process left is collected first. */
const heldMemory = (): number => {
  collectGarbage();
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return arrayBuffers + heapUsed;
};

describe('lazy files (S0-14, S0-15)', () => {
  it('holds only what is known until somebody looks, and reads its source once [S0-14]', async () => {
    const ref = await world.files.createLazy(conversationId, lazy('7'));
    expect(ref).not.toHaveProperty('byteSize');
    expect(reads).toEqual([]);
    expect(
      filesBelow(world.path(conversationId)).filter((name) => name.startsWith('history')),
    ).toEqual([]);
    const pages = await Promise.all(Array.from({ length: 8 }, () => read(ref.id)));
    expect(pages.every(({ content }) => content.startsWith('message 7\n'))).toBe(true);
    expect(reads).toEqual(['7']);
    const found = await world.files.grep(
      {
        conversationId,
        id: ref.id,
        pattern: 'message',
        maxResults: 5,
        contextLines: 0,
        caseSensitive: false,
      },
      new AbortController().signal,
    );
    expect(found.totalMatches).toBe(1);
    expect((await world.files.tail({ conversationId, id: ref.id, lines: 1 })).lines).toBe(1);
    expect(reads).toEqual(['7']);
  });

  it('evicts the longest unused beyond the limit, and brings it back [S0-15]', async () => {
    const refs = [];
    for (const id of ['1', '2', '3', '4']) {
      refs.push(await world.files.createLazy(conversationId, lazy(id)));
      world.time.now += 1;
      await read(refs.at(-1)?.id ?? '');
    }
    world.time.now += 1;
    const [one, two, three, four] = refs.map(({ id }) => id);
    await read(one ?? '');
    await world.files.pin({ conversationId, id: three ?? '', pinned: true });
    // The upkeep runs by itself a while after a write; 'clean' is the same with no limit at all.
    const another = world.another({ limits: { cacheBytes: 0 } });
    await another.clean();
    expect(await Promise.all([one, two, three, four].map((id) => stateOf(id ?? '')))).toEqual([
      'lazy',
      'lazy',
      'cached',
      'lazy',
    ]);
    expect((await read(two ?? '')).content).toMatch(/^message 2/);
    expect(reads).toEqual(['1', '2', '3', '4', '2']);
  });

  it('chooses: what is too old goes, then the oldest, until the rest fits [S0-15]', () => {
    const cached = [30, 10, 20, 40].map((usedAt) => ({ usedAt, bytes: 100 }));
    const ages = (limit: number, since: number) =>
      chooseEvictions(cached, limit, since).map(({ usedAt }) => usedAt);
    expect(ages(400, 0)).toEqual([]);
    expect(ages(399, 0)).toEqual([10]);
    expect(ages(150, 0)).toEqual([10, 20, 30]);
    expect(ages(400, 25)).toEqual([10, 20]);
    fc.assert(
      fc.property(
        fc.array(fc.record({ usedAt: fc.nat(50), bytes: fc.nat(100) })),
        fc.nat(500),
        fc.nat(60),
        (all, limit, since) => {
          const evicted = new Set(chooseEvictions(all, limit, since));
          const kept = all.filter((item) => !evicted.has(item));
          expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(limit);
          expect(kept.every(({ usedAt }) => usedAt >= since)).toBe(true);
          for (const item of evicted)
            expect(kept.every(({ usedAt }) => usedAt >= item.usedAt)).toBe(true);
        },
      ),
    );
  });

  it('says so when the source is gone, and when nobody can read it [S0-05]', async () => {
    gone.add('9');
    const ref = await world.files.createLazy(conversationId, lazy('9'));
    await expect(read(ref.id)).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    const foreign = await world.files.createLazy(conversationId, {
      ...lazy('1'),
      source: { type: 'nobody', id: '1' },
    });
    await expect(read(foreign.id)).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    gone.clear();
    expect((await read(ref.id)).content).toMatch(/^message 9/);
  });

  it('brings back a cached file that somebody took away [S0-15]', async () => {
    const ref = await world.files.createLazy(conversationId, lazy('5'));
    await read(ref.id);
    const { rmSync } = await import('node:fs');
    rmSync(world.path(conversationId, 'history'), { recursive: true });
    expect((await read(ref.id)).content).toMatch(/^message 5/);
  });
});

describe('upkeep', () => {
  it('drops what expired, except what is pinned [S0-02]', async () => {
    const file = { ...toolFile('x'), expiresAt: world.time.now + 10 };
    const dies = await world.files.create(conversationId, file);
    const stays = await world.files.create(conversationId, file);
    await world.files.pin({ conversationId, id: stays.id, pinned: true });
    world.time.now += 10;
    await expect(read(dies.id)).rejects.toMatchObject({ code: 'CONTEXT_FILE_NOT_FOUND' });
    expect(
      (await world.files.list({ conversationId, limit: 50 })).items.map(({ id }) => id),
    ).toEqual([stays.id]);
    expect(await world.files.clean()).toEqual({ files: 1, bytes: 1 });
    expect(
      filesBelow(world.path(conversationId)).filter((name) => name.startsWith('artifacts')),
    ).toHaveLength(1);
    expect((await read(stays.id)).content).toBe('x');
  });

  it('packs big files; every function works on as before [S1-20]', async () => {
    const content = Array.from(
      { length: 60_000 },
      (_, index) => `第 ${index} 行 of a long log ${index % 977}`,
    ).join('\n');
    const ref = await world.files.create(conversationId, toolFile(content, 'big'));
    const noise = randomBytes(1 << 20);
    await world.files.create(conversationId, toolFile(noise, 'noise'));
    const small = await world.files.create(conversationId, toolFile('small'));
    const request = {
      conversationId,
      id: ref.id,
      pattern: '^第 5999\\d 行',
      maxResults: 3,
      contextLines: 1,
      caseSensitive: false,
    };
    const look = async () => ({
      page: await world.files.read({ conversationId, id: ref.id, offset: 1_000_001, limit: 5000 }),
      tail: await world.files.tail({ conversationId, id: ref.id, lines: 20 }),
      grep: await world.files.grep(request, new AbortController().signal),
    });
    const before = await look();
    expect(before.grep.totalMatches).toBe(10);
    const freed = await world.files.clean();
    expect(freed.files).toBe(1);
    const packed = world.path(conversationId, 'artifacts/tool/big.txt.gz');
    expect(existsSync(world.path(conversationId, 'artifacts/tool/big.txt'))).toBe(false);
    expect(freed.bytes).toBe(Buffer.byteLength(content) - statSync(packed).size);
    expect(gunzipSync(readFileSync(packed)).toString()).toBe(content);
    expect(await look()).toEqual(before);
    const usage = await world.files.usage();
    expect(usage).toMatchObject({
      conversations: 1,
      files: 3,
      bytes: Buffer.byteLength(content) + noise.length + 5,
    });
    expect(usage.storedBytes).toBe(usage.bytes - freed.bytes);
    expect((await read(small.id)).content).toBe('small');
    await world.files.remove({ conversationId, id: ref.id });
    expect(existsSync(packed)).toBe(false);
  });
});

describe('quota', () => {
  it('refuses with a code what does not fit, also halfway through a stream, and leaves nothing [S0]', async () => {
    const limited = world.another({ limits: { conversationBytes: 1000, totalBytes: 1500 } });
    await limited.create(conversationId, toolFile('x'.repeat(900)));
    let produced = 0;
    const endless = async function* () {
      for (;;) {
        produced += 1;
        yield 'x'.repeat(60);
      }
    };
    await expect(limited.create(conversationId, toolFile('x'.repeat(101)))).rejects.toMatchObject({
      code: 'CONTEXT_FILE_QUOTA',
    });
    world.settings.redactSecrets = false;
    await expect(limited.create(conversationId, toolFile(endless()))).rejects.toMatchObject({
      code: 'CONTEXT_FILE_QUOTA',
    });
    expect(produced).toBe(2);
    expect(
      filesBelow(world.path(conversationId)).filter((name) => /artifacts|incoming/.test(name)),
    ).toHaveLength(1);
    await limited.create('c2', toolFile('x'.repeat(500)));
    await expect(limited.create('c3', toolFile('x'.repeat(101)))).rejects.toMatchObject({
      code: 'CONTEXT_FILE_QUOTA',
    });
    await limited.create(conversationId, toolFile('x'.repeat(100)));
  });

  it('takes 200 MB in constant memory [S0]', async () => {
    const line = `${'一行文字 of a very long log '.repeat(40)}\n`;
    const total = 200 * 1024 * 1024;
    const bytes = Buffer.byteLength(line);
    let max = 0;
    let looked = 0;
    const content = async function* () {
      for (let sent = 0; sent < total; sent += 64 * bytes) {
        yield line.repeat(64);
        if (sent >= looked) {
          looked += 16 * 1024 * 1024;
          max = Math.max(max, heldMemory());
        }
      }
    };
    const before = heldMemory();
    const ref = await world.files.create(conversationId, toolFile(content()));
    expect(ref.byteSize).toBeGreaterThanOrEqual(total);
    expect(max - before).toBeLessThan(50 * 1024 * 1024);
    const tail = await world.files.tail({ conversationId, id: ref.id, lines: 1 });
    expect(tail.content).toBe(line);
  });
});
