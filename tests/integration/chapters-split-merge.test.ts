import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

const one = '# 第一章 渡口\n\n舅公不在船上。\n\n灯还亮着，阿禾数到第七下。\n';
const two = '# 第二章 门槛\n\n母亲蹲在门槛上量水。\n';
const three = '# 第三章 锣\n\n锣停了。\n';

let test: TestApp;
let root: string;
let projectId: string;

const open = async () => {
  const opened = await test.call('projects:open', { path: root });
  projectId = opened.projectId;
  return opened.documents;
};
const list = async () => (await test.call('documents:list', { projectId })).documents;
const idOf = async (title: string): Promise<string> =>
  (await list()).find((chapter) => chapter.title === title)?.documentId ?? '';
const textOf = (documentId: string) => test.call('documents:read', { projectId, documentId });
const titles = async () => (await list()).map(({ title }) => title);

const split = async (documentId: string, at: number, title?: string) => {
  const { version } = await textOf(documentId);
  const request = { projectId, documentId, at, expectedVersion: version };
  return test.call('documents:split', title === undefined ? request : { ...request, title });
};

beforeEach(async () => {
  test = await createTestApp();
  root = join(test.folder, 'novel');
  await mkdir(root);
  for (const [name, text] of Object.entries({ '01.md': one, '02.md': two, '03.md': three })) {
    await writeFile(join(root, name), text);
  }
  await open();
});
afterEach(() => test.close());

describe('splitting a chapter [W1]', () => {
  it('makes two of it whose texts are the old one, and one undo gives it back', async () => {
    const first = await idOf('第一章 渡口');
    await test.call('documents:update', { projectId, documentId: first, synopsis: '舅公不见了。' });
    const at = one.indexOf('灯还亮着');
    const { documentId, documents, undoId } = await split(first, at, '灯');
    expect(documents.map(({ title }) => title)).toEqual([
      ...['第一章 渡口', '灯', '第二章 门槛', '第三章 锣'],
    ]);
    expect(documents.map(({ chapter }) => chapter)).toEqual([1, 2, 3, 4]);
    expect(documents[1]?.documentId).toBe(documentId);
    expect((await textOf(first)).text).toBe(one.slice(0, at));
    expect((await textOf(documentId)).text).toBe(one.slice(at));
    expect(documents[0]).toMatchObject({ synopsis: '舅公不见了。', synopsisStale: true });
    const history = await test.call('documents:snapshots:list', { projectId, documentId });
    expect(history.items.map(({ reason }) => reason)).toContain('beforeSplit');
    await test.restart();
    await open();
    expect((await titles())[1]).toBe('灯');
    const undone = await test.call('documents:undo', { projectId, undoId });
    expect(undone.documents.map(({ title }) => title)).toEqual([
      ...['第一章 渡口', '第二章 门槛', '第三章 锣'],
    ]);
    expect((await textOf(first)).text).toBe(one);
    expect(undone.documents[0]?.synopsisStale).toBeUndefined();
    expect(await test.fail('documents:undo', { projectId, undoId })).toBe('STEP_NOT_FOUND');
  });

  it('calls a rest without a heading by what it continues, and adds no word to the text [W1]', async () => {
    const at = one.indexOf('灯还亮着');
    const { documentId } = await split(await idOf('第一章 渡口'), at);
    const rest = one.slice(at);
    expect((await titles()).slice(0, 3)).toEqual(['第一章 渡口', '第一章 渡口 (2)', '第二章 门槛']);
    const again = await split(documentId, rest.indexOf('阿禾'));
    expect((await titles()).slice(1, 3)).toEqual(['第一章 渡口 (2)', '第一章 渡口 (3)']);
    expect((await textOf(again.documentId)).text).toBe(rest.slice(rest.indexOf('阿禾')));
    await test.call('documents:undo', { projectId, undoId: again.undoId });
    expect((await textOf(documentId)).text).toBe(rest);
  });

  it('refuses a stale version, a place that parts nothing, and half of a character', async () => {
    const first = await idOf('第一章 渡口');
    const request = { projectId, documentId: first, expectedVersion: 'old' };
    expect(await test.fail('documents:split', { ...request, at: 4 })).toBe('DOCUMENT_CONFLICT');
    const { version } = await textOf(first);
    const now = { ...request, expectedVersion: version };
    for (const at of [0, one.length, one.length + 9]) {
      expect(await test.fail('documents:split', { ...now, at })).toBe('INVALID_INPUT');
    }
    const saved = await test.call('documents:save', { ...now, text: '一𠮷二' });
    const torn = { ...now, expectedVersion: saved.version, at: 2 };
    expect(await test.fail('documents:split', torn)).toBe('INVALID_INPUT');
    expect(await titles()).toHaveLength(3);
  });

  it('undoes nothing when one of the two was written on since', async () => {
    const first = await idOf('第一章 渡口');
    const { documentId, undoId } = await split(first, 20);
    const { text, version } = await textOf(documentId);
    const save = { projectId, documentId, text: `${text}后来。\n`, expectedVersion: version };
    await test.call('documents:save', save);
    expect(await test.fail('documents:undo', { projectId, undoId })).toBe('STEP_CHANGED');
    expect((await textOf(documentId)).text).toBe(`${text}后来。\n`);
    expect(await titles()).toHaveLength(4);
  });

  it('closes both halves as the whole was, also for what waits for the end of the book', async () => {
    const last = await idOf('第三章 锣');
    const fence = { neverSend: true as const };
    await test.call('documents:update', { projectId, documentId: last, fence });
    const entry = { projectId, kind: 'item' as const, name: '铜锣', summary: '会停的锣。' };
    await test.call('knowledge:entities:create', { ...entry, validToChapter: 3 });
    const later = { ...entry, name: '旧簿', fence: { notBeforeChapter: 4 } };
    await test.call('knowledge:entities:create', later);
    const { documentId, undoId } = await split(last, three.indexOf('锣停了'));
    const fences = async () => (await list()).map((chapter) => chapter.fence);
    expect(await fences()).toEqual([null, null, fence, fence]);
    const spans = async () => {
      const { items } = await test.call('knowledge:entities:list', { projectId });
      const named = new Map(items.map((item) => [item.name, item]));
      return [named.get('铜锣')?.validToChapter, named.get('旧簿')?.fence?.notBeforeChapter];
    };
    expect(await spans()).toEqual([4, 5]);
    await test.restart();
    await open();
    expect(await fences()).toEqual([null, null, fence, fence]);
    await test.call('documents:update', { projectId, documentId: last, fence: null });
    await test.call('documents:undo', { projectId, undoId });
    expect(await fences()).toEqual([null, null, fence]);
    expect(await spans()).toEqual([3, 4]);
    expect(await list()).not.toContainEqual(expect.objectContaining({ documentId }));
  });
});

