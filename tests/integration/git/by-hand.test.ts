import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
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

/** A book that git keeps, and of which the writer has merged another branch by hand, both having changed the same lines. */
const mergeByHand = async (change: (root: string, words: string) => void) => {
  count += 1;
  const root = world.makeFolder(`book-${count}`, {
    '01.md': chapterText('01'),
    '02.md': chapterText('02'),
  });
  const { projectId } = await test.call('projects:open', { path: root, language: 'zh-CN' });
  const { entityId } = await test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '沈砚', summary: '守灯的人。' },
  });
  await test.call('git:update', { projectId, enabled: true });
  await test.call('projects:close', { projectId });
  const commit = (words: string): void => {
    change(root, words);
    world.git(root, ...author, 'commit', '-qam', words);
  };
  world.git(root, 'checkout', '-q', '-b', 'draft');
  commit('船沉到井底');
  world.git(root, 'checkout', '-q', 'main');
  commit('船飞上云端');
  expect(() => world.git(root, ...author, 'merge', 'draft')).toThrow('merge draft');
  return { root, projectId, entityId };
};

const rewrite = (path: string, from: string, to: string): void =>
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));

const filesOf = (root: string): string =>
  execFileSync(
    'find',
    ['.', '-type', 'f', '-not', '-path', './.git/*', '-exec', 'md5sum', '{}', '+'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );

const promptAt = async (projectId: string, path: string): Promise<string> => {
  const { documents } = await test.call('documents:list', { projectId });
  const documentId = documents.find((one) => one.path === path)?.documentId ?? '';
  const request = { projectId, documentId, cursorPosition: 3, skillId: 'continue' };
  return (await test.call('context:assemble', request)).prompt;
};

it('sends no chapter in which git left two versions, changes nothing of it, and has it back once the writer chose [B4 B2 B11]', async () => {
  const { root, projectId } = await mergeByHand((folder, words) =>
    rewrite(join(folder, '01.md'), '船靠了岸', words),
  );
  const before = filesOf(root);
  const opened = await test.call('projects:open', { path: root });
  expect(opened.problems).toEqual([{ path: '01.md', problem: 'mergeMarks', detail: '' }]);
  expect(opened.documents.map(({ path }) => path)).toEqual(['01.md', '02.md']);
  const prompt = await promptAt(projectId, '02.md');
  for (const words of ['船沉到井底', '船飞上云端', '<<<<<<<']) expect(prompt).not.toContain(words);
  expect(await test.fail('git:commit', { projectId })).toBe('GIT_BUSY');
  expect(await test.fail('git:pull', { projectId })).toBe('GIT_BUSY');
  expect(filesOf(root)).toBe(before);
  const { documentId = '' } = opened.documents[0] ?? {};
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  for (const words of ['船沉到井底', '船飞上云端']) expect(text).toContain(words);
  const chosen = chapterText('01').replace('船靠了岸', '船飞上云端');
  const given = { projectId, documentId, text: chosen, expectedVersion: version };
  await test.call('documents:save', given);
  expect((await test.call('projects:get', { projectId })).problems).toEqual([]);
  expect(await promptAt(projectId, '02.md')).toContain('船飞上云端');
  world.git(root, 'add', '-A');
  world.git(root, ...author, 'commit', '-qm', 'Merged');
  await test.call('git:commit', { projectId });
});

it('takes no entry in which git left two versions for what it says, and leaves its file alone [B4 B7 B11]', async () => {
  let path = '';
  const { root, projectId, entityId } = await mergeByHand((folder, words) => {
    path = world.git(folder, 'ls-files', 'codex').split('\n')[0] ?? '';
    rewrite(join(folder, path), '守灯的人。', `${words}。`);
  });
  const marked = readFileSync(join(root, path), 'utf8');
  expect(marked).toContain('<<<<<<<');
  const opened = await test.call('projects:open', { path: root });
  expect(opened.problems.map((one) => [one.path, one.problem])).toEqual([
    [path, 'recordUnreadable'],
  ]);
  const { items } = await test.call('knowledge:entities:list', { projectId });
  expect(JSON.stringify(items)).not.toContain('<<<<<<<');
  expect(items.find((one) => one.entityId === entityId)?.fence?.neverSend).toBe(true);
  expect(await promptAt(projectId, '02.md')).not.toContain('<<<<<<<');
  expect(readFileSync(join(root, path), 'utf8')).toBe(marked);
  world.git(root, 'checkout', '--theirs', '--', path);
  await test.call('projects:sync', { projectId });
  const after = await test.call('knowledge:entities:list', { projectId });
  expect(after.items).toEqual([expect.objectContaining({ entityId, summary: '船沉到井底。' })]);
  expect((await test.call('projects:get', { projectId })).problems).toEqual([]);
});
