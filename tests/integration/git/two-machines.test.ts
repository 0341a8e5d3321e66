import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { chapterText, createGitWorld, type GitWorld } from '#tests/helpers/git-world.ts';

let world: GitWorld;
let machines: readonly [TestApp, TestApp];
let one: Desk;
let other: Desk;

beforeAll(async () => {
  world = createGitWorld();
  machines = [await world.startApp(), await world.startApp()];
  [one, other] = await openBoth();
});
afterAll(() => world.end());

const [here, there] = [0, 1] as const;

type Desk = {
  test: TestApp;
  projectId: string;
  root: string;
  documentOf(path: string): Promise<{ documentId: string; text: string; version: string }>;
  write(path: string, change: (text: string) => string): Promise<void>;
  rename(path: string, title: string): Promise<void>;
  listTexts(): Promise<string[]>;
};

const openDesk = async (side: 0 | 1, root: string): Promise<Desk> => {
  const test = machines[side];
  const { projectId } = await test.call('projects:open', { path: root, language: 'zh-CN' });
  const documentOf: Desk['documentOf'] = async (path) => {
    const { documents } = await test.call('documents:list', { projectId });
    const documentId = documents.find((one) => one.path === path)?.documentId ?? '';
    return { documentId, ...(await test.call('documents:read', { projectId, documentId })) };
  };
  return {
    test,
    projectId,
    root,
    documentOf,
    async write(path, change) {
      const { documentId, text, version } = await documentOf(path);
      const given = { projectId, documentId, text: change(text), expectedVersion: version };
      await test.call('documents:save', given);
    },
    async rename(path, title) {
      const { documentId } = await documentOf(path);
      await test.call('documents:rename', { projectId, documentId, title });
    },
    async listTexts() {
      const { documents } = await test.call('documents:list', { projectId });
      return Promise.all(documents.map(async ({ path }) => (await documentOf(path)).text));
    },
  };
};

const titles = ['01-雪夜', '02-渡口', '03-灯塔', '04-旧信', '05-野渡', '06-归人'];

/** One book on two machines, with a bare repository between them. */
const openBoth = async (): Promise<[Desk, Desk]> => {
  const files = Object.fromEntries(titles.map((title) => [`${title}.md`, chapterText(title)]));
  const root = world.makeFolder('book-here', files);
  const bare = world.makeBare();
  const first = await openDesk(here, root);
  const { projectId } = first;
  await first.test.call('git:update', { projectId, enabled: true, remote: bare });
  expect((await first.test.call('git:push', { projectId })).commits).toBeGreaterThan(0);
  const second = join(world.base, 'book-there');
  world.git(world.base, 'clone', '--quiet', '--branch', 'main', bare, second);
  const clone = await openDesk(there, second);
  expect(clone.projectId).toBe(projectId);
  await clone.test.call('git:update', { projectId, enabled: true, adopt: true });
  return [first, clone];
};

const exchange = async (...desks: Desk[]): Promise<void> => {
  for (const { test, projectId } of desks) {
    await test.call('git:pull', { projectId });
    await test.call('git:push', { projectId });
  }
};

it('brings what was written on either machine to the other, paragraph by paragraph [B11]', async () => {
  await one.write('01-雪夜.md', (text) => text.replace('船靠了岸', '船没有靠岸'));
  await other.write('01-雪夜.md', (text) => text.replace('灯灭了', '灯又亮了'));
  await other.write('02-渡口.md', (text) => text.replace('没有人下来', '下来一个人'));
  await exchange(one, other, one);
  for (const desk of [one, other]) {
    const { text } = await desk.documentOf('01-雪夜.md');
    expect(text).toContain('船没有靠岸');
    expect(text).toContain('灯又亮了');
    expect((await desk.documentOf('02-渡口.md')).text).toContain('下来一个人');
    expect(world.git(desk.root, 'status', '--porcelain')).toBe('');
  }
  expect(world.git(one.root, 'log', '--format=%s', '-5')).toContain('《01-雪夜》');
  for (const name of ['01-雪夜.md', '02-渡口.md', '.fabula/project.json']) {
    expect(readFileSync(join(other.root, name))).toEqual(readFileSync(join(one.root, name)));
  }
});

