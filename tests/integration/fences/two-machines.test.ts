import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { eventually, makeFolder } from '#tests/helpers/projects.ts';

const canary = '鹮鹭的名字藏在井底';
const secret = `# 二\n\n${canary}。守夜的人从不肯说出口。钥匙缝在旧棉衣的领子里。\n`;
const plain = (index: number): string => `# ${index}\n\n第${index}天，船靠了岸，没有人下来。\n`;
const listFile = '.fabula/fenced.json';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let here: TestApp;
let there: TestApp;
let notices: string[];

/** Each machine has a folder of its own, as with every program that synchronises. */
const rootOf = (test: TestApp): string =>
  test === here ? folder.root : join(folder.base, 'there');
const at = (test: TestApp, path: string): string => join(rootOf(test), path);

/** What such a program does: every file of the one folder into the other. */
const carry = async (from: TestApp, to: TestApp): Promise<void> => {
  await cp(rootOf(from), rootOf(to), {
    recursive: true,
    filter: (source) => !/lock$|lock\.json$|\.fabula-tmp$/.test(source),
  });
};

const chapters = async (test: TestApp) => {
  const { projectId, documents } = await test.call('projects:open', { path: rootOf(test) });
  return { projectId, documents, byPath: new Map(documents.map((one) => [one.path, one])) };
};

const fenceAt = async (test: TestApp, path: string, fence: object | null) => {
  const { projectId, byPath } = await chapters(test);
  const documentId = byPath.get(path)?.documentId ?? '';
  return test.call('documents:update', { projectId, documentId, fence });
};

