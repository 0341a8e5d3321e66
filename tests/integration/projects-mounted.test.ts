import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { mountSmallDisk, type SmallDisk } from '#tests/helpers/small-disk.ts';

let test: TestApp;
let disk: SmallDisk;
let path: string;

beforeEach(async () => {
  test = await createTestApp();
  disk = mountSmallDisk(join(test.folder, 'disk'), 1);
  path = join(disk.path, 'book');
  mkdirSync(path);
  writeFileSync(join(path, '01.md'), '# 一\n\n雪落了一夜。\n');
});
afterEach(async () => {
  await test.app.close();
  disk.remove();
  await test.close();
});

it('a folder on a medium that can only be read, in which no book was ever kept, opens to be read [F17]', async () => {
  disk.setReadOnly(true);
  const { projectId, readOnly, documents } = await test.call('projects:open', { path });
  expect(readOnly).toBe(true);
  const [{ documentId } = { documentId: '' }] = documents;
  const { text } = await test.call('documents:read', { projectId, documentId });
  expect(text).toContain('雪落了一夜');
  expect(await test.call('projects:writer', { projectId })).toEqual({ writer: 'unwritable' });
  disk.setReadOnly(false);
  expect(await test.call('projects:writer', { projectId })).toEqual({ writer: 'nobody' });
  expect((await test.call('projects:takeOver', { projectId })).readOnly).toBe(false);
});

it('a book on a full disk is said to be on a full disk, and can be written once there is room [F17]', async () => {
  disk.fill();
  const { projectId, readOnly } = await test.call('projects:open', { path });
  expect(readOnly).toBe(true);
  expect(await test.call('projects:writer', { projectId })).toEqual({ writer: 'full' });
  disk.free();
  expect(await test.call('projects:writer', { projectId })).toEqual({ writer: 'nobody' });
});
