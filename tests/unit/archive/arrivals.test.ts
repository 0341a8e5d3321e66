import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createArrivals, type Placement } from '#main/archive/arrivals.ts';

let base: string;
let data: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fabula-arrivals-'));
  data = join(base, 'data');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** What a process that is no more wrote down, and the files it had made by then. */
const leave = (placement: Placement | null, made: readonly string[]): string => {
  const staging = join(base, '.fabula-import-killed');
  for (const path of made) mkdirSync(join(base, path), { recursive: true });
  mkdirSync(join(data, 'arrivals'), { recursive: true });
  const note = { pid: 999_999_999, started: '1', staging, placement };
  writeFileSync(join(data, 'arrivals', 'a.json'), JSON.stringify(note));
  return staging;
};

const takeBack = async (): Promise<string[]> => {
  const removed: string[] = [];
  await createArrivals(data).takeBackLeft((projectId) => removed.push(projectId));
  return removed;
};

it('a book that was being unpacked goes, and nobody asks for its rows [B9]', async () => {
  const staging = leave(null, ['.fabula-import-killed/book']);
  expect([await takeBack(), existsSync(staging)]).toEqual([[], false]);
  expect(readdirSync(join(data, 'arrivals'))).toEqual([]);
});

it('a book that had not reached its place goes with its rows and its files [B9]', async () => {
  const files = [join(data, 'context', 'c1'), join(data, 'context', 'c2')];
  leave({ projectId: 'p1', files }, ['.fabula-import-killed/book', 'data/context/c1']);
  expect(await takeBack()).toEqual(['p1']);
  expect(readdirSync(join(data, 'context'))).toEqual([]);
});

it('a book that had reached its place stays with all that is its own [B9]', async () => {
  const files = [join(data, 'context', 'c1')];
  const staging = leave({ projectId: 'p1', files }, ['.fabula-import-killed', 'data/context/c1']);
  expect([await takeBack(), existsSync(staging)]).toEqual([[], false]);
  expect(readdirSync(join(data, 'context'))).toEqual(['c1']);
});

it('a disk that is not there now keeps its note for the next start [B9]', async () => {
  const staging = leave(null, []);
  const note = { pid: 999_999_999, started: '1', staging: join(base, 'usb', '.fabula-import-x') };
  const text = JSON.stringify({ ...note, placement: null });
  writeFileSync(join(data, 'arrivals', 'a.json'), text);
  await takeBack();
  expect([existsSync(staging), readdirSync(join(data, 'arrivals'))]).toEqual([false, ['a.json']]);
});

it('a note takes away nothing but what such a folder is called and lies among the books own files [B9]', async () => {
  const own = join(data, 'keys');
  const files = [own, data, join(data, 'context'), join(data, 'context', '..', 'keys')];
  leave({ projectId: 'p1', files }, ['.fabula-import-killed/book', 'data/keys', 'data/context']);
  await takeBack();
  expect([existsSync(own), existsSync(join(data, 'context'))]).toEqual([true, true]);
  const letters = join(base, 'letters');
  mkdirSync(letters);
  const note = { pid: 999_999_999, started: '1', staging: letters, placement: null };
  writeFileSync(join(data, 'arrivals', 'b.json'), JSON.stringify(note));
  await takeBack();
  expect(existsSync(letters)).toBe(true);
});
