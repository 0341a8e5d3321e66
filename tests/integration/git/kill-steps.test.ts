import { once } from 'node:events';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, platformAt, type TestApp } from '#tests/helpers/app.ts';
import { createGatedGit } from '#tests/helpers/gated-git.ts';
import { chapterText, createGitWorld, type GitWorld } from '#tests/helpers/git-world.ts';
import { createRandom } from '#tests/helpers/random.ts';
import { callTo, type Served, serveFabula } from '#tests/helpers/serve.ts';

/** How many steps of a pull it is killed at; more than it has: at each. */
const steps = Number(process.env.FABULA_TEST_STEPS ?? 2);
const random = createRandom(Number(process.env.FABULA_TEST_SEED ?? 20_261));
const chapters = Array.from({ length: 12 }, (_, at) => `${String(at + 1).padStart(2, '0')}.md`);

let world: GitWorld;
let gated: ReturnType<typeof createGatedGit>;
let projectId = '';
let [data, root, bare, kept] = ['', '', '', ''];
let served: Served | null = null;

const rewrite = (folder: string, path: string, from: string, to: string): void => {
  const file = join(folder, path);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
};

/** The other machine: a chapter rewritten in another place, one in the same, one closed for good, an entry. */
const workThere = async (there: TestApp): Promise<void> => {
  const folder = join(world.base, 'there');
  world.git(world.base, 'clone', '--quiet', '--branch', 'main', bare, folder);
  const opened = await there.call('projects:open', { path: folder, language: 'zh-CN' });
  await there.call('git:update', { projectId, enabled: true, adopt: true, pushFenced: true });
  rewrite(folder, '01.md', '没有人下来', '下来两个人');
  rewrite(folder, '02.md', '没有人下来', '下来三个人');
  rewrite(folder, '03.md', '没有人下来', '井底藏着鹮鹭');
  for (const path of chapters.slice(3)) rewrite(folder, path, '灯灭了', `${path}的灯亮了`);
  const documentId = opened.documents.find(({ path }) => path === '03.md')?.documentId ?? '';
  await there.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
  const entry = { projectId, kind: 'character', name: '沈砚', summary: '守灯的人。' } as const;
  await there.call('knowledge:entities:create', entry);
  await there.call('git:push', { projectId });
};

/** A book with work of its own, what another machine pushed meanwhile, and the data folder: as they are before each pull. */
beforeAll(async () => {
  world = createGitWorld();
  gated = createGatedGit(join(world.base, 'bin'));
  const machine = join(world.base, 'machine');
  data = join(machine, 'data');
  kept = join(world.base, 'kept');
  bare = world.makeBare();
  root = world.makeFolder(
    'machine/book',
    Object.fromEntries(chapters.map((path) => [path, chapterText(path.slice(0, 2))])),
  );
  const gitEnvironment = world.environment;
  const here = await createTestApp({ gitEnvironment, platform: platformAt(machine) });
  const opened = await here.call('projects:open', { path: root, language: 'zh-CN' });
  ({ projectId } = opened);
  const switching = { projectId, enabled: true, remote: bare, pushFenced: true } as const;
  await here.call('git:update', switching);
  await here.call('git:push', { projectId });
  await workThere(await world.startApp());
  rewrite(root, '01.md', '灯灭了', '灯亮着');
  rewrite(root, '02.md', '没有人下来', '下来一个人');
  await here.call('projects:close', { projectId });
  await here.close();
  cpSync(machine, kept, { recursive: true, preserveTimestamps: true });
}, 300_000);
afterAll(async () => {
  await served?.stop('SIGKILL');
  await world.end();
});

const start = async (): Promise<Served> => {
  const PATH = `${gated.folder}:${process.env.PATH}`;
  const environment = { PATH, HOME: world.home, GIT_CONFIG_NOSYSTEM: '1' };
  served = await serveFabula(data, [], undefined, environment);
  return served;
};

/** The program as it is before a pull, in the place the books know. */
const startAnew = async (): Promise<Served> => {
  const machine = join(world.base, 'machine');
  rmSync(machine, { recursive: true, force: true });
  cpSync(kept, `${machine}.new`, { recursive: true, preserveTimestamps: true });
  renameSync(`${machine}.new`, machine);
  gated.begin(null);
  const program = await start();
  await callTo(program, 'projects:open', { path: root });
  return program;
};

