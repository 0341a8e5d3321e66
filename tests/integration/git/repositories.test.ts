import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { chapterText, createGitWorld, type GitWorld } from '#tests/helpers/git-world.ts';

let world: GitWorld;
let test: TestApp;

beforeAll(async () => {
  world = createGitWorld();
  test = await world.startApp();
});
afterAll(() => world.end());

let count = 0;

const makeBook = (files: Readonly<Record<string, string>> = {}): string => {
  count += 1;
  return world.makeFolder(`book-${count}`, { '01.md': chapterText('01'), ...files });
};

const open = async (root: string, language: 'zh-CN' | 'en' = 'en'): Promise<string> =>
  (await test.call('projects:open', { path: root, language })).projectId;

/** A repository of the writer's own. */
const makeOwn = (files: Readonly<Record<string, string>> = {}): string => {
  const root = makeBook(files);
  world.git(root, 'init', '--quiet', '--initial-branch=draft');
  world.git(root, 'add', '-A');
  world.git(root, '-c', 'user.name=W', '-c', 'user.email=w@x', 'commit', '--quiet', '-m', 'Mine');
  return root;
};

const makeHook = (root: string, name: string, script: string): void => {
  const path = join(root, '.git', 'hooks', name);
  mkdirSync(join(root, '.git', 'hooks'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
};

const failure = async (channel: 'git:update' | 'git:commit', input: { projectId: string }) => {
  const { signal } = new AbortController();
  const reply = await test.app.dispatch(channel, input, { signal });
  if (reply.ok) throw new Error('expected to fail');
  return reply.error;
};

it('is off until the writer switches it on, and then keeps a first version in the language of the book [B11]', async () => {
  const root = makeBook({ '02-夜.md': chapterText('夜') });
  const projectId = await open(root, 'zh-CN');
  const before = await test.call('git:get', { projectId });
  expect(before).toMatchObject({ enabled: false, hasRepository: false, commits: [] });
  expect(existsSync(join(root, '.git'))).toBe(false);
  expect(await test.fail('git:commit', { projectId })).toBe('GIT_OFF');
  const { commits, branch } = await test.call('git:update', { projectId, enabled: true });
  expect(branch).toBe('main');
  expect(commits.map(({ message }) => message)).toEqual([expect.stringMatching(/^开始记录《/u)]);
  expect(world.git(root, 'ls-files')).toContain('02-夜.md');
  writeFileSync(join(root, '02-夜.md'), `${chapterText('夜')}\n又一夜。\n`);
  const again = await test.call('git:commit', { projectId });
  expect(again.committed).toBe(true);
  expect(again.state.commits[0]?.message).toBe('改写《02-夜》');
  expect((await test.call('git:commit', { projectId })).committed).toBe(false);
  const message = 'a\0b';
  expect(await test.fail('git:commit', { projectId, message })).toBe('INVALID_INPUT');
  await test.call('git:update', { projectId, enabled: false });
  expect(existsSync(join(root, '.git'))).toBe(true);
});

it('starts no git before it is switched on [B11]', async () => {
  const mark = join(world.base, 'started');
  const folder = join(world.base, 'bin');
  mkdirSync(folder);
  writeFileSync(join(folder, 'git'), `#!/bin/sh\ntouch '${mark}'\necho git version 2.40.0\n`);
  chmodSync(join(folder, 'git'), 0o755);
  const desk = await world.startApp({ gitEnvironment: { PATH: folder, HOME: world.home } });
  const { projectId } = await desk.call('projects:open', { path: makeBook() });
  await desk.call('git:get', { projectId });
  await desk.call('projects:backups:create', { projectId });
  expect(existsSync(mark)).toBe(false);
});

it('says that there is no git where there is none [B11]', async () => {
  const bare = await world.startApp({ gitEnvironment: { PATH: world.home, HOME: world.home } });
  const { projectId } = await bare.call('projects:open', { path: makeBook() });
  expect(await bare.fail('git:update', { projectId, enabled: true })).toBe('GIT_MISSING');
  const state = await bare.call('git:get', { projectId });
  expect(state).toMatchObject({ program: null, enabled: false });
});

it('runs nothing of a repository that is there before the writer agrees to what it runs [B11]', async () => {
  const root = makeOwn();
  const mark = join(root, '..', 'ran');
  makeHook(root, 'pre-commit', `touch '${mark}'`);
  world.git(root, 'config', 'core.fsmonitor', `touch '${mark}'`);
  const projectId = await open(root);
  await test.call('git:get', { projectId });
  const error = await failure('git:update', { projectId, ...{ enabled: true } });
  expect(error.code).toBe('GIT_REPOSITORY_THERE');
  expect(error.details).toEqual({
    branch: 'draft',
    programs: ['hooks/pre-commit', 'core.fsmonitor'],
  });
  expect(existsSync(mark)).toBe(false);
  await test.call('git:update', { projectId, enabled: true, adopt: true });
  expect(existsSync(mark)).toBe(true);
});

it('names what runs of a repository that lies elsewhere, and of settings for its folder alone [B11]', async () => {
  const root = makeBook();
  const data = join(root, 'data');
  world.git(root, 'init', '--quiet', '--initial-branch=draft', '--separate-git-dir', data);
  mkdirSync(join(data, 'hooks'), { recursive: true });
  writeFileSync(join(data, 'hooks', 'pre-commit'), '#!/bin/sh\n');
  world.git(root, 'config', 'remote.origin.uploadpack', 'x');
  world.git(root, 'config', 'extensions.worktreeConfig', 'true');
  world.git(root, 'config', '--worktree', 'core.sshCommand', 'x');
  const projectId = await open(root);
  const { details } = await failure('git:update', { projectId, ...{ enabled: true } });
  expect(details).toEqual({
    branch: 'draft',
    programs: ['hooks/pre-commit', 'remote.origin.uploadpack', 'core.sshcommand'],
  });
});

it("keeps the book and nothing else of the writer's own repository, on its branch [B11]", async () => {
  const root = makeOwn({ '.gitignore': 'secret.md\n', 'notes.docx': 'a' });
  world.writeFiles(root, { 'secret.md': 'x\n', 'notes.docx': 'b', 'map.png': 'c' });
  world.git(root, 'add', 'map.png');
  // git's own short name of the branch is then another one.
  world.git(root, 'tag', 'draft');
  const projectId = await open(root);
  const state = await test.call('git:update', { projectId, enabled: true, adopt: true });
  expect(state.branch).toBe('draft');
  expect(world.git(root, 'show', '--name-only', '--format=', 'HEAD')).toContain(
    '.fabula/project.json',
  );
  expect(world.git(root, 'ls-tree', '-r', '--name-only', 'HEAD')).not.toContain('secret.md');
  const left = world.git(root, 'status', '--porcelain').split('\n');
  expect(left.map((line) => line.trim()).toSorted()).toEqual(['A  map.png', 'M notes.docx']);
});

it('tells the words of a hook that refuses, and loses nothing [B11]', async () => {
  const root = makeOwn();
  const projectId = await open(root);
  await test.call('git:update', { projectId, enabled: true, adopt: true });
  makeHook(root, 'pre-commit', 'echo "too short a day" >&2; exit 1');
  writeFileSync(join(root, '01.md'), '# 01\n\nAnother day.\n');
  const error = await failure('git:commit', { projectId });
  expect(error).toMatchObject({ code: 'GIT_FAILED', details: { output: 'too short a day' } });
  rmSync(join(root, '.git', 'hooks', 'pre-commit'));
  expect((await test.call('git:commit', { projectId })).committed).toBe(true);
});

it.each([
  ['on no branch', ['checkout', '--quiet', '--detach']],
  ['in the middle of a merge', ['update-ref', 'MERGE_HEAD', 'HEAD']],
])('keeps out of a repository that stands %s [B11]', async (_what, command) => {
  const root = makeOwn();
  const projectId = await open(root);
  await test.call('git:update', { projectId, enabled: true, adopt: true });
  const head = world.git(root, 'rev-parse', 'HEAD');
  world.git(root, ...command);
  writeFileSync(join(root, '01.md'), '# 01\n\nAnother day.\n');
  expect(await test.fail('git:commit', { projectId })).toBe('GIT_BUSY');
  expect(world.git(root, 'rev-parse', 'HEAD')).toBe(head);
});

it('makes no repository within another one that does not leave the folder out [B11]', async () => {
  const parent = world.makeFolder(`parent-${count}`, { '.gitignore': 'free/\n' });
  world.git(parent, 'init', '--quiet');
  world.writeFiles(parent, { 'book/01.md': chapterText('01'), 'free/01.md': chapterText('01') });
  const projectId = await open(join(parent, 'book'));
  expect(await test.fail('git:update', { projectId, enabled: true })).toBe('GIT_IN_REPOSITORY');
  expect(existsSync(join(parent, 'book', '.git'))).toBe(false);
  const free = await open(join(parent, 'free'));
  expect((await test.call('git:update', { projectId: free, enabled: true })).enabled).toBe(true);
});

it('names a lock that somebody holds, and takes one away that a killed git of its own left [B11]', async () => {
  const root = makeBook();
  const projectId = await open(root);
  await test.call('git:update', { projectId, enabled: true });
  const lock = join(root, '.git', 'index.lock');
  const note = join(test.platform.paths.data, 'git', `${projectId}.json`);
  writeFileSync(join(root, '01.md'), '# 01\n\nAnother day.\n');
  writeFileSync(lock, '');
  // Of somebody in a terminal: every git of ours has ended by itself.
  expect(await test.fail('git:commit', { projectId })).toBe('GIT_LOCKED');
  writeFileSync(note, JSON.stringify({ pid: process.pid, started: '', at: Date.now() }));
  expect(await test.fail('git:commit', { projectId })).toBe('GIT_LOCKED');
  writeFileSync(note, JSON.stringify({ pid: 2 ** 22 + 1, started: '', at: Date.now() }));
  expect((await test.call('git:commit', { projectId })).committed).toBe(true);
  expect(existsSync(lock)).toBe(false);
});

/** A lock as an interrupted git leaves it. */
const leaveLock = (root: string, name: string, minutes: number): string => {
  const lock = join(root, '.git', name);
  const seconds = Date.now() / 1000 - minutes * 60;
  writeFileSync(lock, '');
  utimesSync(lock, seconds, seconds);
  return lock;
};

it('takes locks away when the writer asks for it, once they are old and no git of anyone is at work there [B11]', async () => {
  const root = makeBook();
  const projectId = await open(root);
  expect(await test.call('git:locks', { projectId })).toMatchObject({ locks: [], obstacle: null });
  await test.call('git:update', { projectId, enabled: true });
  expect((await test.call('git:unlock', { projectId })).removed).toEqual([]);
  writeFileSync(join(root, '01.md'), '# 01\n\nAnother day.\n');
  const old = leaveLock(root, 'index.lock', 30);
  const young = leaveLock(root, 'refs/heads/main.lock', 2);
  expect(await test.fail('git:commit', { projectId })).toBe('GIT_LOCKED');
  const names = ['index.lock', 'refs/heads/main.lock'];
  const locks = await test.call('git:locks', { projectId });
  expect(locks).toMatchObject({ obstacle: 'recent', processes: [] });
  expect(locks.locks.map(({ name }) => name)).toEqual(names);
  expect(await test.fail('git:unlock', { projectId })).toBe('GIT_LOCKED');
  expect([old, young].every(existsSync)).toBe(true);
  leaveLock(root, 'refs/heads/main.lock', 30);
  expect((await test.call('git:locks', { projectId })).obstacle).toBeNull();
  const unlocked = await test.call('git:unlock', { projectId });
  expect(unlocked.removed).toEqual(names);
  expect(unlocked.state.failure).toBeNull();
  expect([old, young].some(existsSync)).toBe(false);
  expect((await test.call('git:commit', { projectId })).committed).toBe(true);
});

it('leaves a lock alone, however old, while a git of somebody is at work [B11]', async () => {
  const root = makeBook();
  const projectId = await open(root);
  await test.call('git:update', { projectId, enabled: true });
  const [gate, mark] = [join(world.base, `gate-${count}`), join(world.base, `mark-${count}`)];
  writeFileSync(gate, '');
  makeHook(root, 'pre-commit', `touch '${mark}'; while [ -e '${gate}' ]; do sleep 0.05; done`);
  writeFileSync(join(root, '01.md'), '# 01\n\nIn a terminal.\n');
  // Of a terminal: a child of this process would be one of ours.
  const words = 'git -c user.name=W -c user.email=w@x commit -qam Mine; true';
  const byHand = spawn('sh', ['-c', words], { cwd: root, env: world.environment, stdio: 'ignore' });
  const ended = once(byHand, 'exit');
  await expect.poll(() => existsSync(mark), { timeout: 60_000 }).toBe(true);
  const lock = leaveLock(root, 'index.lock', 60);
  const locks = await test.call('git:locks', { projectId });
  expect(locks).toMatchObject({ obstacle: 'running' });
  expect(locks.processes).not.toEqual([]);
  expect(await test.fail('git:unlock', { projectId })).toBe('GIT_LOCKED');
  expect(existsSync(lock)).toBe(true);
  rmSync(gate);
  await ended;
});

it('takes no name of a chapter for an option or a pattern [B11]', async () => {
  const names = [
    '--all.md',
    '-rf.md',
    ':(top)x.md',
    '*.md',
    'a b "c".md',
    '雪\t夜.md',
    '卷一/第一章.md',
  ];
  const root = makeBook(Object.fromEntries(names.map((name) => [name, chapterText(name)])));
  const projectId = await open(root);
  await test.call('git:update', { projectId, enabled: true });
  const kept = world.git(root, 'ls-tree', '-r', '-z', '--name-only', 'HEAD').split('\0');
  expect(kept).toEqual(expect.arrayContaining(names));
  for (const name of names) writeFileSync(join(root, name), 'Changed.\n');
  expect((await test.call('git:commit', { projectId })).committed).toBe(true);
  expect(world.git(root, 'status', '--porcelain')).toBe('');
});

it('keeps a version when the sitting ends, in a book that is closed by then [B11]', async () => {
  const sitting = { lookMs: 60_000, quietMs: 60_000, endMs: 60_000 };
  const desk = await world.startApp({ sittingTiming: sitting });
  const root = makeBook();
  const { projectId } = await desk.call('projects:open', { path: root, language: 'en' });
  await desk.call('git:update', { projectId, enabled: true });
  await desk.call('documents:create', { projectId, title: 'Dusk', text: '# Dusk\n\nIt was.\n' });
  await desk.call('projects:close', { projectId });
  await expect
    .poll(() => world.git(root, 'log', '-1', '--format=%s'), { timeout: 30_000 })
    .toContain('Dusk');
});

it('shows what ails a damaged repository, and lets it be switched off [B11]', async () => {
  const root = makeBook();
  const projectId = await open(root);
  await test.call('git:update', { projectId, enabled: true });
  writeFileSync(join(root, '.git', 'HEAD'), 'nothing');
  const state = await test.call('git:get', { projectId });
  expect(state).toMatchObject({ enabled: true, failure: 'GIT_FAILED', commits: [] });
  expect((await test.call('git:update', { projectId, enabled: false })).enabled).toBe(false);
});
