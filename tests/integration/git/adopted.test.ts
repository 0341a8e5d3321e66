import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
const author = ['-c', 'user.name=W', '-c', 'user.email=w@x'];

/** A repository of the writer's own that holds a book and goes to a bare one; `set`: what they did to it before. */
const makeOwn = (files: Readonly<Record<string, string>>, set: (root: string) => void) => {
  count += 1;
  const root = world.makeFolder(`book-${count}`, {
    '01.md': chapterText('01'),
    '02.md': chapterText('02'),
    ...files,
  });
  const bare = world.makeBare(`remote-${count}.git`);
  world.git(root, 'init', '--quiet', '--initial-branch=main');
  set(root);
  world.git(root, 'add', '-A');
  world.git(root, ...author, 'commit', '--quiet', '-m', 'Mine');
  return { root, bare };
};

const adopt = async (root: string, bare: string): Promise<string> => {
  const { projectId } = await test.call('projects:open', { path: root, language: 'zh-CN' });
  await test.call('git:update', { projectId, enabled: true, adopt: true, remote: bare });
  await test.call('git:push', { projectId });
  return projectId;
};

/** Somebody else's copy, with settings of its own. */
const cloneOf = (bare: string, ...settings: readonly string[]): string => {
  const folder = join(world.base, `clone-${count}`);
  const given = settings.flatMap((one) => ['-c', one]);
  world.git(world.base, 'clone', '--quiet', ...given, '--branch', 'main', bare, folder);
  return folder;
};

const pushFrom = (folder: string): void => {
  world.git(folder, 'add', '-A');
  world.git(folder, ...author, 'commit', '--quiet', '-m', 'Theirs');
  world.git(folder, 'push', '--quiet', 'origin', 'HEAD:main');
};

const failure = async (channel: 'git:update' | 'git:commit' | 'git:pull', input: object) => {
  const { signal } = new AbortController();
  const reply = await test.app.dispatch(channel, input, { signal });
  if (reply.ok) throw new Error('expected to fail');
  return reply.error;
};

const textOf = async (projectId: string, path: string): Promise<string> => {
  const { documents } = await test.call('documents:list', { projectId });
  const documentId = documents.find((one) => one.path === path)?.documentId ?? '';
  return (await test.call('documents:read', { projectId, documentId })).text;
};

const promptAt = async (projectId: string, path: string): Promise<string> => {
  const { documents } = await test.call('documents:list', { projectId });
  const documentId = documents.find((one) => one.path === path)?.documentId ?? '';
  const request = { projectId, documentId, cursorPosition: 3, skillId: 'continue' };
  return (await test.call('context:assemble', request)).prompt;
};

it('takes chapters, records and fences in where git ends lines as Windows does, and keeps no version of ends of lines alone [B11 B2]', async () => {
  const { root, bare } = makeOwn({}, (folder) => {
    world.git(folder, 'config', 'core.autocrlf', 'true');
  });
  const projectId = await adopt(root, bare);
  const { entityId } = await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '沈砚', summary: '守灯的人。\n\n不爱说话。' },
  });
  await test.call('git:push', { projectId });
  const other = await world.startApp();
  const there = cloneOf(bare, 'core.autocrlf=true');
  expect(readFileSync(join(there, '02.md'), 'utf8')).toContain('\r\n');
  const book = await other.call('projects:open', { path: there, language: 'zh-CN' });
  await other.call('git:update', { projectId, enabled: true, adopt: true });
  const fence = { neverSend: true } as const;
  const closed = book.documents.find(({ path }) => path === '02.md')?.documentId ?? '';
  const read = await other.call('documents:read', { projectId, documentId: closed });
  const text = read.text.replace('没有人下来', '井底藏着鹮鹭');
  const saving = { projectId, documentId: closed, text, expectedVersion: read.version };
  await other.call('documents:save', saving);
  await other.call('documents:update', { projectId, documentId: closed, fence });
  const summary = '守灯的人。\n\n话多起来了。';
  const known = await other.call('knowledge:entities:list', { projectId });
  const expectedVersion = known.items[0]?.version ?? 0;
  const telling = { projectId, entityId, summary, expectedVersion };
  await other.call('knowledge:entities:update', telling);
  await other.call('git:update', { projectId, pushFenced: true });
  await other.call('git:push', { projectId });
  await test.call('git:pull', { projectId });
  expect(await textOf(projectId, '02.md')).toContain('井底藏着鹮鹭');
  expect(await promptAt(projectId, '01.md')).not.toContain('鹮鹭');
  const { items } = await test.call('knowledge:entities:list', { projectId });
  expect(items.map((one) => one.summary)).toEqual([summary]);
  expect((await test.call('projects:get', { projectId })).problems).toEqual([]);
  for (const desk of [test, other]) {
    await desk.call('git:commit', { projectId });
    expect((await desk.call('git:commit', { projectId })).committed).toBe(false);
  }
  expect(world.git(root, 'status', '--porcelain')).toBe('');
});

