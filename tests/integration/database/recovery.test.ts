import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recoverDatabase } from '#main/db/recovery/recover.ts';
import { writeBook } from '#tests/helpers/book.ts';
import { callTo } from '#tests/helpers/serve.ts';
import { namesIn, type Sitting, startSitting, waitForBackup } from '#tests/helpers/sitting.ts';

const logger = { log: () => {} };

let folder: string;
let data: string;
let book: string;
let sitting: Sitting;
const added = Array.from({ length: 30 }, (_, index) => `约束${String(index).padStart(2, '0')}`);

const begin = async (): Promise<void> => {
  sitting = await startSitting(data, book);
};
const addAll = async (): Promise<void> => {
  for (const text of added) await sitting.addConstraint(text);
};
const inData = (name: string): string => join(data, name);
const removeDatabase = (): void => {
  for (const suffix of ['', '-wal', '-shm'])
    rmSync(inData(`fabula.sqlite${suffix}`), { force: true });
};
/** The parts of the database, and its backups, in which some bytes still are. */
const filesWith = async (text: string): Promise<string[]> =>
  (await namesIn(data, /^fabula\./)).filter((name) => readFileSync(inData(name)).includes(text));
const damage = (name: string): void => writeFileSync(inData(name), '这不是数据库'.repeat(500));

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-recovery-'));
  data = join(folder, 'data');
  book = writeBook(folder, 2, 2);
  await begin();
});