it('keeps the other text beside a chapter that both rewrote, and no mark of git in any file [B11]', async () => {
  await one.write('03-灯塔.md', (text) => text.replace('船靠了岸', '船沉了'));
  await exchange(one);
  await other.write('03-灯塔.md', (text) => text.replace('船靠了岸', '船飞走了'));
  const { conflicts, state } = await other.test.call('git:pull', { projectId: other.projectId });
  expect(conflicts).toBe(1);
  expect(state.behind).toBe(0);
  const { documentId, text } = await other.documentOf('03-灯塔.md');
  expect(text).toContain('船飞走了');
  const { projectId } = other;
  const conflict = await other.test.call('documents:conflict:read', { projectId, documentId });
  expect(conflict.texts.map((kept) => kept.text)).toEqual([expect.stringContaining('船沉了')]);
  expect(conflict.base).toContain('船靠了岸');
  expect(await other.test.fail('git:push', { projectId })).toBe('GIT_CONFLICTS_OPEN');
  const { theirsVersion } = conflict;
  const chosen = text.replace('船飞走了', '船先沉了，又飞走了');
  const given = { projectId, documentId, text: chosen, theirsVersion };
  await other.test.call('documents:conflict:resolve', given);
  await exchange(other, one);
  expect((await one.documentOf('03-灯塔.md')).text).toContain('船先沉了，又飞走了');
  const everything = world.git(one.root, 'log', '-p', '--all');
  expect(everything).not.toMatch(/^.?(?:<{7}|>{7})/mu);
});

it('merges entries of the codex by their fields, and brings a renamed chapter with what was written in it [B11 B5]', async () => {
  const { projectId } = one;
  const entity = await one.test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '沈砚', summary: '守灯的人。' },
  });
  await exchange(one, other);
  const [mine] = (await other.test.call('knowledge:entities:list', { projectId })).items;
  expect(mine?.name).toBe('沈砚');
  await one.test.call('knowledge:entities:update', {
    ...{ projectId, entityId: entity.entityId, expectedVersion: entity.version },
    summary: '守灯的人，怕水。',
  });
  await other.test.call('knowledge:entities:update', {
    ...{ projectId, entityId: mine?.entityId ?? '', expectedVersion: mine?.version ?? 0 },
    aliases: ['阿砚'],
  });
  await other.rename('04-旧信.md', '04-新信');
  await one.write('04-旧信.md', (text) => text.replace('灯灭了', '灯灭了又亮'));
  await exchange(one, other, one);
  for (const desk of [one, other]) {
    const { items } = await desk.test.call('knowledge:entities:list', { projectId });
    expect(items).toEqual([
      expect.objectContaining({ summary: '守灯的人，怕水。', aliases: ['阿砚'] }),
    ]);
    const { documents } = await desk.test.call('documents:list', { projectId });
    const paths = documents.map(({ path }) => path);
    expect(paths).toContain('04-新信.md');
    expect(paths).toHaveLength(titles.length);
    expect((await desk.documentOf('04-新信.md')).text).toContain('灯灭了又亮');
  }
});

it('goes on where a kill left the files of a merge and not yet its version [B11]', async () => {
  const { projectId } = other;
  await one.write('05-野渡.md', (text) => text.replace('船靠了岸', '船没有靠岸'));
  await one.write('06-归人.md', (text) => text.replace('灯灭了', '灯亮着'));
  await exchange(one);
  await other.write('06-归人.md', (text) => text.replace('船靠了岸', '船走了'));
  // As a kill leaves it: one file is there, the branch has not moved.
  copyFileSync(join(one.root, '05-野渡.md'), join(other.root, '05-野渡.md'));
  const { conflicts } = await other.test.call('git:pull', { projectId });
  expect(conflicts).toBe(0);
  await exchange(other, one);
  for (const desk of [one, other]) {
    expect((await desk.documentOf('05-野渡.md')).text).toContain('船没有靠岸');
    const { text } = await desk.documentOf('06-归人.md');
    expect([text.includes('船走了'), text.includes('灯亮着')]).toEqual([true, true]);
  }
});

it('makes a chapter that both gave another name and rewrote one, with no mark of git and neither text dropped [B11]', async () => {
  const { projectId, test } = other;
  await one.write('02-渡口.md', (text) => text.replace('灯灭了', '灯沉了'));
  await one.rename('02-渡口.md', '02-旧渡');
  await exchange(one);
  await other.write('02-渡口.md', (text) => text.replace('灯灭了', '灯飞走了'));
  await other.rename('02-渡口.md', '02-新渡');
  await test.call('git:pull', { projectId });
  const { documentId, text } = await other.documentOf('02-新渡.md');
  const conflict = await test.call('documents:conflict:read', { projectId, documentId });
  expect(conflict.texts.map((kept) => kept.text)).toEqual([expect.stringContaining('灯沉了')]);
  const both = text.replace('灯飞走了', '灯飞走了。灯沉了');
  const { theirsVersion } = conflict;
  const chosen = { projectId, documentId, text: both, theirsVersion };
  await test.call('documents:conflict:resolve', chosen);
  await exchange(other, one, other);
  for (const desk of [one, other]) {
    const texts = await desk.listTexts();
    expect(texts.join('\n')).not.toMatch(/[<>=]{7}/u);
    expect(texts).toHaveLength(titles.length);
    expect((await desk.documentOf('02-新渡.md')).text).toBe(both);
  }
});

