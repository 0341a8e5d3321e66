import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let folder: string;
let test: TestApp;
let book: string;
let projectId: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-places-'));
  test = await createTestApp();
  book = join(folder, '雪线');
  mkdirSync(book);
  writeFileSync(join(book, '01.md'), '# 第一章\n\n雪下了一夜。\n');
  ({ projectId } = await test.call('projects:open', { path: book, language: 'zh-CN' }));
});
afterAll(async () => {
  await test.close();
  rmSync(folder, { recursive: true, force: true });
});

const backups = async () => (await test.call('projects:backups:list', { projectId })).items;

it('a book as one file says what it holds, and comes among the documents when nobody says where [B9]', async () => {
  const path = join(folder, 'book.fabula');
  const { bytes } = await test.call('projects:bundle:export', { projectId, path });
  const elsewhere = await createTestApp();
  try {
    const into = join(elsewhere.platform.paths.documents, 'Fabula', '雪线');
    const seen = await elsewhere.call('projects:bundle:preview', { path });
    expect(seen).toMatchObject({ name: '雪线', bytes, isHere: false, into });
    expect((await elsewhere.call('projects:list', {})).items).toEqual([]);
    const taken = await elsewhere.call('projects:bundle:import', { path });
    expect(taken).toEqual({ projectId, path: into });
    const again = await elsewhere.call('projects:bundle:preview', { path });
    expect(again).toMatchObject({ isHere: true, into: `${into} 2` });
    const letters = join(folder, 'letters.fabula');
    writeFileSync(letters, 'my letters');
    const refused = await elsewhere.fail('projects:bundle:preview', { path: letters });
    expect(refused).toBe('ARCHIVE_DAMAGED');
  } finally {
    await elsewhere.close();
  }
});

it('a folder whose id leads elsewhere takes nothing with it when the book is forgotten [B8]', async () => {
  await test.call('projects:backups:create', { projectId });
  const path = join(folder, 'from the net');
  mkdirSync(join(path, '.fabula'), { recursive: true });
  writeFileSync(join(path, '01.md'), '# One\n');
  const file = join(path, '.fabula', 'project.json');
  writeFileSync(file, JSON.stringify({ formatVersion: 1, projectId: '..' }));
  const opened = await test.call('projects:open', { path });
  expect(opened.projectId).not.toBe('..');
  await test.call('projects:forget', { projectId: opened.projectId });
  const left = readdirSync(test.platform.paths.data);
  expect(left).toEqual(expect.arrayContaining(['backups', 'fabula.sqlite']));
  expect(await backups()).toHaveLength(1);
});

it('no backup is made of a folder that is away, so that the earlier ones stay [B8]', async () => {
  const before = await backups();
  const away = `${book} on a disk that was taken out`;
  renameSync(book, away);
  const code = await test.fail('projects:backups:create', { projectId });
  renameSync(away, book);
  expect([code, await backups()]).toEqual(['PROJECT_FOLDER_MISSING', before]);
});