afterEach(async () => {
  await sitting.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe('a sitting that is killed', () => {
  it('tells of changes that are gone with the end of the log, wherever that was cut', async () => {
    await sitting.addConstraint('约束');
    await sitting.kill();
    const { size } = statSync(inData('fabula.sqlite-wal'));
    const told: string[][] = [];
    for (let part = 1; part < 12; part += 1) {
      const copy = join(folder, `cut-${part}`);
      cpSync(data, copy, { recursive: true });
      truncateSync(join(copy, 'fabula.sqlite-wal'), Math.floor((size * part) / 12));
      const found = recoverDatabase({ folder: copy, binding: null, clock: Date, logger });
      found.database.close();
      told.push(found.notices.map(({ code }) => code));
    }
    expect(told.filter((codes) => codes.length === 0)).toEqual([]);
  });

  it('has been backed up while it ran, and is whole without its log', async () => {
    await addAll();
    await waitForBackup(data, added.length);
    await sitting.kill();
    rmSync(inData('fabula.sqlite-wal'));
    await begin();
    expect(await sitting.constraints()).toEqual(added);
    expect(await sitting.notices()).toEqual([]);
  });

  it('is backed up by the next start before anything else happens', async () => {
    await addAll();
    await sitting.kill();
    rmSync(inData('fabula.backup.sqlite'), { force: true });
    await begin();
    await waitForBackup(data, added.length);
    expect(await namesIn(data, /^fabula\.backup\.sqlite$/)).toHaveLength(1);
  });

  it('tells at the next start when its latest changes went with a lost log', async () => {
    await sitting.end();
    await begin();
    await addAll();
    await sitting.kill();
    rmSync(inData('fabula.sqlite-wal'));
    await begin();
    expect(await sitting.constraints()).not.toEqual(added);
    expect(await sitting.notices()).toEqual(['DATABASE_CHANGES_LOST']);
    // Said once: from now on this is how things are.
    await sitting.kill();
    await begin();
    expect(await sitting.notices()).toEqual([]);
  });

  it('tells at the next start when its log was damaged in the middle', async () => {
    await sitting.end();
    await begin();
    await addAll();
    await sitting.kill();
    const log = readFileSync(inData('fabula.sqlite-wal'));
    log.fill(0, Math.floor(log.length / 2), Math.floor(log.length / 2) + 4096);
    writeFileSync(inData('fabula.sqlite-wal'), log);
    await begin();
    expect(await sitting.notices()).toEqual(['DATABASE_CHANGES_LOST']);
  });
});

describe('a database that is not the one that was left', () => {
  beforeEach(async () => {
    await addAll();
    await sitting.end();
  });

  it.each([
    ['gone', removeDatabase],
    [
      'gone while its log is still there',
      () => {
        removeDatabase();
        writeFileSync(inData('fabula.sqlite-wal'), 'a log without its database');
      },
    ],
    ['empty', () => truncateSync(inData('fabula.sqlite'))],
  ])('is replaced by its backup when it is %s, and that is said', async (_state, spoil) => {
    spoil();
    await begin();
    expect(await sitting.notices()).toEqual(['DATABASE_RESTORED']);
    expect(await sitting.constraints()).toEqual(added);
    // Nor does its end put anything emptier over the backup.
    expect(await sitting.end()).toBe(0);
    removeDatabase();
    await begin();
    expect(await sitting.constraints()).toEqual(added);
  });

  it('is replaced by its backup when an older copy was put in its place, which is kept aside', async () => {
    copyFileSync(inData('fabula.sqlite'), join(folder, 'older.sqlite'));
    await begin();
    await sitting.addConstraint('新添的一条');
    expect(await sitting.end()).toBe(0);
    copyFileSync(join(folder, 'older.sqlite'), inData('fabula.sqlite'));
    await begin();
    expect(await sitting.notices()).toEqual(['DATABASE_RESTORED']);
    expect(await sitting.constraints()).toContain('新添的一条');
    expect(await namesIn(data, /^fabula\.sqlite\.replaced-\d+$/)).toHaveLength(1);
  });

  it('is replaced by an older generation when the newest backup is damaged too', async () => {
    await begin();
    await sitting.addConstraint('新添的一条');
    expect(await sitting.end()).toBe(0);
    expect(await namesIn(data, /^fabula\.backup-\d+\.sqlite$/)).not.toEqual([]);
    damage('fabula.sqlite');
    damage('fabula.backup.sqlite');
    await begin();
    expect(await sitting.notices()).toEqual(['DATABASE_CORRUPT', 'DATABASE_CHANGES_LOST']);
    // What the generation does not have stands in the book's folder.
    expect(await sitting.constraints()).toEqual(['新添的一条', ...added]);
  });

  it('makes place for an empty one when no backup can be read either; each is kept once', async () => {
    const names = ['fabula.sqlite', ...(await namesIn(data, /^fabula\.backup.*\.sqlite$/))];
    for (const name of names) damage(name);
    await begin();
    expect(await sitting.notices()).toEqual(['DATABASE_LOST']);
    // The constraints are records of the book's folder: they come back from there [B1].
    expect(await sitting.constraints()).toEqual(added);
    await sitting.kill();
    await begin();
    expect(await sitting.notices()).toEqual([]);
    expect(await sitting.end()).toBe(0);
    for (const name of names) {
      const kept = await namesIn(
        data,
        new RegExp(`^${name.replaceAll('.', '\\.')}\\.damaged-\\d+$`),
      );
      expect(kept).toHaveLength(1);
    }
    // The same damage again leaves no second copy of it.
    damage('fabula.sqlite');
    await begin();
    expect(await namesIn(data, /^fabula\.sqlite\.damaged-/)).toHaveLength(1);
  });
});

describe('what the writer wants forgotten', () => {
  it('is in no generation of the backup and nowhere in the database any more', async () => {
    await sitting.addConstraint('canary-forgotten');
    await waitForBackup(data, 1);
    expect(await filesWith('canary-forgotten')).toContain('fabula.backup.sqlite');
    await callTo(sitting.served, 'projects:forget', { projectId: sitting.projectId });
    expect(await filesWith('canary-forgotten')).toEqual([]);
    expect(await namesIn(data, /^fabula\.backup.*\.sqlite$/)).toEqual(['fabula.backup.sqlite']);
  });
});
