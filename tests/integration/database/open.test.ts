import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#main/app.ts';
import { openDatabase } from '#main/db/open.ts';
import { AppError, type ErrorCode } from '#shared/errors.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { writeBook } from '#tests/helpers/book.ts';

let test: TestApp;
let file: string;

const codeOfStart = async (): Promise<ErrorCode | 'none'> => {
  try {
    await (await createApp(test.platform)).close();
    return 'none';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

beforeEach(async () => {
  test = await createTestApp({ isFolderEmpty: true });
  file = join(test.platform.paths.data, 'fabula.sqlite');
});

afterEach(() => test.close());

describe('the database of a data folder', () => {
  it('is kept aside when it is damaged; the last backup takes its place, and that is said', async () => {
    const { projectId, path } = await test.call('projects:open', {
      path: writeBook(test.folder, 2, 2),
    });
    await test.call('constraints:create', { projectId, type: 'plot', text: '不可丢失' });
    await test.app.close();
    writeFileSync(file, '这不是数据库'.repeat(500));
    test.app = await createApp(test.platform, { checkOutputs: true });
    const { notices } = await test.call('host:capabilities', {});
    expect(notices.map((notice) => notice.code)).toEqual(['DATABASE_CORRUPT']);
    await test.call('projects:open', { path });
    const { items } = await test.call('constraints:list', { projectId });
    expect(items.map((item) => item.text)).toEqual(['不可丢失']);
    const kept = readdirSync(test.platform.paths.data).filter((name) => name.includes('.damaged-'));
    expect(kept).toHaveLength(1);
  });

  it('is refused untouched when a newer program wrote it', async () => {
    await test.app.close();
    const database = new BetterSqlite3(file);
    const version = database.pragma('user_version', { simple: true });
    database.pragma('user_version = 9999');
    database.close();
    expect(await codeOfStart()).toBe('DATABASE_NEWER');
    const after = new BetterSqlite3(file);
    expect(after.pragma('user_version', { simple: true })).toBe(9999);
    after.pragma(`user_version = ${version}`);
    after.close();
    test.app = await createApp(test.platform);
  });

  it('answers DATABASE_LOCKED while another program holds it', async () => {
    await test.app.close();
    const holder = new BetterSqlite3(file);
    holder.pragma('locking_mode = EXCLUSIVE');
    holder.exec('BEGIN EXCLUSIVE');
    try {
      expect(await codeOfStart()).toBe('DATABASE_LOCKED');
    } finally {
      holder.exec('ROLLBACK');
      holder.close();
    }
    test.app = await createApp(test.platform);
  });

  it('answers DATA_FOLDER_UNWRITABLE where a folder cannot be made', () => {
    const blocked = join(test.folder, 'a-file');
    writeFileSync(blocked, '');
    const open = (): void => {
      openDatabase(join(blocked, 'data'), null, test.platform.clock, test.platform.logger);
    };
    expect(open).toThrowError(expect.objectContaining({ code: 'DATA_FOLDER_UNWRITABLE' }));
  });
});
