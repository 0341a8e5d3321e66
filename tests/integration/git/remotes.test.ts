import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { chapterText, createGitWorld, type GitWorld } from '#tests/helpers/git-world.ts';

let world: GitWorld;
let test: TestApp;
/** For what leaves a book as it was. */
let shared: { root: string; bare: string; projectId: string };

beforeAll(async () => {
  world = createGitWorld();
  test = await world.startApp();
  shared = await openPushed();
});
afterAll(() => world.end());

let count = 0;

/** A book that git keeps, and a bare repository that has all of it. */
const openPushed = async (language: 'zh-CN' | 'en' = 'en') => {
  count += 1;
  const root = world.makeFolder(`book-${count}`, {
    '01.md': chapterText('01'),
    '02.md': chapterText('02'),
  });
  const bare = world.makeBare(`remote-${count}.git`);
  const { projectId } = await test.call('projects:open', { path: root, language });
  await test.call('git:update', { projectId, enabled: true, remote: bare });
  await test.call('git:push', { projectId });
  return { root, bare, projectId };
};

/** Somebody else's copy, worked in by hand. */
const cloneOf = (bare: string): string => {
  const folder = join(world.base, `clone-${count}`);
  world.git(world.base, 'clone', '--quiet', '--branch', 'main', bare, folder);
  world.git(folder, 'config', 'user.name', 'Other');
  world.git(folder, 'config', 'user.email', 'other@x');
  return folder;
};

const pushFrom = (folder: string): void => {
  world.git(folder, 'add', '-A');
  world.git(folder, 'commit', '--quiet', '-m', 'Theirs');
  world.git(folder, 'push', '--quiet', 'origin', 'HEAD:main');
};

const commitHere = async (root: string, projectId: string, name = '01.md'): Promise<void> => {
  writeFileSync(join(root, name), `# ${name}\n\nWritten here ${Math.random()}.\n`);
  await test.call('git:commit', { projectId });
};

const listSent = async (projectId: string) =>
  (await test.call('egress:list', { projectId })).items.map(
    ({ method, purpose, origin, status }) => [method, purpose, origin, status],
  );

it('writes each push and pull into the ledger before it is made, with the size of what goes [B12]', async () => {
  const { bare, projectId } = shared;
  const refused = 'https://writer:secret@host/book.git';
  expect(await test.fail('git:update', { projectId, remote: refused })).toBe('GIT_REMOTE_INVALID');
  expect(await listSent(projectId)).toEqual([['PUSH', 'git', 'file://', 'answered']]);
  const { items } = await test.call('egress:list', { projectId });
  expect(items[0]?.bytes).toBeGreaterThan(100);
  expect(items[0]?.sha256).toMatch(/^[0-9a-f]{64}$/u);
  expect(JSON.stringify(items)).not.toContain(bare);
  const remote = 'http://127.0.0.1:9/nothing.git';
  await test.call('git:update', { projectId, remote });
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_UNREACHABLE');
  const [last] = await listSent(projectId);
  expect(last).toEqual(['FETCH', 'git', 'http://127.0.0.1:9', 'failed']);
});

it('lets nothing fenced out before the writer says so, and the fence holds where it is cloned [B11 N3]', async () => {
  const { root, bare, projectId } = await openPushed('zh-CN');
  writeFileSync(join(root, '02.md'), '# 02\n\n井底藏着鹮鹭。\n');
  await test.call('projects:sync', { projectId });
  const { documents } = await test.call('documents:list', { projectId });
  const documentId = documents.find(({ path }) => path === '02.md')?.documentId ?? '';
  await test.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
  expect((await test.call('git:get', { projectId })).fenced).toBe(1);
  expect(await test.fail('git:push', { projectId })).toBe('GIT_FENCED');
  expect(world.git(bare, 'log', '-p', '--all')).not.toContain('鹮鹭');
  expect((await listSent(projectId)).length).toBe(1);
  await test.call('git:update', { projectId, pushFenced: true });
  await test.call('git:push', { projectId });
  expect(world.git(bare, 'log', '-p', '--all')).toContain('鹮鹭');
  const other = await world.startApp();
  const book = await other.call('projects:open', { path: cloneOf(bare), language: 'zh-CN' });
  const closed = book.documents.find(({ path }) => path === '02.md');
  expect(closed?.fence?.neverSend).toBe(true);
  const open = book.documents.find(({ path }) => path === '01.md')?.documentId ?? '';
  const request = { projectId, documentId: open, cursorPosition: 3, skillId: 'continue' };
  expect((await other.call('context:assemble', request)).prompt).not.toContain('鹮鹭');
});