const killHere = async (program: Served, withGit: boolean): Promise<void> => {
  const note = join(data, 'git', `${projectId}.json`);
  program.process.kill('SIGKILL');
  await once(program.process, 'exit');
  const running = existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')).pid : null;
  if (withGit && running !== null) {
    try {
      process.kill(-running, 'SIGKILL');
    } catch (error) {
      // It had ended by itself.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
  gated.open();
};

const textsOf = async (program: Served): Promise<Map<string, string>> => {
  const { documents } = await callTo(program, 'documents:list', { projectId });
  const read = documents.map(async ({ documentId, path }) => {
    const { text } = await callTo(program, 'documents:read', { projectId, documentId });
    return [path, text] as const;
  });
  return new Map(await Promise.all(read));
};

const promptOf = async (program: Served): Promise<string> => {
  const { documents } = await callTo(program, 'documents:list', { projectId });
  const documentId = documents.find(({ path }) => path === '04.md')?.documentId ?? '';
  const request = { projectId, documentId, cursorPosition: 5, skillId: 'continue' };
  return (await callTo(program, 'context:assemble', request)).prompt;
};

/** Whatever became of the pull: everything written here, no marks of git, nothing closed in a request; then it goes on. */
const goOn = async (): Promise<void> => {
  const program = await start();
  const opened = await callTo(program, 'projects:open', { path: root });
  expect(opened.problems).toEqual([]);
  const before = await textsOf(program);
  expect([...before.keys()]).toEqual(chapters);
  expect(before.get('01.md')).toContain('灯亮着');
  expect(before.get('02.md')).toContain('下来一个人');
  expect([...before.values()].join('')).not.toMatch(/^[<>=]{7}/mu);
  expect(await promptOf(program)).not.toContain('鹮鹭');
  // A git that outlived the program may be at work yet.
  const pull = () => callTo(program, 'git:pull', { projectId }).then(() => 'pulled', String);
  await expect.poll(pull, { timeout: 120_000 }).toBe('pulled');
  const after = await textsOf(program);
  expect([...after.keys()]).toEqual(chapters);
  for (const words of ['灯亮着', '下来两个人']) expect(after.get('01.md')).toContain(words);
  expect(after.get('02.md')).toContain('下来一个人');
  expect(after.get('03.md')).toContain('鹮鹭');
  for (const path of chapters.slice(3)) expect(after.get(path)).toContain(`${path}的灯亮了`);
  const { documents } = await callTo(program, 'documents:list', { projectId });
  const waiting = documents.find(({ path }) => path === '02.md');
  const conflict = { projectId, documentId: waiting?.documentId ?? '' };
  expect(waiting?.hasConflict).toBe(true);
  const shown = JSON.stringify(await callTo(program, 'documents:conflict:read', conflict));
  for (const words of ['下来一个人', '下来三个人']) expect(shown).toContain(words);
  expect(await promptOf(program)).not.toContain('鹮鹭');
  const { items } = await callTo(program, 'knowledge:entities:list', { projectId });
  expect(items.map(({ name }) => name)).toEqual(['沈砚']);
  expect(world.git(root, 'status', '--porcelain')).toBe('');
  expect(world.git(root, 'merge-base', 'HEAD', 'origin/main')).toBe(
    world.git(root, 'rev-parse', 'origin/main'),
  );
  expect(world.git(root, 'worktree', 'list').split('\n')).toHaveLength(1);
  await program.stop();
};

it('loses nothing when it is killed at any start of git in a pull, alone or with git, and pulls again [B11 B2 B4]', async () => {
  const whole = await startAnew();
  await callTo(whole, 'git:pull', { projectId });
  const last = gated.starts();
  await whole.stop();
  expect(last).toBeGreaterThan(10);
  const all = Array.from({ length: last }, (_, at) => at + 1);
  const chosen = steps >= last ? all : all.toSorted(() => random() - 0.5).slice(0, steps);
  for (const step of chosen) {
    const program = await startAnew();
    gated.begin(step);
    const pulling = callTo(program, 'git:pull', { projectId }).catch(String);
    await expect.poll(gated.isAtGate, { timeout: 120_000, message: `step ${step}` }).toBe(true);
    await killHere(program, step % 2 === 0);
    await pulling;
    await goOn();
  }
});

it('loses nothing when it is killed while the files of a merge are put in their places [B11 B2]', async () => {
  const program = await startAnew();
  gated.begin(null);
  const placed = (): boolean => existsSync(join(root, 'codex'));
  const pulling = callTo(program, 'git:pull', { projectId }).catch(String);
  while (!placed()) await new Promise((resolve) => setImmediate(resolve));
  await killHere(program, true);
  await pulling;
  expect(program.process.signalCode).toBe('SIGKILL');
  await goOn();
});