/** Goals of the chapters as they stand. */
const goals = async () => (await list()).map(({ wordGoal }) => wordGoal);
const aim = (documentId: string, wordGoal: number | null) =>
  test.call('documents:update', { projectId, documentId, wordGoal });

describe('the goal of a chapter [W1 W3]', () => {
  it('is shared by the words of a split, and its undo gives it back, or what was decided since', async () => {
    const first = await idOf('第一章 渡口');
    await aim(first, 3_000);
    const at = one.indexOf('灯还亮着');
    const { documentId, undoId } = await split(first, at);
    expect(await goals()).toEqual([1_500, 1_500, null, null]);
    await test.call('documents:undo', { projectId, undoId });
    expect(await goals()).toEqual([3_000, null, null]);
    const again = await split(first, at);
    expect(again.documentId).not.toBe(documentId);
    await aim(again.documentId, 4_000);
    await aim(first, null);
    await test.call('documents:undo', { projectId, undoId: again.undoId });
    expect(await goals()).toEqual([4_000, null, null]);
  });

  it('is that of all in a merge, and each has its own again after the undo, twice and after a restart', async () => {
    const [first = '', second = '', third = ''] = (await list()).map((each) => each.documentId);
    await aim(first, 3_000);
    await aim(third, 500);
    const { undoId } = await test.call('documents:merge', {
      ...{ projectId, documentIds: [first, second, third] },
    });
    expect(await goals()).toEqual([3_500]);
    await test.restart();
    await open();
    expect(await goals()).toEqual([3_500]);
    await test.call('documents:undo', { projectId, undoId });
    expect(await goals()).toEqual([3_000, null, 500]);
    expect(await test.fail('documents:undo', { projectId, undoId })).toBe('STEP_NOT_FOUND');
    expect(await goals()).toEqual([3_000, null, 500]);
  });

  it('comes back with a deleted chapter, and is refused where it is no number of words or the chapter is gone', async () => {
    const first = await idOf('第一章 渡口');
    const update = { projectId, documentId: first };
    for (const wordGoal of [0, -5, 2.5, 100_000_001, Number.NaN]) {
      expect(await test.fail('documents:update', { ...update, wordGoal })).toBe('INVALID_INPUT');
    }
    await aim(first, 100_000_000);
    await test.call('documents:delete', { projectId, documentId: first });
    expect(await test.fail('documents:update', { ...update, wordGoal: 5 })).toBe(
      'DOCUMENT_NOT_FOUND',
    );
    await test.call('documents:restore', { projectId, documentId: first });
    expect(await goals()).toEqual([100_000_000, null, null]);
  });
});

