import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeBook } from '#tests/helpers/book.ts';
import { callTo, runFabula } from '#tests/helpers/serve.ts';
import { startSitting } from '#tests/helpers/sitting.ts';
import { mountSmallDisk } from '#tests/helpers/small-disk.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A stack of JavaScript, or an error of the system nobody put into words. */
const rawError = /^ {4}at |node:|SqliteError|EACCES|EROFS|ENOTDIR/m;

describe('a data folder that cannot be written', () => {
  const commands = (data: string): [string, string[]][] => [
    ['call', ['call', 'settings:get', '{}', '--data-dir', data]],
    ['serve', ['serve', '--no-open', '--json', '--port', '0', '--data-dir', data]],
    ['inspect', ['inspect', '--sample', 'en', '--data-dir', data]],
  ];

  const expectRefusal = async (data: string, code: string): Promise<void> => {
    for (const [name, args] of commands(data)) {
      const { code: exit, stdout, stderr } = await runFabula(args);
      expect([name, exit]).toEqual([name, 1]);
      expect(stderr).toContain(`${code}: `);
      expect(stderr).toContain(data);
      expect(stderr).not.toMatch(rawError);
      if (name === 'call') {
        expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code } });
      } else expect(stdout).toBe('');
    }
  };

  it('is named at once by every command where it is a file', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expectRefusal(join(folder, 'file'), 'DATA_FOLDER_UNWRITABLE');
    await expectRefusal(join(folder, 'file', 'data'), 'DATA_FOLDER_UNWRITABLE');
  });

  it('is named at once by every command where its disk is read-only, whether it is there or not', async () => {
    const disk = mountSmallDisk(join(folder, 'disk'), 8);
    try {
      disk.setReadOnly(true);
      await expectRefusal(disk.path, 'DATA_FOLDER_UNWRITABLE');
      await expectRefusal(join(disk.path, 'data'), 'DATA_FOLDER_UNWRITABLE');
    } finally {
      disk.remove();
    }
  });

  it('is called full where its disk is full before the first start', async () => {
    const disk = mountSmallDisk(join(folder, 'disk'), 8);
    try {
      disk.fill();
      await expectRefusal(disk.path, 'DISK_FULL');
    } finally {
      disk.remove();
    }
  });
});

describe('a database that can be read but not written', () => {
  it('says so at the start, shows what it has, refuses changes by name and ends in order', async () => {
    const data = join(folder, 'data');
    const book = writeBook(folder, 2, 2);
    const first = await startSitting(data, book);
    await first.addConstraint('不可丢失');
    expect(await first.end()).toBe(0);
    const file = join(data, 'fabula.sqlite');
    const before = readFileSync(file);
    execFileSync('mount', ['--bind', file, file]);
    try {
      execFileSync('mount', ['-o', 'remount,bind,ro', file]);
      const sitting = await startSitting(data, book);
      expect(await sitting.notices()).toEqual(['DATABASE_READ_ONLY']);
      expect(await sitting.constraints()).toEqual(['不可丢失']);
      await expect(sitting.addConstraint('再添一条')).rejects.toThrow('DATABASE_READ_ONLY');
      const { projectId } = sitting;
      const { documents } = await callTo(sitting.served, 'documents:list', { projectId });
      expect(documents).toHaveLength(2);
      expect(await sitting.end()).toBe(0);
    } finally {
      execFileSync('umount', [file]);
    }
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});
