import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

const one = '# 第一章 渡口\r\n\r\n舅公不在船上。\r\n\r\n***\r\n\r\n灯还亮着，阿禾数到第七下。\r\n';
const two = '# 第二章 门槛\n\n母亲蹲在门槛上量水。\n\n◆\n\n水涨到第三块砖。\n';
const three = '# 第三章 锣\n\n锣停了。\n';
const lamp = '灯还亮着，阿禾数到第七下。';
const neverSend = { neverSend: true as const };

let test: TestApp;
let root: string;
let projectId: string;
let ids: string[];
let books = 0;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const open = async () => {
  const opened = await test.call('projects:open', { path: root });
  projectId = opened.projectId;
  ids = opened.documents.map(({ documentId }) => documentId);
};

beforeEach(async () => {
  books += 1;
  root = join(test.folder, `novel-${books}`);
  await mkdir(root);
  for (const [name, text] of Object.entries({ '01.md': one, '02.md': two, '03.md': three })) {
    await writeFile(join(root, name), text);
  }
  await open();
});

const idOf = (chapter: number): string => ids[chapter - 1] ?? '';
const read = (chapter: number) =>
  test.call('documents:read', { projectId, documentId: idOf(chapter) });
const files = () =>
  Promise.all(['01.md', '02.md', '03.md'].map((name) => readFile(join(root, name), 'utf8')));
const fences = async () =>
  (await test.call('documents:list', { projectId })).documents.map(({ fence }) => fence);
const close = (chapter: number, fence: typeof neverSend | null) =>
  test.call('documents:update', { projectId, documentId: idOf(chapter), fence });
const undo = (undoId: string) => test.call('documents:undo', { projectId, undoId });

/** Scenes are counted from 0, chapters from 1. */
const requestOf = async (from: [number, number], to: [number, number]) => ({
  ...{ projectId, documentId: idOf(from[0]), scene: from[1] },
  expectedVersion: (await read(from[0])).version,
  ...{ toDocumentId: idOf(to[0]), toScene: to[1] },
});
const move = async (from: [number, number], to: [number, number]) =>
  test.call('documents:moveScene', await requestOf(from, to));