it('counts a rule that was deleted while it was fenced: the history that goes out holds it [B11 N3]', async () => {
  const { bare, projectId } = await openPushed();
  const fence = { neverSend: true } as const;
  const rule = { projectId, type: 'plot', text: 'Keep the ibis hidden.', fence } as const;
  const { constraintId } = await test.call('constraints:create', rule);
  await test.call('git:commit', { projectId });
  await test.call('constraints:delete', { projectId, constraintId });
  await test.call('git:commit', { projectId });
  expect((await test.call('git:get', { projectId })).fenced).toBe(1);
  expect(await test.fail('git:push', { projectId })).toBe('GIT_FENCED');
  expect(world.git(bare, 'log', '-p', '--all')).not.toContain('ibis');
  await test.call('git:update', { projectId, pushFenced: true });
  await test.call('git:push', { projectId });
});

it('counts a relation that was deleted while it was fenced, or with an entry it tells of [B11 N3]', async () => {
  const { bare, projectId } = await openPushed();
  const ids: string[] = [];
  for (const name of ['Ada', 'Bo', 'Cy']) {
    const entity = { projectId, kind: 'character', name, summary: '' } as const;
    ids.push((await test.call('knowledge:entities:create', entity)).entityId);
  }
  const [ada = '', bo = '', cy = ''] = ids;
  const relate = async (objectId: string, isFenced: boolean): Promise<string> => {
    const fence = isFenced ? ({ neverSend: true } as const) : null;
    const relation = { projectId, subjectId: ada, predicate: 'secretly feeds', objectId, fence };
    return (await test.call('knowledge:relations:create', relation)).relationId;
  };
  const fencedOf = async () => (await test.call('git:get', { projectId })).fenced;
  const [first, open] = [await relate(bo, true), await relate(bo, false)];
  await relate(cy, true);
  expect(await fencedOf()).toBe(2);
  await test.call('git:commit', { projectId });
  await test.call('knowledge:relations:delete', { projectId, relationId: first });
  await test.call('knowledge:relations:delete', { projectId, relationId: open });
  expect(await test.fail('knowledge:relations:delete', { projectId, relationId: first })).toBe(
    'RELATION_NOT_FOUND',
  );
  await test.call('knowledge:entities:delete', { projectId, entityId: cy });
  expect((await test.call('knowledge:relations:list', { projectId })).items).toEqual([]);
  await test.call('git:commit', { projectId });
  expect(await fencedOf()).toBe(2);
  expect(await test.fail('git:push', { projectId })).toBe('GIT_FENCED');
  expect(world.git(bare, 'log', '-p', '--all')).not.toContain('secretly');
  // A look at the folder brings nothing back that was deleted.
  await test.call('projects:sync', { projectId });
  await test.call('knowledge:entities:restore', { projectId, entityId: cy });
  expect((await test.call('knowledge:relations:list', { projectId })).items).toHaveLength(1);
  expect(await fencedOf()).toBe(2);
});

