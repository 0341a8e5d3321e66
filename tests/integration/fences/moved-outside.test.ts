import { appendFile, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { eventually, makeFolder } from '#tests/helpers/projects.ts';

const secret = '# 二\n\n鹮鹭的名字藏在井底。守夜的人从不肯说出口。钥匙缝在旧棉衣的领子里。\n';
const plain = (index: number): string => `# ${index}\n\n第${index}天，船靠了岸，没有人下来。\n`;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let test: TestApp;
let projectId: string;
let notices: string[];

const listen = (): void => {
  test.app.events.on((name, payload) => {
    if (name === 'host:notice') notices.push(payload.code);
  });
};

const at = (path: string): string => join(folder.root, path);

const chapters = async () => {
  const { documents } = await test.call('projects:get', { projectId });
  return new Map(documents.map((one) => [one.path, one]));
};

const fenceOf = async (path: string) => (await chapters()).get(path)?.fence;

const appears = (path: string) => eventually(async () => (await chapters()).has(path));

const idOf = async (path: string): Promise<string> =>
  (await chapters()).get(path)?.documentId ?? '';

/** What a person does outside, while the program watches or while it is closed. */
const outside = async (isOpen: boolean, work: () => Promise<void>): Promise<void> => {
  if (isOpen) {
    await work();
    return;
  }
  await test.call('projects:close', { projectId });
  await work();
  await test.restart();
  listen();
  await test.call('projects:open', { path: folder.root });
};

const close = async (path: string): Promise<string> => {
  const documentId = await idOf(path);
  await test.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
  return documentId;
};

const wait = (time: number) => new Promise((resolve) => setTimeout(resolve, time));

beforeEach(async () => {
  folder = await makeFolder({
    '01.md': plain(1),
    'part/02.md': secret,
    'part/03.md': plain(3),
  });
  notices = [];
  test = await createTestApp();
  listen();
  projectId = (await test.call('projects:open', { path: folder.root })).projectId;
  // What the watch sees before it is ready is looked at then; a change after that is one it was told of.
  await wait(300);
});

afterEach(async () => {
  await test.close();
  await folder.remove();
});

describe.each([
  ['while the folder is watched', true],
  ['while the program is closed', false],
])('a chapter never to be sent, %s [N3]', (_name, isOpen) => {
  it('keeps its fence and its id when it is renamed and edited', async () => {
    const documentId = await close('part/02.md');
    await outside(isOpen, async () => {
      await rename(at('part/02.md'), at('part/Changed.md'));
      await appendFile(at('part/Changed.md'), '更多。\n');
    });
    await appears('part/Changed.md');
    expect(await fenceOf('part/Changed.md')).toEqual({ neverSend: true });
    expect(await idOf('part/Changed.md')).toBe(documentId);
  });

  it('leaves its fence on a copy that was edited, with the chapter still there and after it went', async () => {
    await close('part/02.md');
    await outside(isOpen, async () => {
      await copyFile(at('part/02.md'), at('copy.md'));
      await appendFile(at('copy.md'), '抄本多了一句。\n');
    });
    await appears('copy.md');
    expect(await fenceOf('copy.md')).toEqual({ neverSend: true });
    await outside(isOpen, async () => {
      await copyFile(at('part/02.md'), at('last.md'));
      await appendFile(at('last.md'), '又一句。\n');
      await rm(at('part/02.md'));
    });
    await appears('last.md');
    expect(await fenceOf('last.md')).toEqual({ neverSend: true });
    expect(notices).toContain('DOCUMENT_FENCED');
  });

  it('keeps its fence when its folder is renamed and every chapter in it edited and renamed', async () => {
    await close('part/02.md');
    await outside(isOpen, async () => {
      await rename(at('part'), at('teil'));
      await rename(at('teil/02.md'), at('teil/x.md'));
      await rename(at('teil/03.md'), at('teil/y.md'));
      await appendFile(at('teil/x.md'), '更多。\n');
      await appendFile(at('teil/y.md'), '更多。\n');
    });
    await appears('teil/x.md');
    expect(await fenceOf('teil/x.md')).toEqual({ neverSend: true });
  });

  it('gives its fence to a new file nobody knows when it went, says so, and the writer can take it off', async () => {
    await close('part/02.md');
    await outside(isOpen, async () => {
      await writeFile(at('rewritten.md'), '# 改写\n\n一个字也没有留下，全都换过了。\n');
      await rm(at('part/02.md'));
    });
    await appears('rewritten.md');
    expect(await fenceOf('rewritten.md')).toEqual({ neverSend: true });
    expect(notices).toContain('DOCUMENT_FENCED');
    const documentId = await idOf('rewritten.md');
    await test.call('documents:update', { projectId, documentId, fence: null });
    await outside(isOpen, () => appendFile(at('rewritten.md'), '再改一次。\n'));
    await eventually(async () => {
      const { text } = await test.call('documents:read', { projectId, documentId });
      return text.includes('再改一次');
    });
    expect(await fenceOf('rewritten.md')).toBeNull();
  });

  it('gives its fence to another chapter it is copied over, and stays', async () => {
    await close('part/02.md');
    await outside(isOpen, () => copyFile(at('part/02.md'), at('01.md')));
    await eventually(async () => (await fenceOf('01.md')) !== null);
    expect(await fenceOf('01.md')).toEqual({ neverSend: true });
    expect(await fenceOf('part/02.md')).toEqual({ neverSend: true });
    expect(notices).toContain('DOCUMENT_FENCED');
  });

  it('gives its fence to a chapter to which a part of it is added, once: taken off, it stays off', async () => {
    await close('part/02.md');
    await outside(isOpen, () =>
      appendFile(at('01.md'), '守夜的人从不肯说出口。钥匙缝在旧棉衣的领子里。\n'),
    );
    await eventually(async () => (await fenceOf('01.md')) !== null);
    const documentId = await idOf('01.md');
    await test.call('documents:update', { projectId, documentId, fence: null });
    await outside(isOpen, () => appendFile(at('01.md'), '另起一段，与前面的事都无关。\n'));
    await eventually(async () => {
      const { text } = await test.call('documents:read', { projectId, documentId });
      return text.includes('另起一段');
    });
    expect(await fenceOf('01.md')).toBeNull();
  });

  it('fences no chapter that gets words of its own', async () => {
    await close('part/02.md');
    await outside(isOpen, () =>
      appendFile(at('01.md'), '天亮以后，雾散了，岸上一个人影也没有。\n'),
    );
    const documentId = await idOf('01.md');
    await eventually(async () => {
      const { text } = await test.call('documents:read', { projectId, documentId });
      return text.includes('雾散了');
    });
    expect(await fenceOf('01.md')).toBeNull();
    expect(notices).toEqual([]);
  });

  it('fences no new file while nothing closed went or was copied', async () => {
    await close('part/02.md');
    await outside(isOpen, async () => {
      await writeFile(at('04.md'), plain(4));
      await rename(at('01.md'), at('00.md'));
    });
    await appears('04.md');
    await appears('00.md');
    expect(await fenceOf('04.md')).toBeNull();
    expect(await fenceOf('00.md')).toBeNull();
    expect(notices).toEqual([]);
  });
});

it('gives its fence to a chapter it was copied over that is read before the watch has looked [N3]', async () => {
  await close('part/02.md');
  const documentId = await idOf('01.md');
  copyFileSync(at('part/02.md'), at('01.md'));
  const { text } = await test.call('documents:read', { projectId, documentId });
  expect(text).toContain('鹮鹭');
  expect(await fenceOf('01.md')).toEqual({ neverSend: true });
  expect(notices).toContain('DOCUMENT_FENCED');
});

it('sends nothing of it to the chapter after the one it was copied over, in the very next request [N3]', async () => {
  await writeFile(at('part/04.md'), plain(4));
  await appears('part/04.md');
  await close('part/02.md');
  const documentId = await idOf('part/04.md');
  copyFileSync(at('part/02.md'), at('part/03.md'));
  const request = { projectId, documentId, cursorPosition: 0, skillId: 'continue' };
  const { prompt } = await test.call('context:assemble', request);
  expect(prompt).not.toContain('鹮鹭');
});

it('gives its fence to a chapter that reads as a copy of it once its encoding is chosen [N3]', async () => {
  await writeFile(at('part/02.md'), secret.repeat(3));
  await eventually(async () => {
    const { text } = await test.call('documents:read', {
      projectId,
      documentId: await idOf('part/02.md'),
    });
    return text.length > secret.length;
  });
  await close('part/02.md');
  await writeFile(at('01.md'), iconv.encode(await readFile(at('part/02.md'), 'utf8'), 'gb18030'));
  const documentId = await idOf('01.md');
  const choose = { projectId, documentId, encoding: 'GB18030' };
  await test.call('documents:encodings:choose', { ...choose, encoding: 'Big5' });
  await test.call('documents:encodings:choose', choose);
  expect((await test.call('documents:read', { projectId, documentId })).text).toContain('鹭');
  expect(await fenceOf('01.md')).toEqual({ neverSend: true });
});

it('keeps a fence when the file comes back changed a while after it went [N3]', async () => {
  await close('part/02.md');
  await mkdir(at('.aside'));
  await rename(at('part/02.md'), at('.aside/02.md'));
  await eventually(async () => !(await chapters()).has('part/02.md'));
  await appendFile(at('.aside/02.md'), '更多。\n');
  await rename(at('.aside/02.md'), at('late.md'));
  await appears('late.md');
  expect(await fenceOf('late.md')).toEqual({ neverSend: true });
});

it('gives its fence to the chapter whose place it took while the program was closed [N3]', async () => {
  await close('part/02.md');
  await outside(false, async () => {
    await rename(at('part/02.md'), at('01.md'));
    await appendFile(at('01.md'), '更多。\n');
  });
  await eventually(async () => !(await chapters()).has('part/02.md'));
  expect(await fenceOf('01.md')).toEqual({ neverSend: true });
});

describe('text of a fenced chapter that is imported once more', () => {
  it('is fenced as that is before anything is sent, in the folder too, and the writer is told [N3 B2 B10]', async () => {
    await close('part/02.md');
    const path = join(folder.root, '..', `${projectId}.txt`);
    const edited = secret.replace('# 二', '第二章 井底').replace('守夜的人', '守夜的老人');
    await writeFile(
      path,
      `第一章 雪线\n\n雪停了，路还没有开。\n\n${edited}\n第三章 回乡\n\n车到镇上已经很晚。\n`,
    );
    const { created } = await test.call('import:commit', { path, into: { projectId } });
    await rm(path);
    const { documents } = await test.call('documents:list', { projectId });
    const made = created.map(({ documentId }) =>
      documents.find((document) => document.documentId === documentId),
    );
    expect(made.map((document) => document?.fence?.neverSend ?? false)).toEqual([
      false,
      true,
      false,
    ]);
    expect(notices).toEqual(['DOCUMENT_FENCED']);
    const { documentId = '' } = created[2] ?? {};
    const request = { projectId, documentId, cursorPosition: 5, skillId: 'continue' };
    const { prompt } = await test.call('context:assemble', request);
    expect(prompt).not.toMatch(/鹮鹭|旧棉衣/);
    expect(await readFile(at('.fabula/fenced.json'), 'utf8')).toContain(made[1]?.path);
    const undone = await test.call('import:undo', { projectId, created });
    expect(undone.removed).toBe(3);
  });
});