/** Everything a request made for each chapter would send. */
const sentBy = async (test: TestApp): Promise<string> => {
  const { projectId, documents } = await chapters(test);
  await test.call('retrieval:index', { projectId, wait: true });
  const prompts: string[] = [];
  for (const { documentId } of documents) {
    const { text } = await test.call('documents:read', { projectId, documentId });
    const request = { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
    prompts.push((await test.call('context:assemble', request)).prompt);
  }
  return prompts.join('\n');
};

beforeEach(async () => {
  folder = await makeFolder({ '01.md': plain(1), '02.md': secret, '03.md': plain(3) });
  [here, there] = [await createTestApp(), await createTestApp()];
  notices = [];
  there.app.events.on((name, payload) => {
    if (name === 'host:notice' && 'code' in payload) notices.push(payload.code);
  });
});
afterEach(async () => {
  await here.close();
  await there.close();
  await folder.remove();
});

describe('a chapter fenced on one machine, on a machine that never saw the book [B2]', () => {
  it('is the same chapter with the same fence, and no request holds its text', async () => {
    const { documentId } = await fenceAt(here, '02.md', { neverSend: true });
    await carry(here, there);
    const { byPath } = await chapters(there);
    expect(byPath.get('02.md')).toMatchObject({ documentId, fence: { neverSend: true } });
    expect(byPath.get('01.md')?.fence).toBeNull();
    expect(await sentBy(there)).not.toContain(canary);
    await fenceAt(there, '02.md', null);
    expect(await sentBy(there)).toContain(canary);
  });

  it('keeps its fence renamed and edited on the way', async () => {
    await fenceAt(here, '02.md', { neverSend: true });
    await carry(here, there);
    await rename(at(there, '02.md'), at(there, '改名.md'));
    await writeFile(at(there, '改名.md'), `${secret}\n又添了一段，说的是别的事情。\n`);
    expect((await chapters(there)).byPath.get('改名.md')?.fence).toEqual({ neverSend: true });
    expect(await sentBy(there)).not.toContain(canary);
  });

  it('opens before no other chapter than there, wherever that one stands', async () => {
    await fenceAt(here, '02.md', { notBeforeChapter: 3 });
    await carry(here, there);
    await writeFile(at(there, '00.md'), plain(0));
    const { byPath } = await chapters(there);
    expect(byPath.get('02.md')?.fence).toEqual({ notBeforeChapter: 4 });
  });
});

describe('the list of fenced chapters, with the book open on both machines [B2]', () => {
  it('brings a fence for the very next request, and takes it off again', async () => {
    await here.call('projects:sync', { projectId: (await chapters(here)).projectId });
    await carry(here, there);
    const { projectId, documents } = await chapters(there);
    const { documentId } = await fenceAt(here, '02.md', { neverSend: true });
    await copyFile(at(here, listFile), at(there, listFile));
    const next = documents[2]?.documentId ?? '';
    const request = { projectId, documentId: next, cursorPosition: 3, skillId: 'continue' };
    const { prompt } = await there.call('context:assemble', request);
    expect(prompt).not.toContain(canary);
    const now = (await there.call('documents:list', { projectId })).documents;
    expect(now[1]?.fence).toEqual({ neverSend: true });
    // The chapter's record came with the folder: both machines have given it the same id.
    expect(now[1]?.documentId).toBe(documentId);
    await fenceAt(here, '02.md', null);
    await copyFile(at(here, listFile), at(there, listFile));
    await eventually(async () => {
      const { documents: later } = await there.call('documents:list', { projectId });
      return later[1]?.fence === null;
    });
  });

  it('keeps the stricter of two fences put up at once, and one decision takes both off', async () => {
    await chapters(here);
    await carry(here, there);
    await fenceAt(here, '02.md', { knownBy: ['her'] });
    await fenceAt(there, '02.md', { neverSend: true });
    const copy = '.fabula/fenced.sync-conflict-20260102-030405-ABCDEFG.json';
    await copyFile(at(here, listFile), at(there, copy));
    const joined = { knownBy: ['her'], neverSend: true };
    expect((await chapters(there)).byPath.get('02.md')?.fence).toEqual(joined);
    expect(await readdir(at(there, '.fabula'))).not.toContain(copy.slice('.fabula/'.length));
    await copyFile(at(there, listFile), at(here, listFile));
    expect((await chapters(here)).byPath.get('02.md')?.fence).toEqual(joined);
    await fenceAt(here, '02.md', null);
    await copyFile(at(here, listFile), at(there, listFile));
    expect((await chapters(there)).byPath.get('02.md')?.fence).toBeNull();
    expect((await chapters(here)).byPath.get('02.md')?.fence).toBeNull();
  });

  it('opens no chapter that goes by another key, where nothing stands under that key either', async () => {
    const { documentId } = await fenceAt(here, '02.md', { neverSend: true });
    const list = JSON.parse(await readFile(at(here, listFile), 'utf8'));
    const entry = list.chapters[documentId ?? ''];
    const left = { ...entry, fence: null, sameAs: 'of-the-other-machine', revision: 7 };
    for (const others of [{}, { 'of-the-other-machine': entry }]) {
      list.chapters = { [documentId ?? '']: left, ...others };
      await writeFile(at(here, listFile), JSON.stringify(list));
      expect(await sentBy(here)).not.toContain(canary);
    }
    expect((await chapters(here)).byPath.get('02.md')).toMatchObject({ documentId });
  });

  it('is the same to the byte for the same fences, and opening the book writes nothing', async () => {
    await fenceAt(here, '02.md', { neverSend: true });
    const before = await readFile(at(here, listFile), 'utf8');
    await carry(here, there);
    await chapters(there);
    await chapters(here);
    expect(await readFile(at(here, listFile), 'utf8')).toBe(before);
    expect(await readFile(at(there, listFile), 'utf8')).toBe(before);
  });
});

describe.each([
  ['cut off', (path: string) => writeFile(path, '{"formatVersion": 1, "chap')],
  ['gone', (path: string) => rm(path)],
  [
    'replaced by a folder',
    async (path: string) => {
      await rm(path);
      await mkdir(path);
    },
  ],
])('a list of fences that is %s [B2]', (_name, damage) => {
  it('withholds every chapter and says so, until the writer has looked', async () => {
    await fenceAt(here, '02.md', { neverSend: true });
    await carry(here, there);
    for (const test of [here, there]) {
      await damage(at(test, listFile));
      const { documents } = await chapters(test);
      expect(documents.map(({ fence }) => fence?.unknown)).toEqual([true, true, true]);
      expect(await sentBy(test)).not.toMatch(/鹮鹭|船靠了岸/);
    }
    expect(notices).toContain('FENCES_UNKNOWN');
    const { projectId, documents } = await chapters(there);
    const documentId = documents[0]?.documentId ?? '';
    await there.call('settings:update', { debugMode: true });
    const request = { projectId, documentId, cursorPosition: 3, skillId: 'continue' };
    const { layers } = await there.call('context:inspect', request);
    expect(layers.immediate.items.map(({ reason }) => reason)).toContain('fenceUnknown');
    const lifting = { projectId, documentId, fence: null };
    expect(await there.fail('documents:update', lifting)).toBe('FENCES_UNKNOWN');
    await here.call('documents:fences:confirm', { projectId });
    const known = [null, { neverSend: true }, null];
    expect((await chapters(here)).documents.map(({ fence }) => fence)).toEqual(known);
    await rm(at(there, listFile), { recursive: true, force: true });
    await carry(here, there);
    expect((await chapters(there)).documents.map(({ fence }) => fence)).toEqual(known);
    expect(await sentBy(there)).not.toContain(canary);
  });
});

describe('a conflict copy of a chapter [B4]', () => {
  const names = [
    '02.sync-conflict-20260102-030405-ABCDEFG.md',
    "02 (Ann's conflicted copy 2026-01-02).md",
    '02 (张三 的冲突副本 2026-01-02).md',
    '02-DESKTOP-7AB3C9.md',
    '02 2.md',
    '02 (1).md',
    '02_LOCAL_1234.md',
  ];
  it.each(names)(
    '%s is no chapter, moves no number, opens no fence, and what it adds is in its chapter',
    async (name) => {
      await fenceAt(here, '02.md', { notBeforeChapter: 3 });
      await writeFile(at(here, name), `${secret}\n那边又写了一句。\n`);
      const { projectId, documents } = await chapters(here);
      expect(documents.map(({ path, chapter }) => [path, chapter])).toEqual([
        ['01.md', 1],
        ['02.md', 2],
        ['03.md', 3],
      ]);
      const documentId = documents[1]?.documentId ?? '';
      const merged = await here.call('documents:read', { projectId, documentId });
      expect(merged.text).toBe(`${secret}\n那边又写了一句。\n`);
      expect(await readFile(at(here, `.fabula/trash/${name}`), 'utf8')).toContain('那边又写了一句');
    },
  );

  it('is known by its text where the other machine wrote most of the chapter', async () => {
    await chapters(here);
    const days = Array.from({ length: 20 }, (_, day) => `到了第${day}天，雪还在下，没有人开门。`);
    await writeFile(at(here, '02 2.md'), `${secret}\n${days.join('\n\n')}\n`);
    const { projectId, documents } = await chapters(here);
    expect(documents.map(({ path }) => path)).toEqual(['01.md', '02.md', '03.md']);
    const documentId = documents[1]?.documentId ?? '';
    const { text } = await here.call('documents:read', { projectId, documentId });
    expect(text).toContain('到了第19天');
  });

  it('is taken in while the book is open, and one that says nothing new only put away', async () => {
    const { projectId } = await chapters(here);
    const [same, other] = names;
    await copyFile(at(here, '02.md'), at(here, same ?? ''));
    await eventually(async () => !(await readdir(folder.root)).includes(same ?? ''));
    expect((await here.call('documents:list', { projectId })).documents).toHaveLength(3);
    await writeFile(at(here, other ?? ''), `${secret}\n那边又写了一句。\n`);
    const { documents } = await here.call('documents:list', { projectId });
    const documentId = documents[1]?.documentId ?? '';
    await eventually(async () => {
      const { text } = await here.call('documents:read', { projectId, documentId });
      return text.endsWith('那边又写了一句。\n');
    });
    expect((await here.call('documents:list', { projectId })).documents).toHaveLength(3);
  });

  it('is named where its chapter is not, and chapters of a writer who numbers so stay chapters', async () => {
    await writeFile(at(here, '04.sync-conflict-20260102-030405-ABCDEFG.md'), plain(4));
    await writeFile(at(here, '03 2.md'), '# 三之二\n\n全然是另外一章的文字，说的是冬天的山路。\n');
    const { documents, problems } = await here.call('projects:open', { path: folder.root });
    expect(documents.map(({ path }) => path)).toEqual(['01.md', '02.md', '03.md', '03 2.md']);
    expect(problems).toMatchObject([{ problem: 'conflictCopy' }]);
  });
});
