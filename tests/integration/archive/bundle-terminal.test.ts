import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openBookArchive } from '#main/archive/book-archive.ts';
import type { Manifest } from '#main/archive/manifest.ts';
import { runFabula } from '#tests/helpers/serve.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-bundle-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const manifestOf = async (path: string): Promise<Omit<Manifest, 'createdAt'>> => {
  const archive = await openBookArchive(path);
  archive.close();
  const { createdAt: _when, ...rest } = archive.manifest;
  return rest;
};

it('a book goes to one file and into an empty data folder from the terminal, equal, and over nothing [B9]', {
  timeout: 300_000,
}, async () => {
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  const book = join(folder, '雪线');
  mkdirSync(book);
  writeFileSync(join(book, '01.md'), '# 第一章\n\n雪下了一夜。\n');
  const file = join(folder, '雪线.fabula');
  const exporting = ['bundle', 'export', book, file, '--data-dir', first];
  const noBook = await runFabula(exporting);
  expect([noBook.code, noBook.stderr.split(':')[0]]).toEqual([1, 'PROJECT_NOT_FOUND']);
  const into = ['import', join(book, '01.md'), '--project', book, '--data-dir', first];
  expect((await runFabula(into)).stderr).toContain('PROJECT_NOT_FOUND');
  expect([readdirSync(book), existsSync(file)]).toEqual([['01.md'], false]);
  await runFabula(['call', 'projects:open', JSON.stringify({ path: book }), '--data-dir', first]);
  const made = await runFabula(exporting);
  expect([made.code, made.stderr]).toEqual([0, '']);
  expect(made.stdout).toContain(file);

  const again = await runFabula([...exporting, '--json']);
  expect([again.code, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toContain('EXPORT_FILE_EXISTS');

  const taken = await runFabula(['bundle', 'import', file, '--json', '--data-dir', second]);
  expect([taken.code, taken.stderr]).toEqual([0, '']);
  const { path } = JSON.parse(taken.stdout);
  expect(path).toBe(join(second, 'documents', 'Fabula', '雪线'));
  expect(readFileSync(join(path, '01.md'))).toEqual(readFileSync(join(book, '01.md')));
  const back = join(folder, 'back.fabula');
  const exported = await runFabula(['bundle', 'export', path, back, '--data-dir', second]);
  expect(exported.code).toBe(0);
  expect(await manifestOf(back)).toEqual(await manifestOf(file));
});

it('what is no file of a book is refused with the exit code of a failure, and nothing is written [B9]', {
  timeout: 300_000,
}, async () => {
  const data = join(folder, 'data');
  const letters = join(folder, 'letters.fabula');
  writeFileSync(letters, 'my letters');
  const into = join(folder, 'novel');
  const refused = await runFabula([
    ...['bundle', 'import', letters, '--into', into, '--data-dir', data],
  ]);
  expect([refused.code, refused.stdout, existsSync(into)]).toEqual([1, '', false]);
  expect(refused.stderr).toContain('ARCHIVE_DAMAGED');
  const unclear = await runFabula(['bundle', 'import']);
  expect([unclear.code, unclear.stdout]).toEqual([2, '']);
});
