import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { acquireLock, claimPath, isLockedElsewhere } from '#main/book/projects/lock.ts';

let base: string;
let locks: string;
let root: string;

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'fabula-lock-'));
  locks = join(base, 'locks');
  root = join(base, 'novel');
  await mkdir(join(root, '.fabula'), { recursive: true });
});
afterEach(() => rm(base, { recursive: true, force: true }));

const take = (token: string) => acquireLock({ locks, root, token });

/** What a killed program leaves. */
const leaveDead = async (): Promise<void> => {
  const lock = await take('dead');
  const [name = ''] = await readdir(locks);
  const path = join(locks, name);
  const left: unknown = JSON.parse(await readFile(path, 'utf8'));
  await lock?.release();
  const gone = { host: hostname(), pid: 2 ** 22 + 5, started: '1' };
  await writeFile(path, JSON.stringify({ ...(left as object), ...gone }));
};

it('gives the lock of a dead program to one of many that want it at once, and leaves nothing beside it [F17]', async () => {
  for (let round = 0; round < 30; round += 1) {
    await leaveDead();
    const tokens = Array.from({ length: 8 }, (_, number) => `program ${number}`);
    const taken = (await Promise.all(tokens.map(take))).filter((lock) => lock !== null);
    expect(taken).toHaveLength(1);
    expect(await taken[0]?.holds()).toBe(true);
    expect(await isLockedElsewhere({ locks, root, token: 'another' })).toBe(true);
    expect(await readdir(locks)).toHaveLength(1);
    await taken[0]?.release();
    expect(await readdir(locks)).toEqual([]);
  }
});

it('takes a dead lock whose taker was killed on the way, and not from one that lives [F17]', async () => {
  await leaveDead();
  const [name = ''] = await readdir(locks);
  const dead = await readFile(join(locks, name), 'utf8');
  const first = await take('first');
  expect(await take('second')).toBeNull();
  await first?.release();
  // Somebody had begun to take it, and died too.
  await writeFile(join(locks, name), dead);
  await writeFile(claimPath(join(locks, name), 'dead'), dead.replace('"dead"', '"taker"'));
  const third = await take('third');
  expect(await third?.holds()).toBe(true);
  expect(await readdir(locks)).toEqual([name]);
  await third?.release();
});
