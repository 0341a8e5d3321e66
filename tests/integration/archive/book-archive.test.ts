import { randomBytes } from 'node:crypto';
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
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openBookArchive } from '#main/archive/book-archive.ts';
import { createRowsDatabase } from '#main/archive/book-rows.ts';
import type { Manifest } from '#main/archive/manifest.ts';
import type { Output } from '#shared/contract/index.ts';
import { type AiWorld, createAiWorld, doneOf } from '#tests/helpers/ai-world.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { mountSmallDisk } from '#tests/helpers/small-disk.ts';

let world: AiWorld;
let others: TestApp[];
let folder: string;

const key = 'sk-luci-1234567890';

/** The program on an empty data folder. */
const openElsewhere = async (): Promise<TestApp> => {
  const other = await createTestApp({ localServers: [] });
  others.push(other);
  return other;
};

/** One of each thing a book can have, through the contract alone. */
const fillBook = async (): Promise<void> => {
  const { test, projectId, documentId, server, text } = world;
  await world.connect({ apiKey: key });
  await test.call('documents:snapshots:create', { projectId, documentId });
  await test.call('constraints:create', { projectId, type: 'plot', text: '钥匙不能丢。' });
  await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '林远', summary: '数钥匙的人。' },
  });
  await test.call('memory:rules:create', { projectId, text: '短句。', confidence: 0.9 });
  await test.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
  await test.call('documents:update', { projectId, documentId, fence: null, wordGoal: 2_500 });
  const found = await test.call('manuscript:search', { projectId, query: '石阶' });
  await test.call('manuscript:replace', {
    projectId,
    replacement: '台阶',
    places: found.items.map(({ documentId: id, start, end, match }) => ({
      ...{ documentId: id, start, end, expected: match },
    })),
  });
  server.script({ pieces: ['雪停了。'] });
  doneOf(await world.run({ cursorPosition: 4 }));
  const { conversationId } = await test.call('conversation:create', { projectId, title: '钥匙' });
  await test.call('conversation:attach', {
    conversationId,
    name: '笔记',
    text: '铜的。'.repeat(9),
  });
  await test.call('documents:export:choices:update', { projectId, author: '某人' });
  expect(text).toContain('石阶');
};

const manifestOf = async (path: string): Promise<Manifest> => {
  const archive = await openBookArchive(path);
  archive.close();
  return archive.manifest;
};

const exported = async (test: TestApp, projectId: string, name: string): Promise<Manifest> => {
  const path = join(folder, name);
  await test.call('projects:bundle:export', { projectId, path });
  return manifestOf(path);
};

type Backups = Output<'projects:backups:list'>['items'];
const backups = async (test = world.test): Promise<Backups> =>
  (await test.call('projects:backups:list', { projectId: world.projectId })).items;