it('asks nobody for a password: a server that wants one is told of at once [B11]', async () => {
  const { projectId } = shared;
  const server = createServer((_request, response) => {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await test.call('git:update', { projectId, remote: `http://127.0.0.1:${port}/book.git` });
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_UNAUTHORIZED');
  await new Promise((resolve) => server.close(resolve));
});

it('says when the other side is ahead, or does not take what is pushed [B11]', async () => {
  const { root, bare, projectId } = await openPushed();
  const other = cloneOf(bare);
  writeFileSync(join(other, '02.md'), chapterText('Theirs'));
  pushFrom(other);
  await commitHere(root, projectId);
  expect(await test.fail('git:push', { projectId })).toBe('GIT_BEHIND');
  // Who asked may be gone by now: why it failed stands among the long work.
  expect((await test.call('jobs:list', {})).items[0]).toMatchObject({
    ...{ kind: 'gitPush', projectId, state: 'failed', code: 'GIT_BEHIND' },
  });
  expect((await test.call('git:pull', { projectId })).conflicts).toBe(0);
  writeFileSync(join(bare, 'hooks', 'pre-receive'), '#!/bin/sh\nexit 1\n');
  chmodSync(join(bare, 'hooks', 'pre-receive'), 0o755);
  expect(await test.fail('git:push', { projectId })).toBe('GIT_REFUSED');
});

it.each(['where it was asked for', 'in the list of long work'])(
  'goes on with a push whose page is gone, and ends one that hangs when the writer calls it off %s, with all that it started [B11 B12 W9]',
  async (place) => {
    const { root, bare, projectId } = await openPushed();
    const mark = join(world.base, `mark-${count}`);
    writeFileSync(
      join(bare, 'hooks', 'pre-receive'),
      `#!/bin/sh\ntouch '${mark}'\nexec sleep 300\n`,
    );
    chmodSync(join(bare, 'hooks', 'pre-receive'), 0o755);
    await commitHere(root, projectId);
    const page = new AbortController();
    const input = { projectId, taskId: 'push' };
    const pushing = test.app.dispatch('git:push', input, { signal: page.signal });
    await expect.poll(() => existsSync(mark), { timeout: 30_000 }).toBe(true);
    page.abort();
    // The next start of a program that dies now tells of it.
    const notes = readdirSync(join(test.folder, 'data', 'jobs'));
    expect(notes).toHaveLength(1);
    expect((await test.call('git:get', { projectId })).working).toBe('push');
    const listed = async () =>
      (await test.call('jobs:list', {})).items.filter(
        (one) => one.projectId === projectId && one.kind === 'gitPush',
      );
    const [job, ...others] = await listed();
    expect(job).toMatchObject({ jobId: 'push', state: 'running', canCancel: true });
    expect(others).toEqual([]);
    if (place === 'where it was asked for') await test.call('git:cancel', { projectId });
    else await test.call('jobs:cancel', { jobId: job?.jobId ?? '' });
    expect(await pushing).toMatchObject({ error: { code: 'CANCELLED' } });
    expect((await listSent(projectId))[0]).toEqual(['PUSH', 'git', 'file://', 'aborted']);
    expect((await test.call('git:get', { projectId })).working).toBeNull();
    expect(await listed()).toMatchObject([{ jobId: 'push', state: 'cancelled' }]);
  },
);

it('does not join a book with a repository of something else [B11]', async () => {
  const { root, projectId } = shared;
  const other = world.makeFolder(`other-${count}`, { 'README.md': '# Tools\n' });
  world.git(other, 'init', '--quiet', '--initial-branch=main');
  world.git(
    other,
    '-c',
    'user.name=W',
    '-c',
    'user.email=w@x',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'x',
  );
  await test.call('git:update', { projectId, remote: other });
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_UNRELATED');
  expect(existsSync(join(root, 'README.md'))).toBe(false);
});

it('takes in no links and writes through none [B11]', async () => {
  const { root, bare, projectId } = await openPushed();
  const other = cloneOf(bare);
  symlinkSync('/etc/passwd', join(other, '03.md'));
  pushFrom(other);
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_UNSAFE');
  expect(existsSync(join(root, '03.md'))).toBe(false);
  expect(world.git(root, 'status', '--porcelain')).toBe('');
});

it("writes over no file of the writer's that is in no version [B11]", async () => {
  const { root, bare, projectId } = await openPushed();
  const other = cloneOf(bare);
  writeFileSync(join(other, 'map.png'), 'theirs');
  pushFrom(other);
  writeFileSync(join(root, 'map.png'), 'mine');
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_FILES_IN_THE_WAY');
  expect(readFileSync(join(root, 'map.png'), 'utf8')).toBe('mine');
  writeFileSync(join(root, 'map.png'), 'theirs');
  expect((await test.call('git:pull', { projectId })).files).toBe(1);
});

it('brings back a chapter that was deleted here and written in there [B11 B6]', async () => {
  const { root, bare, projectId } = await openPushed();
  const other = cloneOf(bare);
  writeFileSync(join(other, '02.md'), '# 02\n\nWritten on.\n');
  pushFrom(other);
  const { documents } = await test.call('documents:list', { projectId });
  const documentId = documents.find(({ path }) => path === '02.md')?.documentId ?? '';
  await test.call('documents:delete', { projectId, documentId });
  await test.call('git:pull', { projectId });
  expect(readFileSync(join(root, '02.md'), 'utf8')).toContain('Written on.');
  const after = await test.call('documents:list', { projectId });
  expect(after.documents.map(({ path }) => path)).toContain('02.md');
});

it('is part of no bundle, and of no backup [B9 B11]', async () => {
  const { projectId } = shared;
  const path = join(world.base, 'book.fabula');
  await test.call('projects:bundle:export', { projectId, path });
  const bundle = readFileSync(path);
  expect(bundle.includes('book/01.md')).toBe(true);
  expect(bundle.includes('book/.git/')).toBe(false);
});

it('sends a book to the address the writer gave and to no other, and all of it to a new one [B11 B12]', async () => {
  const { root, bare, projectId } = await openPushed();
  const elsewhere = world.makeBare(`elsewhere-${count}.git`);
  world.git(root, 'config', 'remote.origin.pushurl', elsewhere);
  expect((await test.call('git:get', { projectId })).remote).toBe(elsewhere);
  const wanted = world.makeBare(`wanted-${count}.git`);
  const state = await test.call('git:update', { projectId, remote: wanted });
  expect(state).toMatchObject({ remote: wanted, ahead: null, behind: null });
  expect((await test.call('git:push', { projectId })).commits).toBeGreaterThan(0);
  expect(world.git(wanted, 'rev-parse', 'main')).toBe(world.git(root, 'rev-parse', 'HEAD'));
  expect(world.git(elsewhere, 'for-each-ref')).toBe('');
  expect(world.git(bare, 'rev-parse', 'main')).toBe(world.git(root, 'rev-parse', 'HEAD'));
});

it('lets no other side say which book the folder holds [B11 B7]', async () => {
  const { root, bare, projectId } = await openPushed();
  const other = cloneOf(bare);
  const file = '.fabula/project.json';
  const before = readFileSync(join(root, file), 'utf8');
  writeFileSync(join(other, file), before.replace(projectId, `${projectId.slice(0, -4)}zzzz`));
  pushFrom(other);
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_UNRELATED');
  rmSync(join(other, file));
  writeFileSync(join(other, '02.md'), '# 02\n\nWritten on.\n');
  pushFrom(other);
  await test.call('git:pull', { projectId });
  expect(readFileSync(join(root, file), 'utf8')).toBe(before);
  expect(readFileSync(join(root, '02.md'), 'utf8')).toContain('Written on.');
  expect(world.git(root, 'status', '--porcelain')).toBe('');
});

it('takes in nothing of a version with names that are no text [B11 B7]', async () => {
  const { root, bare, projectId } = await openPushed();
  const other = cloneOf(bare);
  const name = Buffer.from([0x63, 0xe9, 0x2e, 0x6d, 0x64]);
  writeFileSync(Buffer.concat([Buffer.from(`${other}/`), name]), 'x');
  writeFileSync(join(other, '00-new.md'), 'x');
  pushFrom(other);
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_UNSAFE');
  expect(existsSync(join(root, '00-new.md'))).toBe(false);
});
