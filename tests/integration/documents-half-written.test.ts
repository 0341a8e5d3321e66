import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually, makeFolder, startProjects } from '#tests/helpers/projects.ts';

const text = '# 起\n\n海水退去。\n\n灯还亮着。\n';
/** ms; longer than the watch waits before it looks. */
const busy = 500;

let folder: Awaited<ReturnType<typeof makeFolder>>;
let desk: Awaited<ReturnType<typeof startProjects>>;

beforeEach(async () => {
  folder = await makeFolder({ '起.md': text });
  desk = await startProjects(folder.base);
});
afterEach(async () => {
  await desk.stop();
  await folder.remove();
});

const openBook = async () => {
  const { projectId, documents } = await desk.projects.open({ path: folder.root });
  const documentId = documents[0]?.documentId ?? '';
  const { version } = await desk.documents.read(projectId, documentId);
  const seen = (): string[] =>
    desk.seen.flatMap(({ name, payload }) =>
      name === 'document:changed' ? [payload.version] : [],
    );
  return { projectId, documentId, version, seen };
};

/** Another program: it empties the file, and is kept waiting before it writes each of the parts. */
const writeSlowly = async (...parts: string[]): Promise<void> => {
  const handle = await open(join(folder.root, '起.md'), 'w');
  for (const part of parts) {
    await new Promise((resolve) => setTimeout(resolve, busy));
    await handle.write(part);
  }
  await handle.close();
};

describe('a chapter that another program writes twice', () => {
  it.each([
    ['nobody reads', false],
    ['is read', true],
  ])('keeps the text that %s in between among its versions [F18]', async (_, isRead) => {
    const { projectId, documentId } = await openBook();
    const write = async (words: string) => {
      await folder.write('起.md', text.replace('灯还亮着。', words));
      await desk.documents.refresh(projectId);
    };
    await write('灯灭了。');
    if (isRead) await desk.documents.read(projectId, documentId);
    await write('灯又亮了。');
    const versions = await desk.documents.listSnapshots(projectId, documentId);
    const read = ({ snapshotId }: { snapshotId: string }) =>
      desk.documents.readSnapshot(projectId, documentId, snapshotId);
    const texts = (await Promise.all(versions.map(read))).map((version) => version.text);
    expect(texts).toEqual([text.replace('灯还亮着。', '灯灭了。'), text]);
  });
});

describe('a chapter that another program is slow to write', () => {
  const theirs = text.replace('灯还亮着。', '灯灭了。');

  it.each([
    ['emptied', [theirs]],
    ['half written', [theirs.slice(0, 8), theirs.slice(8)]],
  ])('is never shown %s [F17]', async (_, parts) => {
    const { projectId, documentId, seen } = await openBook();
    await writeSlowly(...parts);
    await eventually(() => seen().length > 0);
    expect(await desk.documents.read(projectId, documentId)).toMatchObject({ text: theirs });
    expect(seen()).toHaveLength(1);
    const versions = await desk.documents.listSnapshots(projectId, documentId);
    expect(versions.map(({ reason }) => reason)).toEqual(['outsideEdit']);
  });

  it('takes what is saved here meanwhile with what is written there [F17]', async () => {
    const { projectId, documentId, version } = await openBook();
    const written = writeSlowly(theirs);
    const mine = text.replace('海水退去。', '海水涨起。');
    const saved = desk.documents.save({
      projectId,
      documentId,
      text: mine,
      expectedVersion: version,
    });
    expect(await saved).toMatchObject({ merged: true });
    await written;
    const both = theirs.replace('海水退去。', '海水涨起。');
    expect((await folder.read('起.md')).toString()).toBe(both);
  });

  it('is empty once it has stayed so, and its text is among the versions [F17]', async () => {
    const { projectId, documentId, seen } = await openBook();
    await writeSlowly();
    await eventually(() => seen().length > 0);
    expect(await desk.documents.read(projectId, documentId)).toMatchObject({ text: '' });
    const [kept] = await desk.documents.listSnapshots(projectId, documentId);
    expect(kept).toMatchObject({ reason: 'outsideEdit' });
  });
});
