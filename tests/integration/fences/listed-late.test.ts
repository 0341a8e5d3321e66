import { cp, mkdir, readdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { eventually, makeFolder } from '#tests/helpers/projects.ts';

const canary = '鹮鹭的名字藏在井底';
const secret = `# 二\n\n${canary}。守夜的人从不肯说出口。钥匙缝在旧棉衣的领子里。\n`;
const plain = (index: number): string => `# ${index}\n\n第${index}天，船靠了岸，没有人下来。\n`;
const listFile = '.fabula/fenced.json';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let here: TestApp;
let there: TestApp;

beforeEach(async () => {
  folder = await makeFolder({ '01.md': plain(1), '02.md': secret, '03.md': plain(3) });
  [here, there] = [await createTestApp(), await createTestApp()];
});
afterEach(async () => {
  await here.close();
  await there.close();
  await folder.remove();
});

/** As a program that synchronises brings a file: whole, under its own name. */
const bring = async (path: string): Promise<void> => {
  const target = join(folder.base, 'there', path);
  await mkdir(dirname(target), { recursive: true });
  await cp(join(folder.root, path), `${target}.fabula-tmp`);
  await rename(`${target}.fabula-tmp`, target);
};

/** The book on the first machine with its second chapter fenced; on the other without that chapter, and what tells of it. */
const begin = async (fence: object) => {
  const { projectId, documents } = await here.call('projects:open', { path: folder.root });
  const documentId = documents[1]?.documentId ?? '';
  await here.call('projects:sync', { projectId });
  const records = new Set(await readdir(join(folder.root, '.fabula/chapters')));
  for (const path of ['.fabula/project.json', '01.md', '03.md']) await bring(path);
  await here.call('documents:update', { projectId, documentId, fence });
  await here.call('projects:sync', { projectId });
  const opened = await there.call('projects:open', { path: join(folder.base, 'there') });
  expect(opened.documents.map(({ path }) => path)).toEqual(['01.md', '03.md']);
  return { projectId, records, last: opened.documents[1]?.documentId ?? '' };
};

const promptFrom = async (projectId: string, documentId: string): Promise<string> => {
  const request = { projectId, documentId, cursorPosition: 3, skillId: 'continue' };
  return (await there.call('context:assemble', request)).prompt;
};

it.each([
  ['the list of fences', { neverSend: true }, true, false],
  ['its record', { neverSend: true }, false, true],
  ['both', { neverSend: true }, true, true],
  ['the list of fences, not before later', { notBeforeChapter: 9 }, true, false],
  ['its record, not before later', { notBeforeChapter: 9 }, false, true],
])(
  'a fence that came before its chapter holds from the first request on in which the chapter is listed [B2 N3]: %s',
  async (_what, fence, withList, withRecords) => {
    const { projectId, records, last } = await begin(fence);
    if (withList) await bring(listFile);
    if (withRecords) for (const name of records) await bring(`.fabula/chapters/${name}`);
    await there.call('projects:sync', { projectId });
    await bring('02.md');
    // Nobody asks for a look: the watch finds it, and what the folder told of it before is taken in behind that.
    const isOpen: string[] = [];
    await eventually(async () => {
      const { documents } = await there.call('documents:list', { projectId });
      const chapter = documents.find(({ path }) => path === '02.md');
      if (chapter && chapter.fence === null) isOpen.push('listed');
      if ((await promptFrom(projectId, last)).includes(canary)) isOpen.push('sent');
      return chapter !== undefined && chapter.fence?.unknown !== true;
    });
    expect(isOpen).toEqual([]);
    const { documents } = await there.call('documents:list', { projectId });
    expect(documents.find(({ path }) => path === '02.md')?.fence).toMatchObject(fence);
    expect(await promptFrom(projectId, last)).not.toContain(canary);
  },
);
