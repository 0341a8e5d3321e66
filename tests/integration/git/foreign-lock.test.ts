import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const author = ['-c', 'user.name=W', '-c', 'user.email=w@x'];

const rewrite = (folder: string, path: string, from: string, to: string): void => {
  const file = join(folder, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};

/** A book with work of its own, and other work that waits on the other side. */
const beginPull = async (name: string) => {
  const files = { '01.md': chapterText('01'), '02.md': chapterText('02') };
  const root = world.makeFolder(name, files);
  const bare = world.makeBare(`${name}.git`);
  const { projectId } = await test.call('projects:open', { path: root, language: 'zh-CN' });
  await test.call('git:update', { projectId, enabled: true, remote: bare });
  await test.call('git:push', { projectId });
  const there = join(world.base, `${name}-there`);
  world.git(world.base, 'clone', '--quiet', '--branch', 'main', bare, there);
  rewrite(there, '01.md', '没有人下来', '下来两个人');
  rewrite(there, '02.md', '没有人下来', '下来三个人');
  world.git(there, ...author, 'commit', '-qam', 'Theirs');
  world.git(there, 'push', '--quiet', 'origin', 'HEAD:main');
  rewrite(root, '01.md', '灯灭了', '灯亮着');
  rewrite(root, '02.md', '没有人下来', '下来一个人');
  return { root, projectId };
};

const textsOf = async (projectId: string): Promise<string[]> => {
  const { documents } = await test.call('documents:list', { projectId });
  const read = documents.map(({ documentId }) =>
    test.call('documents:read', { projectId, documentId }),
  );
  return (await Promise.all(read)).map(({ text }) => text);
};

it('loses nothing where somebody else holds the lock during a pull, and is through once it is gone [B11 B4]', async () => {
  const { root, projectId } = await beginPull('locked');
  const lock = join(root, '.git', 'index.lock');
  writeFileSync(lock, '');
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_LOCKED');
  const [first = '', second = ''] = await textsOf(projectId);
  expect(first).toContain('灯亮着');
  expect(second).toContain('下来一个人');
  expect(first + second).not.toMatch(/^[<>=]{7}/mu);
  rmSync(lock);
  await test.call('git:pull', { projectId });
  const [whole] = await textsOf(projectId);
  for (const words of ['灯亮着', '下来两个人']) expect(whole).toContain(words);
  const { documents } = await test.call('documents:list', { projectId });
  expect(documents.map(({ hasConflict }) => hasConflict ?? false)).toEqual([false, true]);
  expect(world.git(root, 'status', '--porcelain')).toBe('');
});

it('waits while a merge of the writer is half done, and goes on when it is called off [B11 B4]', async () => {
  const { root, projectId } = await beginPull('half');
  await test.call('git:commit', { projectId });
  world.git(root, 'fetch', '--quiet', 'origin');
  // Killed before it was through: a merge begun, nobody at work.
  expect(() => world.git(root, ...author, 'merge', 'origin/main')).toThrow('merge');
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_BUSY');
  expect(await test.fail('git:commit', { projectId })).toBe('GIT_BUSY');
  world.git(root, 'merge', '--abort');
  await test.call('projects:sync', { projectId });
  expect(await test.call('git:pull', { projectId })).toMatchObject({ conflicts: 1 });
  const texts = await textsOf(projectId);
  for (const words of ['灯亮着', '下来两个人']) expect(texts[0]).toContain(words);
  expect(texts[1]).toContain('下来一个人');
  expect(world.git(root, 'status', '--porcelain')).toBe('');
});
