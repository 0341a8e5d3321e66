import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, platformAt, type TestApp } from '#tests/helpers/app.ts';
import { chapterText, createGitWorld, type GitWorld } from '#tests/helpers/git-world.ts';

const child = fileURLToPath(new URL('../../helpers/git-child.ts', import.meta.url));

let world: GitWorld;
let count = 0;
const apps: TestApp[] = [];
beforeAll(() => {
  world = createGitWorld();
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await world.end();
});

/** A book with a bare repository, its clone, and a data folder of processes that are killed. */
const begin = async () => {
  count += 1;
  const base = join(world.base, `world-${count}`);
  const [folder, root, gate, mark] = ['data', 'book', 'gate', 'mark'].map((name) =>
    join(base, name),
  ) as [string, string, string, string];
  const bare = world.makeBare(`remote-${count}.git`);
  world.makeFolder(`world-${count}/book`, {
    '01.md': chapterText('01'),
    '02.md': chapterText('02'),
  });
  mkdirSync(join(folder, 'data'), { recursive: true });
  const start = (channel: string, input: object): ChildProcess =>
    spawn(process.execPath, [child, folder, root, world.home, channel, JSON.stringify(input)], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  const run = async (channel: string, input: object = {}): Promise<void> => {
    const [exitCode] = (await once(start(channel, input), 'exit')) as [number | null];
    expect(exitCode).toBe(0);
  };
  /** Kills the program, or everything as a power cut does, once git is at the gate. */
  const killAtGate = async (channel: string, withGit: boolean): Promise<void> => {
    writeFileSync(gate, '');
    const running = start(channel, {});
    const ended = once(running, 'exit');
    await expect.poll(() => existsSync(mark), { timeout: 60_000 }).toBe(true);
    running.kill('SIGKILL');
    await ended;
    const { projectId } = JSON.parse(readFileSync(join(root, '.fabula/project.json'), 'utf8'));
    const note = readFileSync(join(folder, 'data', 'git', `${projectId}.json`), 'utf8');
    if (withGit) process.kill(-JSON.parse(note).pid, 'SIGKILL');
    rmSync(gate);
  };
  const waiting = `touch '${mark}'; while [ -e '${gate}' ]; do sleep 0.05; done`;
  await run('git:update', { enabled: true, remote: bare });
  await run('git:push');
  return { folder, root, bare, waiting, run, killAtGate };
};

/** What the same data folder finds when it opens the book again. */
const openAgain = async (
  folder: string,
  root: string,
): Promise<{ test: TestApp; projectId: string }> => {
  const { paths } = platformAt(folder);
  const test = await createTestApp({ gitEnvironment: world.environment, platform: { paths } });
  apps.push(test);
  const { projectId } = await test.call('projects:open', { path: root });
  return { test, projectId };
};

const textsOf = async ({ test, projectId }: { test: TestApp; projectId: string }) => {
  const { documents } = await test.call('documents:list', { projectId });
  return Promise.all(
    documents.map(
      async ({ documentId }) => (await test.call('documents:read', { projectId, documentId })).text,
    ),
  );
};

it.each([
  ['the program alone', false],
  ['git with it, as a power cut does', true],
])(
  'loses nothing when it is killed in the middle of a pull, and pulls again: %s [B11]',
  async (_name, withGit) => {
    const { folder, root, bare, waiting, run, killAtGate } = await begin();
    const clone = join(world.base, `clone-${count}`);
    world.git(world.base, 'clone', '--quiet', '--branch', 'main', bare, clone);
    writeFileSync(join(clone, '02.md'), chapterText('02').replace('没有人下来', '下来两个人'));
    world.git(clone, '-c', 'user.name=W', '-c', 'user.email=w@x', 'commit', '-qam', 'Theirs');
    world.git(clone, 'push', '--quiet', 'origin', 'HEAD:main');
    writeFileSync(join(root, '02.md'), chapterText('02').replace('灯灭了', '灯亮着'));
    world.git(root, 'config', 'filter.slow.smudge', `${waiting}; cat`);
    writeFileSync(join(root, '.git/info/attributes'), '*.md filter=slow\n');
    await run('git:update', { enabled: true, adopt: true });
    await killAtGate('git:pull', withGit);
    const book = await openAgain(folder, root);
    expect((await textsOf(book)).join('')).toContain('灯亮着');
    await expect
      .poll(() => book.test.call('git:pull', { projectId: book.projectId }).catch(String), {
        timeout: 60_000,
      })
      .toMatchObject({ conflicts: 0 });
    const texts = (await textsOf(book)).join('');
    for (const words of ['灯亮着', '下来两个人']) expect(texts).toContain(words);
    expect(texts).not.toMatch(/[<>=]{7}/u);
    expect(world.git(root, 'status', '--porcelain')).toBe('');
  },
);

it('keeps the version at the next start when it was killed in the middle of one, git with it [B11]', async () => {
  const { folder, root, waiting, run, killAtGate } = await begin();
  mkdirSync(join(root, '.git/hooks'), { recursive: true });
  writeFileSync(join(root, '.git/hooks/pre-commit'), `#!/bin/sh\n${waiting}\n`);
  chmodSync(join(root, '.git/hooks/pre-commit'), 0o755);
  await run('git:update', { enabled: true, adopt: true });
  writeFileSync(join(root, '02.md'), chapterText('02').replace('灯灭了', '灯亮着'));
  await killAtGate('git:commit', true);
  const book = await openAgain(folder, root);
  const { projectId } = book;
  expect((await textsOf(book)).join('')).toContain('灯亮着');
  await book.test.call('git:commit', { projectId });
  expect(world.git(root, 'show', 'HEAD:02.md')).toContain('灯亮着');
  expect(world.git(root, 'status', '--porcelain')).toBe('');
});
