import {
  chmodSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mountSmallDisk } from '#tests/helpers/small-disk.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { jpegOf, segment } from '#tests/helpers/jpeg.ts';

let here: TestApp;
let there: TestApp;
let projectId = '';
let entityId = '';
let path = '';

const picture = jpegOf({ width: 512, height: 512 });
const set = (image: Buffer | null) =>
  here.call('knowledge:portraits:set', {
    ...{ projectId, entityId, image: image === null ? null : image.toString('base64') },
  });
const read = async (test: TestApp, id = projectId) =>
  (await test.call('knowledge:portraits:read', { projectId: id, entityId })).image;
const folder = () => join(path, '.fabula', 'portraits');

beforeAll(async () => {
  [here, there] = [await createTestApp(), await createTestApp()];
  path = join(here.folder, 'novel');
  mkdirSync(path);
  writeFileSync(join(path, '01.md'), '# 一\n\n林远等在灯下。\n');
  ({ projectId } = await here.call('projects:open', { path, language: 'zh-CN' }));
  ({ entityId } = await here.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '林远', summary: '', fence: { neverSend: true } },
  }));
});
afterAll(async () => {
  await here.close();
  await there.close();
});

describe('portraits of the codex [W6]', () => {
  it('lie in the book’s folder without what a camera noted, and travel with a bundle', async () => {
    const noted = jpegOf({
      ...{ width: 512, height: 512 },
      notes: [segment(0xe1, Buffer.from('Exif\0\0where it was taken'))],
    });
    await set(noted);
    expect(readFileSync(join(folder(), `${entityId}.jpg`))).toEqual(picture);
    expect(await read(here)).toBe(picture.toString('base64'));
    const bundle = join(here.folder, 'book.fabula');
    await here.call('projects:bundle:export', { projectId, path: bundle });
    const taken = join(there.folder, 'taken');
    const restored = await there.call('projects:bundle:import', { path: bundle, into: taken });
    expect(await read(there, restored.projectId)).toBe(picture.toString('base64'));
  });

  it('refuse what is no picture by its bytes, one too large, and an entry that is not there: nothing changed', async () => {
    const before = readFileSync(join(folder(), `${entityId}.jpg`));
    const bad = [
      Buffer.from('<svg/>'),
      jpegOf({ width: 60_000, height: 60_000 }),
      picture.subarray(0, -3),
    ];
    for (const image of bad) await expect(set(image)).rejects.toThrow('PORTRAIT_INVALID');
    await expect(set(Buffer.alloc(2_000_000))).rejects.toThrow('INVALID_INPUT');
    for (const id of ['gone', '../../../outside', '..']) {
      const asked = { projectId, entityId: id, image: picture.toString('base64') };
      await expect(here.call('knowledge:portraits:set', asked)).rejects.toThrow('ENTITY_NOT_FOUND');
    }
    expect(readFileSync(join(folder(), `${entityId}.jpg`))).toEqual(before);
    expect(readdirSync(folder())).toHaveLength(1);
  });

  it('say that a file which came damaged cannot be shown, follow no link, and are taken away', async () => {
    writeFileSync(join(folder(), `${entityId}.jpg`), 'no picture at all');
    await expect(read(here)).rejects.toThrow('PORTRAIT_INVALID');
    await set(null);
    expect(await read(here)).toBeNull();
    const outside = join(here.folder, 'outside');
    mkdirSync(outside);
    rmSync(folder(), { recursive: true });
    symlinkSync(outside, folder());
    await expect(set(picture)).rejects.toThrow('FILE_WRITE_FAILED');
    expect(readdirSync(outside)).toEqual([]);
    rmSync(folder());
    // A file in the folder's place.
    writeFileSync(folder(), '');
    await expect(set(picture)).rejects.toThrow('FILE_WRITE_FAILED');
    expect((await here.call('knowledge:portraits:list', { projectId })).items).toEqual([]);
  });

  it('say that they may not be looked at, and call nothing damaged that is not', async () => {
    rmSync(folder(), { recursive: true, force: true });
    await set(picture);
    const list = () => here.call('knowledge:portraits:list', { projectId });
    const isRoot = process.geteuid?.() === 0;
    // Whom rights do not bind is somebody else for a while.
    if (isRoot) chmodSync(path, 0o700);
    else chmodSync(folder(), 0);
    if (isRoot) process.seteuid?.(65534);
    try {
      await expect(list()).rejects.toThrow('PORTRAIT_UNREADABLE');
      await expect(read(here)).rejects.toThrow('PORTRAIT_UNREADABLE');
    } finally {
      if (isRoot) process.seteuid?.(0);
      else chmodSync(folder(), 0o700);
    }
    expect((await list()).items).toHaveLength(1);
    expect(await read(here)).toBe(picture.toString('base64'));
  });

  it('keep the one that was there when the disk is full, and leave no half of another', async () => {
    const disk = mountSmallDisk(join(here.folder, 'small'), 1);
    try {
      const book = join(disk.path, 'novel');
      mkdirSync(book);
      writeFileSync(join(book, '01.md'), '# 一\n\n林远等在灯下。\n');
      const opened = await here.call('projects:open', { path: book, language: 'zh-CN' });
      const scope = { projectId: opened.projectId };
      const entry = await here.call('knowledge:entities:create', {
        ...{ ...scope, kind: 'character', name: '林远', summary: '' },
      });
      const put = (image: Buffer) =>
        here.call('knowledge:portraits:set', {
          ...{ ...scope, entityId: entry.entityId, image: image.toString('base64') },
        });
      await put(picture);
      disk.fill();
      await expect(put(jpegOf({ width: 600, height: 600 }))).rejects.toThrow('DISK_FULL');
      const there = join(book, '.fabula', 'portraits');
      expect(readdirSync(there)).toEqual([`${entry.entityId}.jpg`]);
      expect(readFileSync(join(there, `${entry.entityId}.jpg`))).toEqual(picture);
      disk.free();
      await here.call('projects:close', scope);
    } finally {
      disk.remove();
    }
  });
});
