/** One history of a book on two machines that exchange versions through a bare repository, from a seed (B5 B11). */
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '#tests/helpers/random.ts';
import {
  beginBook,
  compareMachines,
  type Desk,
  editSome,
  findLeak,
  forget,
  type Machines,
  open,
  playInFolder,
  reopenSometimes,
  sides,
} from './desk.ts';
import { listFolder, type Side } from './sync-program.ts';

/** The machines of a history start git with it too: nothing of the developer's own settings. */
export const gitEnvironment = {
  PATH: process.env['PATH'],
  HOME: join(tmpdir(), 'fabula-no-home'),
  GIT_CONFIG_NOSYSTEM: '1',
};

/** More exchanges than any honest history needs to come to rest. */
const maxRounds = 10;

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'core.quotepath=false', ...args], {
    cwd: folder,
    env: { ...gitEnvironment, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  }).trimEnd();

const listBook = async (root: string): Promise<Map<string, Buffer>> =>
  new Map([...(await listFolder(root))].filter(([path]) => !path.startsWith('.git/')));

/** What a program writes while two machines have not seen each other's work is refused with one of these, and loses nothing. */
const isAnswer = (error: unknown): boolean => /GIT_BEHIND|GIT_CONFLICTS_OPEN/.test(String(error));

const pull = async ({ machines, projectId }: Desk, side: Side): Promise<number> => {
  const { files, conflicts } = await machines[side].call('git:pull', { projectId });
  return files + conflicts;
};

const push = async ({ machines, projectId }: Desk, side: Side): Promise<number> => {
  try {
    return (await machines[side].call('git:push', { projectId })).commits;
  } catch (error) {
    if (isAnswer(error)) return 1;
    throw error;
  }
};

/** The writer takes both texts of a chapter, paragraph by paragraph. */
const resolve = async ({ machines, projectId }: Desk, side: Side): Promise<number> => {
  const test = machines[side];
  const { documents } = await test.call('documents:list', { projectId });
  const waiting = documents.filter(({ hasConflict }) => hasConflict);
  for (const { documentId } of waiting) {
    const key = { projectId, documentId };
    const { theirs, theirsVersion, texts } = await test.call('documents:conflict:read', key);
    const paragraphs = theirs.trimEnd().split('\n\n');
    for (const { text } of texts) {
      const more = text.trimEnd().split('\n\n');
      paragraphs.push(...more.filter((one) => !paragraphs.includes(one)));
    }
    const text = `${paragraphs.join('\n\n')}\n`;
    await test.call('documents:conflict:resolve', { ...key, text, theirsVersion });
  }
  return waiting.length;
};

const rename = async ({ machines, projectId, random }: Desk, side: Side): Promise<void> => {
  const test = machines[side];
  const { documents } = await test.call('documents:list', { projectId });
  const open = documents.filter(({ path, hasConflict }) => !path.startsWith('04') && !hasConflict);
  const chapter = open[Math.floor(random() * open.length)];
  if (!chapter) return;
  const title = `改题${Math.floor(random() * 1000)}`;
  const { documentId } = chapter;
  await test.call('documents:rename', { projectId, documentId, title });
};

const begin = async (machines: Machines, base: string, seed: number): Promise<Desk> => {
  const roots = [join(base, 'here'), join(base, 'there')] as const;
  const bare = join(base, 'remote.git');
  execFileSync('git', ['init', '--quiet', '--bare', bare], { env: gitEnvironment });
  const desk = await beginBook(machines, { roots, random: createRandom(seed) });
  const { projectId } = desk;
  const [here, there] = machines;
  await here.call('git:update', { projectId, enabled: true, remote: bare });
  await here.call('git:update', { projectId, pushFenced: true });
  await here.call('git:push', { projectId });
  git(base, 'clone', '--quiet', '--branch', 'main', bare, roots[1]);
  await open(desk, 1);
  await there.call('git:update', { projectId, enabled: true, adopt: true });
  await there.call('git:update', { projectId, pushFenced: true });
  return desk;
};

const acts: readonly ((desk: Desk, side: Side) => Promise<unknown>)[] = [
  async () => undefined,
  ({ machines, projectId }, side) => machines[side].call('git:commit', { projectId }),
  pull,
  push,
  resolve,
  async (desk, side) => {
    await pull(desk, side);
    await push(desk, side);
  },
];

/** One step: some edits, a machine that goes away and comes back, and versions kept, fetched or sent, or not. */
const step = async (desk: Desk): Promise<string[]> => {
  const { random } = desk;
  const leaks: string[] = [];
  for (const side of sides) {
    await editSome(desk, side);
    if (random() < 0.15) await rename(desk, side);
    await reopenSometimes(desk, side);
    await acts[Math.floor(random() * acts.length)]?.(desk, side);
    const leak = await findLeak(desk, side);
    if (leak) leaks.push(leak);
  }
  return leaks;
};

/** Until neither machine has anything to tell the other; what they did last where they never end. */
const comeToRest = async (desk: Desk): Promise<string | null> => {
  let last: string[] = [];
  for (let round = 0; round < maxRounds; round += 1) {
    let moved = 0;
    last = [];
    for (const side of sides) {
      const resolved = await resolve(desk, side);
      const pulled = await pull(desk, side);
      const chosen = await resolve(desk, side);
      const pushed = await push(desk, side);
      moved += resolved + pulled + chosen + pushed;
      last.push(`machine ${side} chose ${resolved + chosen}, pulled ${pulled}, pushed ${pushed}`);
    }
    if (moved === 0) return null;
  }
  return last.join('; ');
};

/** Equal branches, nothing left over, no mark of git in any version. */
const compareRepositories = (desk: Desk): string[] => {
  const wrong: string[] = [];
  const [ours, theirs] = desk.roots.map((root) => git(root, 'rev-parse', 'HEAD'));
  if (ours !== theirs) wrong.push('the branches stand on different versions');
  for (const root of desk.roots) {
    const left = git(root, 'status', '--porcelain');
    if (left !== '') wrong.push(`left over: ${left}`);
    if (/^.?(?:<{7}|>{7}) /m.test(git(root, 'log', '-p', '-m', '--all'))) {
      wrong.push('a version holds a mark of git');
    }
  }
  return wrong;
};

/** What went wrong, in words; empty for nothing. The machines are left without the book. */
export const playGitHistory = (
  machines: Machines,
  seed: number,
  steps: number,
): Promise<string[]> =>
  playInFolder(async (base) => {
    const wrong: string[] = [];
    const desk = await begin(machines, base, seed);
    for (let count = 0; count < steps; count += 1) wrong.push(...(await step(desk)));
    const unrest = await comeToRest(desk);
    if (unrest !== null) wrong.push(`the machines do not come to rest: ${unrest}`);
    wrong.push(...(await compareMachines(desk, listBook)), ...compareRepositories(desk));
    await forget(desk);
    return wrong;
  });