/** What lies in a data folder and must not be left there by what failed. */
const leftOvers = (data: string): string[] => {
  const root = join(data, 'backups');
  return existsSync(root) ? readdirSync(root).filter((name) => name.startsWith('.work')) : [];
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fabula-archive-'));
  world = await createAiWorld();
  others = [];
});
afterEach(async () => {
  await world.close();
  for (const other of others) await other.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a book as one file', () => {
  it('makes an equal book in an empty data folder: text, records, versions, conversations and their files [B9]', async () => {
    await fillBook();
    const { test, projectId } = world;
    const packed = await exported(test, projectId, 'book.fabula');
    const elsewhere = await openElsewhere();
    const into = join(elsewhere.folder, 'novel');
    const path = join(folder, 'book.fabula');
    const answer = await elsewhere.call('projects:bundle:import', { path, into });
    expect(answer).toEqual({ projectId, path: into });
    const again = await exported(elsewhere, projectId, 'again.fabula');
    const { createdAt: _one, ...before } = packed;
    const { createdAt: _other, ...after } = again;
    expect(after).toEqual(before);
    const { items } = await elsewhere.call('conversation:list', { projectId });
    const [chat] = items;
    const files = await elsewhere.call('context-files:list', {
      conversationId: chat?.conversationId ?? '',
    });
    expect(files.items.length).toBeGreaterThan(0);
    const [file] = files.items;
    const read = await elsewhere.call('context-files:read', {
      conversationId: chat?.conversationId ?? '',
      id: file?.id ?? '',
      offset: 0,
      limit: 1000,
    });
    expect(read.content).toContain('铜的。');
    expect(await elsewhere.call('ai:models:list', {})).toMatchObject({ items: [] });
  });

  it('holds no key, no permission and no place of this machine [B9]', async () => {
    await fillBook();
    const { test, projectId } = world;
    await test.call('settings:update', { tools: { bash: 'ask' } });
    await exported(test, projectId, 'book.fabula');
    const archive = await openBookArchive(join(folder, 'book.fabula'));
    const rows = (await archive.readRows()).toString('latin1');
    archive.close();
    expect(rows).toContain('projects');
    expect(rows).not.toContain(test.folder);
    expect(rows).not.toContain(key);
    expect(rows).not.toContain(world.server.url);
  });

  it('is another book of its own where the same one is open already, which stays as it is [B9]', async () => {
    await fillBook();
    const { test, projectId } = world;
    const before = await exported(test, projectId, 'before.fabula');
    const into = join(test.folder, 'second');
    const path = join(folder, 'before.fabula');
    const second = await test.call('projects:bundle:import', { path, into });
    expect(second.projectId).not.toBe(projectId);
    const after = await exported(test, projectId, 'after.fabula');
    expect({ ...after, createdAt: 0 }).toEqual({ ...before, createdAt: 0 });
    const texts = async (id: string): Promise<string[]> => {
      const { documents } = await test.call('documents:list', { projectId: id });
      return Promise.all(
        documents.map(
          async ({ documentId }) =>
            (await test.call('documents:read', { projectId: id, documentId })).text,
        ),
      );
    };
    expect(await texts(second.projectId)).toEqual(await texts(projectId));
    // The folder names its records by the same ids in both: none comes in a second time.
    expect(await test.call('projects:sync', second)).toMatchObject({ read: 0, written: 0 });
    const records = async (id: string): Promise<unknown[]> => [
      (await test.call('knowledge:entities:list', { projectId: id })).items,
      (await test.call('constraints:list', { projectId: id })).items,
      (await test.call('memory:rules:list', { projectId: id })).items,
    ];
    expect(await records(second.projectId)).toEqual(await records(projectId));
    expect((await test.call('projects:outside:list', second)).items).toEqual([]);
    const conversations = (id: string) => test.call('conversation:list', { projectId: id });
    const [own, copied] = [await conversations(projectId), await conversations(second.projectId)];
    expect(copied.items.map(({ title }) => title)).toEqual(own.items.map(({ title }) => title));
    const copiedChat = copied.items[0]?.conversationId ?? '';
    expect(copiedChat).not.toBe(own.items[0]?.conversationId);
    const files = await test.call('context-files:list', { conversationId: copiedChat });
    expect(files.items.length).toBeGreaterThan(0);
    const [snapshot] = (await test.call('documents:list', { projectId: second.projectId }))
      .documents;
    expect(snapshot).toBeDefined();
  });

  it('goes over nothing but a file of its own kind, and only when told to [B9]', async () => {
    const { test, projectId } = world;
    const path = join(folder, 'book.fabula');
    writeFileSync(path, 'my letters');
    const again = { projectId, path, replace: true };
    expect(await test.fail('projects:bundle:export', again)).toBe('EXPORT_FILE_EXISTS');
    expect(readFileSync(path, 'utf8')).toBe('my letters');
    rmSync(path);
    await test.call('projects:bundle:export', { projectId, path });
    expect(await test.fail('projects:bundle:export', { projectId, path })).toBe(
      'EXPORT_FILE_EXISTS',
    );
    await test.call('projects:bundle:export', again);
    const inside = { projectId, path: join(test.folder, 'book', 'b.fabula') };
    expect(await test.fail('projects:bundle:export', inside)).toBe('EXPORT_PLACE_INVALID');
    const nowhere = { projectId, path: join(folder, 'no', 'b.fabula') };
    expect(await test.fail('projects:bundle:export', nowhere)).toBe('EXPORT_FOLDER_MISSING');
    expect(readdirSync(folder)).toEqual(['book.fabula']);
  });

  it('comes into no folder that holds something, and leaves nothing when it fails [B9]', async () => {
    const { test, projectId } = world;
    const path = join(folder, 'book.fabula');
    await test.call('projects:bundle:export', { projectId, path });
    const elsewhere = await openElsewhere();
    const into = join(folder, 'taken');
    mkdirSync(into);
    writeFileSync(join(into, 'mine.txt'), 'mine');
    expect(await elsewhere.fail('projects:bundle:import', { path, into })).toBe(
      'IMPORT_FOLDER_TAKEN',
    );
    const deep = join(folder, 'no', 'deeper');
    const missing = await elsewhere.fail('projects:bundle:import', { path, into: deep });
    expect(missing).toBe('PROJECT_FOLDER_MISSING');
    const inFile = join(into, 'mine.txt', 'deeper');
    const within = await elsewhere.fail('projects:bundle:import', { path, into: inFile });
    expect(within).toBe('PROJECT_PATH_IS_FILE');
    expect(readdirSync(folder).sort()).toEqual(['book.fabula', 'taken']);
    expect(readdirSync(into)).toEqual(['mine.txt']);
    expect((await elsewhere.call('projects:list', {})).items).toEqual([]);
  });
});