it('keeps the other text beside a chapter that was given another name there and rewritten on both [B11]', async () => {
  const { projectId, test } = other;
  await one.write('01-雪夜.md', (text) => text.replace('没有人下来', '谁也没下来'));
  await one.rename('01-雪夜.md', '01-大雪');
  await exchange(one);
  await other.write('01-雪夜.md', (text) => text.replace('没有人下来', '都下来了'));
  expect((await test.call('git:pull', { projectId })).conflicts).toBe(1);
  const { documentId, text } = await other.documentOf('01-大雪.md');
  expect(text).toContain('都下来了');
  const conflict = await test.call('documents:conflict:read', { projectId, documentId });
  expect(conflict.texts.map((kept) => kept.text)).toEqual([expect.stringContaining('谁也没下来')]);
  const { theirsVersion } = conflict;
  await test.call('documents:conflict:resolve', { projectId, documentId, text, theirsVersion });
  await exchange(other, one);
  expect((await one.documentOf('01-大雪.md')).text).toContain('都下来了');
});

it('merges lists and records by what they say, also where the writer has git join their lines [B11 B2]', async () => {
  for (const { root } of [one, other]) {
    writeFileSync(
      join(root, '.git', 'info', 'attributes'),
      '*.json merge=union\n*.yaml merge=union\n',
    );
  }
  const fence = { neverSend: true } as const;
  for (const [desk, path] of [
    [one, '05-野渡.md'],
    [other, '06-归人.md'],
  ] as const) {
    const { documentId } = await desk.documentOf(path);
    const { projectId } = desk;
    await desk.test.call('git:update', { projectId, pushFenced: true });
    await desk.test.call('documents:update', { projectId, documentId, fence, status: 'done' });
  }
  await exchange(one, other, one);
  for (const { test, projectId, root } of [one, other]) {
    const { documents, problems } = await test.call('projects:get', { projectId });
    expect(problems).toEqual([]);
    const closed = documents.filter((chapter) => chapter.fence !== null).map(({ path }) => path);
    expect(closed).toEqual(['05-野渡.md', '06-归人.md']);
    expect(() => JSON.parse(readFileSync(join(root, '.fabula/fenced.json'), 'utf8'))).not.toThrow();
  }
});

it('writes over no chapter that git was told not to look at [B11]', async () => {
  const path = '05-野渡.md';
  world.git(other.root, 'update-index', '--skip-worktree', path);
  await other.write(path, (text) => text.replace('没有人下来', '谁也没写完那封信'));
  await one.write(path, (text) => text.replace('灯灭了', '灯一直亮着'));
  await exchange(one);
  const { projectId } = other;
  expect(await other.test.fail('git:pull', { projectId })).toBe('GIT_FILES_IN_THE_WAY');
  expect((await other.documentOf(path)).text).toContain('谁也没写完那封信');
  world.git(other.root, 'update-index', '--no-skip-worktree', path);
  await other.test.call('git:pull', { projectId });
  const { text } = await other.documentOf(path);
  expect(text).toContain('谁也没写完那封信');
  expect(text).toContain('灯一直亮着');
});

it('keeps the other text beside its chapter as git would have written it, whatever filter the writer has for it [B11]', async () => {
  writeFileSync(join(one.root, '.gitattributes'), '07-*.md working-tree-encoding=UTF-16LE-BOM\n');
  const text = chapterText('07-盐场');
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  writeFileSync(join(one.root, '07-盐场.md'), bytes);
  await one.test.call('projects:sync', { projectId: one.projectId });
  world.git(one.root, 'add', '.gitattributes');
  world.git(
    one.root,
    '-c',
    'user.name=W',
    '-c',
    'user.email=w@x',
    'commit',
    '-q',
    '-m',
    'Attributes',
  );
  await exchange(one, other);
  expect((await other.documentOf('07-盐场.md')).text).toBe(text);
  await one.write('07-盐场.md', (words) => words.replace('没有人下来', '下来一只狗'));
  await other.write('07-盐场.md', (words) => words.replace('没有人下来', '下来两个人'));
  await exchange(one);
  const pulled = await other.test.call('git:pull', { projectId: other.projectId });
  expect(pulled.conflicts).toBe(1);
  const { documentId } = await other.documentOf('07-盐场.md');
  const key = { projectId: other.projectId, documentId };
  const conflict = await other.test.call('documents:conflict:read', key);
  expect(JSON.stringify(conflict)).toContain('下来一只狗');
});
