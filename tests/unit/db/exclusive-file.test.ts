import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { holdFile } from '#main/db/exclusive-file.ts';

let base: string;
let file: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fabula-hold-'));
  file = join(base, 'exchanges', 'book');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

it('gives a file to one, to the next when that one is done, and writes nothing [N16 B5]', () => {
  const first = holdFile(file, null);
  expect(first).not.toBeNull();
  expect(holdFile(file, null)).toBeNull();
  expect(holdFile(`${file} of another`, null)).not.toBeNull();
  first?.release();
  first?.release();
  const second = holdFile(file, null);
  expect(second).not.toBeNull();
  expect(holdFile(file, null)).toBeNull();
  second?.release();
  expect(readdirSync(join(base, 'exchanges'))).toEqual(['book', 'book of another']);
  const { size, mode } = statSync(file);
  expect([size, mode & 0o777]).toEqual([0, 0o600]);
});

it('keeps nobody from a look where no file can be made [N16 F18]', () => {
  chmodSync(base, 0o500);
  rmSync(join(base, 'exchanges'), { recursive: true, force: true });
  const hold = holdFile(file, null);
  expect(hold).not.toBeNull();
  hold?.release();
  chmodSync(base, 0o700);
});