describe('merging chapters [W1]', () => {
  it('puts neighbours behind one another under the strictest of their fences, and one undo parts them', async () => {
    const [first, second, third] = (await list()).map(({ documentId }) => documentId);
    if (!first || !second || !third) throw new Error('three chapters');
    const known = { knownBy: ['aunt'] };
    const update = { projectId, documentId: second };
    await test.call('documents:update', {
      ...update,
      fence: known,
      synopsis: '量水。',
      labels: ['水'],
    });
    await test.call('documents:update', { projectId, documentId: first, synopsis: '渡口。' });
    const merged = await test.call('documents:merge', { projectId, documentIds: [first, second] });
    expect(merged.documents).toMatchObject([
      { documentId: first, chapter: 1, fence: known, synopsis: '渡口。\n量水。', labels: ['水'] },
      { documentId: third, chapter: 2, fence: null },
    ]);
    expect(merged.documents[0]?.synopsisStale).toBeUndefined();
    expect((await textOf(first)).text).toBe(`${one}${two}`);
    expect((await test.call('documents:deleted', { projectId })).items).toMatchObject([
      { documentId: second },
    ]);
    await test.restart();
    await open();
    const { undoId } = merged;
    const { documents } = await test.call('documents:undo', { projectId, undoId });
    expect(documents).toMatchObject([
      { documentId: first, fence: null, synopsis: '渡口。', labels: [] },
      { documentId: second, fence: known, synopsis: '量水。', labels: ['水'] },
      { documentId: third },
    ]);
    expect((await textOf(first)).text).toBe(one);
    expect((await textOf(second)).text).toBe(two);
  });

  it('closes each part when the whole was closed before the undo', async () => {
    const [first = '', second = ''] = (await list()).map(({ documentId }) => documentId);
    const { undoId } = await test.call('documents:merge', {
      ...{ projectId, documentIds: [first, second] },
    });
    const fence = { neverSend: true as const };
    await test.call('documents:update', { projectId, documentId: first, fence });
    const { documents } = await test.call('documents:undo', { projectId, undoId });
    expect(documents.slice(0, 2).map((chapter) => chapter.fence)).toEqual([fence, fence]);
  });

  it('leaves the first chapter what was decided about the whole since, when it is undone', async () => {
    const [first = '', second = ''] = (await list()).map(({ documentId }) => documentId);
    await test.call('documents:update', { projectId, documentId: first, synopsis: '渡口。' });
    await test.call('documents:update', { projectId, documentId: second, synopsis: '量水。' });
    const { undoId } = await test.call('documents:merge', {
      ...{ projectId, documentIds: [first, second] },
    });
    const since = {
      ...{ synopsis: '舅公不在，母亲量水。', status: 'revised' as const },
      ...{ labels: ['待核'], wordGoal: 900 },
    };
    await test.call('documents:update', { projectId, documentId: first, ...since });
    const { documents } = await test.call('documents:undo', { projectId, undoId });
    expect(documents.slice(0, 2)).toMatchObject([
      since,
      { synopsis: '量水。', status: null, labels: [], wordGoal: null },
    ]);
  });

  it('is not undone when a chapter of it was put back meanwhile, which stays', async () => {
    const [first = '', second = ''] = (await list()).map(({ documentId }) => documentId);
    const { undoId } = await test.call('documents:merge', {
      ...{ projectId, documentIds: [first, second] },
    });
    await test.call('documents:restore', { projectId, documentId: second });
    expect(await test.fail('documents:undo', { projectId, undoId })).toBe('STEP_CHANGED');
    expect((await textOf(second)).text).toBe(two);
    expect((await textOf(first)).text).toBe(`${one}${two}`);
    expect((await test.call('documents:deleted', { projectId })).items).toEqual([]);
  });

  it('leaves nothing to end before it begins that was true in the merged chapter alone [W6]', async () => {
    const ids = (await list()).map(({ documentId }) => documentId);
    const fact = { validFromChapter: 2, validToChapter: 2 };
    const entry = (name: string) =>
      test.call('knowledge:entities:create', {
        ...{ projectId, kind: 'item', name, summary: '量水的。', ...fact },
      });
    const [{ entityId: subjectId }, { entityId: objectId }] = [
      await entry('瓢'),
      await entry('桶'),
    ];
    const relation = { projectId, subjectId, predicate: '舀满', objectId, ...fact };
    await test.call('knowledge:relations:create', relation);
    const spans = async () => {
      const { items: entities } = await test.call('knowledge:entities:list', { projectId });
      const { items: relations } = await test.call('knowledge:relations:list', { projectId });
      const facts = [...entities, ...relations];
      return facts.map((one) => [one.validFromChapter, one.validToChapter]);
    };
    const all = (from: number, to: number) => Array.from({ length: 3 }, () => [from, to]);
    const { undoId } = await test.call('documents:merge', {
      ...{ projectId, documentIds: ids.slice(0, 2) },
    });
    expect(await spans()).toEqual(all(1, 1));
    await test.call('documents:undo', { projectId, undoId });
    expect(await spans()).toEqual(all(2, 2));
    const parted = await split(ids[0] ?? '', 20);
    const [first] = (await test.call('knowledge:entities:list', { projectId })).items;
    const change = { projectId, entityId: subjectId, expectedVersion: first?.version ?? 0 };
    await test.call('knowledge:entities:update', { ...change, ...fact });
    await test.call('documents:undo', { projectId, undoId: parted.undoId });
    expect((await spans())[0]).toEqual([1, 1]);
  });

  it('joins a cut line again only where both its ends are as they were cut', async () => {
    const first = await idOf('第一章 渡口');
    const at = one.indexOf('阿禾');
    const { documentId } = await split(first, at);
    const { version } = await textOf(first);
    const text = '# 第一章 渡口\n\n天亮了。\n';
    const save = { projectId, documentId: first, text, expectedVersion: version };
    await test.call('documents:save', save);
    const documentIds = [first, documentId];
    const { undoId } = await test.call('documents:merge', { projectId, documentIds });
    expect((await textOf(first)).text).toBe(`${text}\n${one.slice(at)}`);
    await test.call('documents:undo', { projectId, undoId });
    // Behind another chapter it continues nothing.
    await test.call('documents:move', { projectId, documentId, toIndex: 2 });
    const others = [await idOf('第二章 门槛'), documentId];
    await test.call('documents:merge', { projectId, documentIds: others });
    expect((await textOf(others[0] ?? '')).text).toBe(`${two}\n${one.slice(at)}`);
  });

  it('refuses chapters that are no neighbours, twice the same, and stale versions', async () => {
    const [first = '', second = '', third = ''] = (await list()).map((one_) => one_.documentId);
    for (const documentIds of [
      [first, third],
      [second, first],
      [first, first],
    ]) {
      expect(await test.fail('documents:merge', { projectId, documentIds })).toBe('INVALID_INPUT');
    }
    const stale = { projectId, documentIds: [first, second], expectedVersions: ['old', 'old'] };
    expect(await test.fail('documents:merge', stale)).toBe('DOCUMENT_CONFLICT');
    expect(await titles()).toHaveLength(3);
  });

  it.each([
    ['没有换行', '# 第五章\n', '没有换行\n\n# 第五章\n'],
    ['雪。\n', '# 第五章\n', '雪。\n# 第五章\n'],
    ['Snow fell.\n', 'The boat came.\n', 'Snow fell.\n\nThe boat came.\n'],
    ['雪。\n', '---\n\n风。\n', '雪。\n\n---\n\n风。\n'],
    ['雪。\n\n', '风。\n', '雪。\n\n风。\n'],
  ])('lets no paragraph of one chapter run into the next: %j, %j', async (before, after, both) => {
    await writeFile(join(root, '04.md'), before);
    await writeFile(join(root, '05.md'), after);
    const documents = await open();
    const documentIds = documents.slice(3).map(({ documentId }) => documentId);
    const { undoId } = await test.call('documents:merge', { projectId, documentIds });
    expect((await textOf(documentIds[0] ?? '')).text).toBe(both);
    await test.call('documents:undo', { projectId, undoId });
    const texts = await Promise.all(documentIds.map(textOf));
    expect(texts.map(({ text }) => text)).toEqual([before, after]);
  });

  it('gives back, after a split anywhere, the file byte for byte', async () => {
    const line = fc.stringMatching(/^[#一-三a𠮷 ]{0,6}$/u);
    const file = fc
      .array(fc.tuple(line, fc.constantFrom('\n', '\r\n')), { minLength: 1, maxLength: 6 })
      .map((lines) => lines.flat().join(''));
    const documentId = await idOf('第三章 锣');
    await fc.assert(
      fc.asyncProperty(file, fc.nat(), async (content, place) => {
        const path = join(root, '03.md');
        await writeFile(path, content);
        await open();
        const { text } = await textOf(documentId);
        fc.pre(text.length > 1);
        const at = 1 + (place % (text.length - 1));
        fc.pre(text.slice(0, at).isWellFormed());
        const { documentId: added } = await split(documentId, at);
        const halves = [(await textOf(documentId)).text, (await textOf(added)).text];
        expect(halves).toEqual([text.slice(0, at), text.slice(at)]);
        const documentIds = [documentId, added];
        await test.call('documents:merge', { projectId, documentIds });
        expect((await textOf(documentId)).text).toBe(text);
        const { readFile } = await import('node:fs/promises');
        expect(await readFile(path, 'utf8')).toBe(content);
      }),
      { numRuns: 25, seed: 18 },
    );
  });
});