const turned = (text: string): string =>
  text.replaceAll(/[a-z]/gu, (one) =>
    String.fromCharCode(((one.charCodeAt(0) - 97 + 13) % 26) + 97),
  );

it('merges chapters that lie in git as a filter of the writer makes them, and never shows them so [B11 B4]', async () => {
  const turn = 'tr a-z n-za-m';
  const words = { '01.md': '# 01\n\nthe lamp went out.\n\nnobody came.\n\nthe tide rose.\n' };
  const { root, bare } = makeOwn({ ...words, '.gitattributes': '*.md filter=turn\n' }, (folder) => {
    world.git(folder, 'config', 'filter.turn.clean', turn);
    world.git(folder, 'config', 'filter.turn.smudge', turn);
  });
  const projectId = await adopt(root, bare);
  expect(world.git(bare, 'show', 'main:01.md')).toContain(turned('the lamp went out.'));
  const there = cloneOf(bare, `filter.turn.clean=${turn}`, `filter.turn.smudge=${turn}`);
  const change = (folder: string, from: string, to: string): void => {
    const path = join(folder, '01.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  };
  change(there, 'the tide rose', 'the tide fell');
  change(there, 'nobody came', 'two people came');
  pushFrom(there);
  change(root, 'nobody came', 'somebody came');
  expect(await test.call('git:pull', { projectId })).toMatchObject({ conflicts: 1 });
  const { documents } = await test.call('documents:list', { projectId });
  const documentId = documents.find(({ path }) => path === '01.md')?.documentId ?? '';
  const conflict = await test.call('documents:conflict:read', { projectId, documentId });
  const shown = JSON.stringify(conflict);
  for (const said of ['somebody came', 'two people came']) {
    expect(shown).toContain(said);
    expect(shown).not.toContain(turned(said));
  }
});

it.each([
  ['is none to git', (_folder: string) => undefined],
  [
    'cannot be started',
    (folder: string) => {
      world.git(folder, 'config', 'filter.lfs.clean', 'git-lfs-that-is-not-there clean -- %f');
      world.git(folder, 'config', 'filter.lfs.smudge', 'git-lfs-that-is-not-there smudge -- %f');
    },
  ],
])(
  'keeps and takes in nothing that would go through a filter that %s [B11]',
  async (_what, set) => {
    const { root, bare } = makeOwn({}, () => undefined);
    const projectId = await adopt(root, bare);
    const there = cloneOf(bare);
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
    writeFileSync(join(there, '.gitattributes'), '*.md filter=lfs diff=lfs merge=lfs -text\n');
    // As a git with git-lfs keeps it: what lies there is a pointer.
    const blob = world.hash(there, pointer);
    world.git(there, 'add', '.gitattributes');
    world.git(there, 'update-index', '--cacheinfo', `100644,${blob},02.md`);
    world.git(there, ...author, 'commit', '--quiet', '-m', 'To large files');
    world.git(there, 'push', '--quiet', 'origin', 'HEAD:main');
    set(root);
    const head = world.git(root, 'rev-parse', 'HEAD');
    const { code, details } = await failure('git:pull', { projectId });
    expect(code).toBe('GIT_FILTER_FAILED');
    expect(JSON.stringify(details)).toContain('lfs');
    expect(await textOf(projectId, '02.md')).toBe(chapterText('02'));
    expect(world.git(root, 'rev-parse', 'HEAD')).toBe(head);
    expect(existsSync(join(root, '.gitattributes'))).toBe(false);
    // The writer says so here, too: nothing goes into the history past the filter.
    writeFileSync(join(root, '.gitattributes'), '*.md filter=lfs diff=lfs merge=lfs -text\n');
    writeFileSync(join(root, '01.md'), '# 01\n\n又一天。\n');
    expect((await failure('git:commit', { projectId })).code).toBe('GIT_FILTER_FAILED');
    expect(world.git(root, 'rev-parse', 'HEAD')).toBe(head);
    // Once git has the filter it goes on.
    world.git(root, 'config', 'filter.lfs.clean', 'cat');
    world.git(root, 'config', 'filter.lfs.smudge', 'cat');
    expect((await test.call('git:commit', { projectId })).committed).toBe(true);
  },
);