describe('moving a scene [W1]', () => {
  it('puts it elsewhere in its chapter, and one undo gives back the very bytes', async () => {
    const { undoId, fenced } = await move([1, 1], [1, 0]);
    expect(fenced).toBe(false);
    expect((await files())[0]).toBe(
      `# 第一章 渡口\r\n\r\n${lamp}\r\n\r\n***\r\n\r\n舅公不在船上。\r\n`,
    );
    await test.restart();
    await open();
    await undo(undoId);
    expect(await files()).toEqual([one, two, three]);
    expect(await test.fail('documents:undo', { projectId, undoId })).toBe('STEP_NOT_FOUND');
  });

  it('puts it into another chapter, keeps a version of both, and one undo gives back both', async () => {
    const { undoId } = await move([1, 1], [2, 1]);
    expect((await read(1)).text).toBe('# 第一章 渡口\n\n舅公不在船上。\n');
    expect((await read(2)).text).toBe(
      `# 第二章 门槛\n\n母亲蹲在门槛上量水。\n\n◆\n\n${lamp}\n\n◆\n\n水涨到第三块砖。\n`,
    );
    for (const [chapter, text] of [
      [1, one.replaceAll('\r\n', '\n')],
      [2, two],
    ] as const) {
      const key = { projectId, documentId: idOf(chapter) };
      const { items } = await test.call('documents:snapshots:list', key);
      const kept = items.find(({ reason }) => reason === 'beforeMove');
      const { snapshotId = '' } = kept ?? {};
      expect((await test.call('documents:snapshots:read', { ...key, snapshotId })).text).toBe(text);
    }
    await undo(undoId);
    expect(await files()).toEqual([one, two, three]);
  });

  it('leaves a chapter its heading when its only scene goes', async () => {
    const { undoId, documents } = await move([3, 0], [1, 0]);
    expect((await read(3)).text).toBe('# 第三章 锣\n');
    expect(documents[2]).toMatchObject({ title: '第三章 锣', wordCount: 4 });
    await undo(undoId);
    expect(await files()).toEqual([one, two, three]);
  });

  it('refuses stale versions of either chapter, and places that are none, and changes nothing', async () => {
    const request = await requestOf([1, 1], [2, 0]);
    const stale = { ...request, expectedVersion: 'old' };
    expect(await test.fail('documents:moveScene', stale)).toBe('DOCUMENT_CONFLICT');
    const staleThere = { ...request, toExpectedVersion: 'old' };
    expect(await test.fail('documents:moveScene', staleThere)).toBe('DOCUMENT_CONFLICT');
    for (const wrong of [{ scene: 2 }, { toScene: 3 }, { toDocumentId: idOf(1), toScene: 1 }]) {
      expect(await test.fail('documents:moveScene', { ...request, ...wrong })).toBe(
        'INVALID_INPUT',
      );
    }
    expect(await files()).toEqual([one, two, three]);
  });

  it('undoes nothing when one of the two was written on since', async () => {
    const { undoId } = await move([1, 1], [2, 2]);
    const { text, version } = await read(2);
    const save = {
      projectId,
      documentId: idOf(2),
      text: `${text}后来。\n`,
      expectedVersion: version,
    };
    await test.call('documents:save', save);
    const before = await files();
    expect(await test.fail('documents:undo', { projectId, undoId })).toBe('STEP_CHANGED');
    expect(await files()).toEqual(before);
  });

  it('closes an open chapter that gets a scene of a closed one, says so, and opens it again with the undo [N3]', async () => {
    await close(1, neverSend);
    const { undoId, fenced, documents } = await move([1, 1], [2, 0]);
    expect(fenced).toBe(true);
    expect(documents.map(({ fence }) => fence)).toEqual([neverSend, neverSend, null]);
    await test.restart();
    await open();
    expect(await fences()).toEqual([neverSend, neverSend, null]);
    await undo(undoId);
    expect(await fences()).toEqual([neverSend, null, null]);
    // Into a closed chapter there is nothing to say.
    expect((await move([2, 0], [1, 0])).fenced).toBe(false);
    expect(await fences()).toEqual([neverSend, null, null]);
  });

  it('opens nothing by an undo that was closed since, nor a scene whose first chapter was opened [N3]', async () => {
    await close(1, neverSend);
    const { undoId } = await move([1, 1], [2, 0]);
    await close(1, null);
    await undo(undoId);
    expect(await fences()).toEqual([neverSend, null, null]);
    await close(1, null);
    const open_ = await move([1, 1], [2, 0]);
    await close(2, neverSend);
    await undo(open_.undoId);
    expect(await fences()).toEqual([neverSend, neverSend, null]);
  });

  it('takes notes and the origins of its words along, and back [N14 W1]', async () => {
    const { text, version } = await read(1);
    const start = text.indexOf('阿禾');
    const edited = `${text}他说。\n`;
    await test.call('documents:save', {
      ...{ projectId, documentId: idOf(1), text: edited, expectedVersion: version },
      origins: [
        [start, 'pasted'],
        [edited.length - start, 'typed'],
      ],
    });
    const place = { documentId: idOf(1), start, end: start + 2 };
    await test.call('notes:create', { projectId, kind: 'note', text: '查年纪。', ...place });
    const notes = async () => (await test.call('notes:list', { projectId })).items;
    const origins = async (chapter: number) => (await read(chapter)).origins;
    const before = [await notes(), await origins(1), await origins(2)];
    const { undoId } = await move([1, 1], [2, 2]);
    const moved = await read(2);
    const [at, end] = [moved.text.indexOf(lamp), moved.text.indexOf('阿禾')];
    expect(await notes()).toMatchObject([{ documentId: idOf(2), start: end, quote: '阿禾' }]);
    const unknown = moved.text.indexOf('水涨到第三块砖。') + '水涨到第三块砖。'.length;
    expect(moved.origins).toEqual([
      [unknown, 'unknown'],
      // The break that came with it stands there by the writer's word.
      [at - unknown, 'typed'],
      [end - at, 'pasted'],
      [moved.text.length - end - 1, 'typed'],
      [1, 'unknown'],
    ]);
    expect(await origins(1)).toEqual([
      [edited.indexOf('\n\n***'), 'pasted'],
      [1, 'typed'],
    ]);
    await undo(undoId);
    expect([await notes(), await origins(1), await origins(2)]).toEqual(before);
  });
});
