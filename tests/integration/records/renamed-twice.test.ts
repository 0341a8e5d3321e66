import { mkdir, readdir, rename } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { createSyncProgram } from '#tests/helpers/histories/sync-program.ts';
import { createRandom } from '#tests/helpers/random.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

const secret = '钥匙缝在旧棉衣的领子里';
const night = `# 夜渡\n\n船靠了岸。\n\n${secret}。\n\n灯还亮着，照着空空的石阶。\n`;
const [ours, theirs] = ['她在岸上等。', '雨停了。'];
/** More rounds than two machines need to come to rest. */
const maxRounds = 12;

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let here: TestApp;
let there: TestApp;
let book: SharedBook;
let projectId: string;
let sync: ReturnType<typeof createSyncProgram>;
/** Decides in which order things come, and who looks in between. */
let order: () => number;
beforeAll(async () => {
  machines = await createTwoMachines();
  ({ here, there } = machines);
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({ '01.md': '# 一\n\n天亮了。\n', '02.md': night });
});
afterEach(() => book.end());

const listed = async (test: TestApp) =>
  (await test.call('documents:list', { projectId })).documents;

const nightOf = async (test: TestApp) => {
  const found = (await listed(test)).find(({ path }) => path !== '01.md');
  return found?.documentId ?? '';
};

/** A book on both machines, with a fenced chapter of which something is decided. */
const begin = async (seed: number): Promise<void> => {
  await mkdir(book.at(there, ''), { recursive: true });
  order = createRandom(seed);
  sync = createSyncProgram([book.at(here, ''), book.at(there, '')], createRandom(seed));
  ({ projectId } = await book.open(here));
  const decided = { status: 'done', synopsis: '渡口的一夜。', fence: { neverSend: true } } as const;
  await here.call('documents:update', { projectId, documentId: await nightOf(here), ...decided });
  await here.call('projects:sync', { projectId });
  await sync.scan(0);
  await sync.run(() => 'none', true);
  await book.open(there);
  await exchange();
};

const expectClosed = async (test: TestApp): Promise<void> => {
  for (const { documentId } of await listed(test)) {
    const request = { projectId, documentId, cursorPosition: 0, skillId: 'continue' };
    const { prompt } = await test.call('context:assemble', request);
    expect(prompt).not.toContain(secret);
  }
};

/** A machine may look at its folder whenever something came, before what belongs to it has come too. */
const lookBetween = async (): Promise<void> => {
  const at = order();
  if (at < 0.3) await here.call('projects:sync', { projectId });
  else if (at < 0.6) await there.call('projects:sync', { projectId });
};

/** Until neither machine nor the program has anything to say; how many rounds that took. */
const exchange = async (): Promise<number> => {
  for (let round = 1; round <= maxRounds; round += 1) {
    let moved = 0;
    for (const [side, test] of [here, there].entries()) {
      const { read, written, merged } = await test.call('projects:sync', { projectId });
      moved += read + written + merged;
      await sync.scan(side === 0 ? 0 : 1);
      await expectClosed(test);
    }
    moved += sync.waiting();
    await sync.run(() => 'none', order() < 0.3, lookBetween);
    if (moved === 0) return round;
  }
  return Infinity;
};

const add = async (test: TestApp, line: string): Promise<void> => {
  const documentId = await nightOf(test);
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  const next = text.replace('船靠了岸。', line);
  const save = { projectId, documentId, text: next, expectedVersion: version };
  await test.call('documents:save', save);
};

const renameAt = async (test: TestApp, name: string): Promise<void> => {
  await rename(book.at(test, '02.md'), book.at(test, name));
  await test.call('projects:sync', { projectId });
};

/** All that a machine has of the chapter: its text, what waits beside it, its earlier versions. */
const wordsOf = async (test: TestApp): Promise<string> => {
  const documentId = await nightOf(test);
  const key = { projectId, documentId };
  const { text } = await test.call('documents:read', key);
  const texts = [text, JSON.stringify(await outside(test))];
  for (const { snapshotId } of (await test.call('documents:snapshots:list', key)).items)
    texts.push((await test.call('documents:snapshots:read', { ...key, snapshotId })).text);
  return texts.join('\n');
};

