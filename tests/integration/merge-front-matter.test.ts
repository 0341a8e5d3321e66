import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

const front = '---\n标签: [草稿, 阿禾]\ncreated: 2024-05-01\n---\n';

let test: TestApp;
let root: string;
let projectId: string;

/** A book of these chapters, in this order. */
const open = async (...files: readonly string[]): Promise<string[]> => {
  for (const [at, text] of files.entries()) await writeFile(join(root, `0${at + 1}.md`), text);
  const opened = await test.call('projects:open', { path: root });
  projectId = opened.projectId;
  return opened.documents.map(({ documentId }) => documentId);
};
const read = (documentId: string) => test.call('documents:read', { projectId, documentId });
const merge = (documentIds: string[]) => test.call('documents:merge', { projectId, documentIds });
const undo = (undoId: string) => test.call('documents:undo', { projectId, undoId });
const bytesOf = (name: string) => readFile(join(root, name), 'utf8');

beforeEach(async () => {
  test = await createTestApp();
  root = join(test.folder, 'novel');
  await mkdir(root);
});
afterEach(() => test.close());

describe('front matter of a chapter that is merged into another [W1]', () => {
  const one = `${front}# 渡口\n\n舅公不在。\n`;
  const two = `${front.replace('阿禾', '舅公')}\n# 门槛\n\n母亲量水。\n`;

  it('is no text of the book: that of the first stays where it was, that of the second stays with its chapter', async () => {
    const [first = '', second = ''] = await open(one, two);
    const merged = await merge([first, second]);
    expect((await read(first)).text).toBe(`${one}\n# 门槛\n\n母亲量水。\n`);
    expect(merged.frontMatterLeftOut).toEqual([second]);
    expect(merged.documents).toMatchObject([{ wordCount: 12 }]);
    const told = await test.call('manuscript:scenes', { projectId, single: true });
    expect(told.items.map(({ scenes }) => scenes.length)).toEqual([1]);
    const history = await test.call('documents:snapshots:list', { projectId, documentId: first });
    const kept = await Promise.all(
      history.items.map(({ snapshotId }) =>
        test.call('documents:snapshots:read', { projectId, documentId: first, snapshotId }),
      ),
    );
    expect(kept.map(({ text }) => text)).toContain(two);
  });

  it('comes back with the undo, byte for byte, also where the file in the trash is gone', async () => {
    const windows = two.replaceAll('\n', '\r\n');
    const [first = '', second = ''] = await open(one, windows);
    const { undoId } = await merge([first, second]);
    await test.restart();
    await open();
    await undo(undoId);
    expect([await bytesOf('01.md'), await bytesOf('02.md')]).toEqual([one, windows]);
    const again = await merge([first, second]);
    await rm(join(root, '.fabula', 'trash'), { recursive: true, force: true });
    await undo(again.undoId);
    expect((await read(second)).text).toBe(two);
  });

  it('takes what names places of the text along to where that is', async () => {
    const [first = '', second = ''] = await open(one, two);
    const start = two.indexOf('母亲');
    const { noteId } = await test.call('notes:create', {
      ...{ projectId, documentId: second, start, end: start + 2 },
      ...{ kind: 'note', text: '是哪一年？' },
    });
    const { undoId } = await merge([first, second]);
    const placeOf = async () => {
      const { items } = await test.call('notes:list', { projectId });
      return items.find((note) => note.noteId === noteId);
    };
    const whole = (await read(first)).text;
    expect(await placeOf()).toMatchObject({ documentId: first, start: whole.indexOf('母亲') });
    await undo(undoId);
    expect(await placeOf()).toMatchObject({ documentId: second, start });
  });

  it.each([
    ['two scene breaks', '---\n\n风。\n\n---\n\n雨。\n'],
    ['two scene breaks without blank lines', '---\n风。\n---\n雨。\n'],
    ['one scene break', '---\n\n风。\n'],
  ])('is not what stands between %s', async (_name, text) => {
    const [first = '', second = ''] = await open('# 渡口\n\n雪。\n', text);
    const merged = await merge([first, second]);
    expect((await read(first)).text).toBe(`# 渡口\n\n雪。\n\n${text}`);
    expect(merged.frontMatterLeftOut).toEqual([]);
  });
});