describe('a backup of a book', () => {
  it('is made once for a state of the book, and gives back another book with the same bytes [B8]', async () => {
    await fillBook();
    const { test, projectId } = world;
    const first = await test.call('projects:backups:create', { projectId });
    expect([first.made, first.items.length, first.items[0]?.verified]).toEqual([true, 1, true]);
    expect((await test.call('projects:backups:create', { projectId })).made).toBe(false);
    const into = join(test.folder, 'restored');
    const backupId = first.items[0]?.backupId ?? '';
    const restored = await test.call('projects:backups:restore', { projectId, backupId, into });
    expect(restored.projectId).not.toBe(projectId);
    for (const name of ['01.md', '02.md']) {
      expect(readFileSync(join(into, name))).toEqual(readFileSync(join(test.folder, 'book', name)));
    }
    const [own, copy] = await Promise.all(
      [projectId, restored.projectId].map((id) => test.call('constraints:list', { projectId: id })),
    );
    expect(copy?.items.map(({ text }) => text)).toEqual(own?.items.map(({ text }) => text));
    expect(leftOvers(test.platform.paths.data)).toEqual([]);
    const open = join(test.folder, 'book');
    const over = { projectId, backupId, into: open };
    expect(await test.fail('projects:backups:restore', over)).toBe('IMPORT_FOLDER_TAKEN');
  });

  it('fails verification for one flipped byte, wherever it is, and says so [B8]', async () => {
    const { test, projectId } = world;
    const { items } = await test.call('projects:backups:create', { projectId });
    const [backup] = items;
    if (!backup) throw new Error('no backup');
    const whole = readFileSync(backup.path);
    const places = Array.from({ length: 60 }, (_, index) =>
      Math.floor((index * whole.length) / 60),
    );
    for (const place of [...places, whole.length - 1]) {
      const flipped = Buffer.from(whole);
      flipped[place] = (flipped[place] ?? 0) ^ 1;
      writeFileSync(backup.path, flipped);
      await expect(openBookArchive(backup.path)).rejects.toMatchObject({ code: 'ARCHIVE_DAMAGED' });
    }
    const { backupId } = backup;
    const after = await test.call('projects:backups:verify', { projectId, backupId });
    expect(after.items.map(({ verified }) => verified)).toEqual([false]);
    expect((await backups()).map(({ verified }) => verified)).toEqual([false]);
    const into = join(folder, 'none');
    const restore = { projectId, backupId, into };
    expect(await test.fail('projects:backups:restore', restore)).toBe('ARCHIVE_DAMAGED');
    expect(existsSync(into)).toBe(false);
    // The book was not backed up as far as anybody knows: the next one is made although nothing changed.
    expect((await test.call('projects:backups:create', { projectId })).made).toBe(true);
  });

  it('does not count while it is half, and what was cut off is cleared away [B8]', async () => {
    const { test, projectId } = world;
    const { data } = test.platform.paths;
    const giveUp = new AbortController();
    const reply = test.app.dispatch(
      'projects:backups:create',
      { projectId },
      { signal: giveUp.signal },
    );
    giveUp.abort();
    expect((await reply).ok).toBe(false);
    expect([await backups(), leftOvers(data)]).toEqual([[], []]);
    // A process that was killed cannot clear away its own.
    const dead = join(data, 'backups', '.work-999999999-1-killed');
    mkdirSync(dead, { recursive: true });
    writeFileSync(join(dead, 'book.fabula'), 'half');
    await test.call('projects:backups:create', { projectId });
    expect([(await backups()).length, leftOvers(data)]).toEqual([1, []]);
  });

  it('is of whole files while the writer goes on writing [B8]', async () => {
    const { test, projectId, documentId } = world;
    let version = (await test.call('documents:read', { projectId, documentId })).version;
    let isDone = false;
    const writing = (async () => {
      for (let count = 0; !isDone; count += 1) {
        const text = `# 渡口\n\n${String(count).repeat(3000)}\n`;
        const input = { projectId, documentId, text, expectedVersion: version };
        version = (await test.call('documents:save', input)).version;
      }
    })();
    const { items } = await test.call('projects:backups:create', { projectId });
    isDone = true;
    await writing;
    const archive = await openBookArchive(items[0]?.path ?? '');
    const file = archive.manifest.files.find(({ path }) => path === 'book/02.md');
    const text = file ? (await archive.read(file)).toString('utf8') : '';
    archive.close();
    expect(text).toMatch(/^# (?:渡口\n\n(\d+)\n|第二章)/u);
    const digits = /\n\n(\d+)\n$/u.exec(text)?.[1];
    if (digits) expect(digits).toBe(digits.slice(0, digits.length / 3000).repeat(3000));
  });

  it('is made of every book before the database takes another shape [B8]', async () => {
    const { test, projectId } = world;
    const { data } = test.platform.paths;
    await test.app.close();
    for (const name of readdirSync(data).filter((one) => one.startsWith('fabula.'))) {
      rmSync(join(data, name));
    }
    const old = createRowsDatabase(join(data, 'fabula.sqlite'), 27, null);
    old
      .prepare(
        `INSERT INTO projects (project_id, name, language, path, created_at, opened_at)
         VALUES (?, 'Book', 'zh-CN', ?, 1, 1)`,
      )
      .run(projectId, join(test.folder, 'book'));
    old.close();
    await test.restart();
    const [backup] = await backups();
    const manifest = await manifestOf(backup?.path ?? '');
    const paths = manifest.files.map(({ path }) => path);
    expect([manifest.schema, paths.filter((path) => !path.includes('/chapters/'))]).toEqual([
      27,
      ['book/.fabula/book/book.yaml', 'book/.fabula/project.json', 'book/01.md', 'book/02.md'],
    ]);
  });

  it('that a full disk cuts off leaves the earlier ones and says so [B8]', async () => {
    const disk = mountSmallDisk(join(folder, 'disk'), 24);
    const other = await createTestApp({
      platform: { paths: { ...world.test.platform.paths, data: join(disk.path, 'data') } },
    });
    try {
      const path = join(world.test.folder, 'copy');
      mkdirSync(path);
      writeFileSync(join(path, '01.md'), `# One\n\n${randomBytes(3_000_000).toString('hex')}\n`);
      const { projectId } = await other.call('projects:open', { path, language: 'en' });
      const first = await other.call('projects:backups:create', { projectId });
      writeFileSync(join(path, '02.md'), '# Two\n');
      disk.fill();
      expect(await other.fail('projects:backups:create', { projectId })).toBe('DISK_FULL');
      const { items } = await other.call('projects:backups:list', { projectId });
      expect(items).toEqual(first.items);
      expect(leftOvers(join(disk.path, 'data'))).toEqual([]);
    } finally {
      disk.free();
      await other.close();
      disk.remove();
    }
  });
});