const outside = async (test: TestApp) =>
  (await test.call('projects:outside:list', { projectId })).items;

/** The writer is asked on one of the machines at least. */
const putBothIn = async (): Promise<void> => {
  const waiting = await Promise.all(
    [here, there].map(async (test) => ({
      test,
      copy: (await outside(test)).find(({ change }) => change === 'copy'),
    })),
  );
  const asked = waiting.find(({ copy }) => copy !== undefined);
  const changeId = asked?.copy?.changeId ?? 0;
  await asked?.test.call('projects:outside:settle', { projectId, changeId, choice: 'both' });
};

const expectOne = async (path: string): Promise<void> => {
  for (const test of [here, there]) {
    const chapters = await listed(test);
    expect(chapters.map((one) => one.path)).toEqual(['01.md', path]);
    expect(chapters[1]).toMatchObject({ status: 'done', synopsis: '渡口的一夜。' });
    expect(chapters[1]?.fence).toMatchObject({ neverSend: true });
    const files = (await readdir(book.at(test, ''))).filter((name) => name.endsWith('.md'));
    expect(files.toSorted()).toEqual(['01.md', path].toSorted());
  }
  const [mine, other] = await Promise.all(
    [here, there].map(async (test) =>
      (await readdir(book.at(test, '.fabula/chapters'))).toSorted(),
    ),
  );
  expect(mine).toEqual(other);
};

const names = [
  ['渡口.md', '夜渡.md', '夜渡.md'],
  ['夜渡.md', '渡口.md', '夜渡.md'],
] as const;

/** A book that both machines have, in which each gives the chapter a name of its own while they are apart. */
const apart = async (seed: number, [one, other]: readonly [string, string]): Promise<void> => {
  if (seed > 1) {
    await book.end();
    book = await machines.newBook({ '01.md': '# 一\n\n天亮了。\n', '02.md': night });
  }
  await begin(seed);
  await renameAt(here, one);
  await renameAt(there, other);
};

const seeds = [1, 2, 3];

describe('a chapter that both machines renamed while they were apart [B1 B4]', () => {
  it.each(names)('%s here and %s there is one chapter, %s, on both', async (one, other, kept) => {
    for (const seed of seeds) {
      await apart(seed, [one, other]);
      expect(await exchange()).toBeLessThan(maxRounds);
      await expectOne(kept);
      const told = [...(await outside(here)), ...(await outside(there))];
      expect(told).toContainEqual(
        expect.objectContaining({ kind: 'chapters', change: 'renamed', needsChoice: false }),
      );
    }
  });

  it('keeps what both wrote in it', async () => {
    for (const seed of seeds) {
      await apart(seed, ['渡口.md', '夜渡.md']);
      await add(here, ours);
      await add(there, theirs);
      expect(await exchange()).toBeLessThan(maxRounds);
      await expectOne('夜渡.md');
      const kept = await Promise.all([here, there].map(wordsOf));
      for (const line of [ours, theirs]) expect(kept.join()).toContain(line);
      await putBothIn();
      expect(await exchange()).toBeLessThan(maxRounds);
      for (const test of [here, there]) {
        const key = { projectId, documentId: await nightOf(test) };
        const { text } = await test.call('documents:read', key);
        for (const line of [ours, theirs]) expect(text).toContain(line);
      }
    }
  });

  it('is one on a machine that was closed while the other renamed it', async () => {
    for (const seed of seeds) {
      await apart(seed, ['渡口.md', '夜渡.md']);
      await there.call('projects:close', { projectId });
      await sync.scan(0);
      await sync.scan(1);
      await sync.run(() => 'none', true);
      await here.call('projects:sync', { projectId });
      await here.call('projects:close', { projectId });
      await book.open(there);
      await book.open(here);
      expect(await exchange()).toBeLessThan(maxRounds);
      await expectOne('夜渡.md');
    }
  });
});
