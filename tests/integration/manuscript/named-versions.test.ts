import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, startProjects } from '#tests/helpers/projects.ts';

const first = '# 起\n\n海水退去。\n\n灯还亮着。\n\n门开着。\n';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let desk: Awaited<ReturnType<typeof startProjects>>;
let scope: { projectId: string; documentId: string };

beforeEach(async () => {
  folder = await makeFolder({ '01.md': first });
  desk = await startProjects(folder.base);
  const { projectId, documents } = await desk.projects.open({ path: folder.root });
  scope = { projectId, documentId: documents[0]?.documentId ?? '' };
});
afterEach(async () => {
  await desk.stop();
  await folder.remove();
});

const read = () => desk.documents.read(scope.projectId, scope.documentId);
const list = () => desk.documents.listSnapshots(scope.projectId, scope.documentId);
const save = async (text: string, reason: 'save' | 'autosave' = 'save') => {
  const { version } = await read();
  return desk.documents.save({ ...scope, text, expectedVersion: version, reason });
};
const stretch = (text: string, words: string) => {
  const start = text.indexOf(words);
  return { start, end: start + words.length };
};

describe('versions with a name', () => {
  it('keeps the name of a version while the autosaves that follow replace one another [W8]', async () => {
    await save(`${first}\n一\n`, 'autosave');
    const [newest] = await list();
    const snapshotId = newest?.snapshotId ?? '';
    await desk.documents.nameSnapshot({ ...scope, snapshotId, name: '第二稿' });
    await save(`${first}\n一二\n`, 'autosave');
    await save(`${first}\n一二三\n`, 'autosave');
    const kept = await list();
    expect(kept.map(({ reason, name }) => [reason, name])).toEqual([
      ['autosave', undefined],
      ['autosave', '第二稿'],
      ['outsideEdit', undefined],
    ]);
    expect(kept.find(({ name }) => name === '第二稿')?.snapshotId).toBe(snapshotId);
    await desk.documents.nameSnapshot({ ...scope, snapshotId, name: null });
    expect((await list())[1]).not.toHaveProperty('name');
  });

  it('refuses to name what is no version of the chapter [W8]', async () => {
    const named = desk.documents.nameSnapshot({ ...scope, snapshotId: 'none', name: 'x' });
    await expect(named).rejects.toMatchObject({ code: 'SNAPSHOT_NOT_FOUND' });
  });

  it('keeps a version under a name on the spot and gives it the version of the chapter [W8]', async () => {
    const kept = await desk.documents.createSnapshot(scope.projectId, scope.documentId, {
      name: '给编辑看的',
    });
    expect(kept).toMatchObject({ reason: 'manual', name: '给编辑看的' });
    expect(kept.version).toBe((await read()).version);
  });
});

describe('a passage out of an earlier version', () => {
  const changed = '# 起\n\n海水涨了。\n\n灯还亮着。\n\n门关上了。\n\n雪停了。\n';

  const earlier = async () => {
    await save(changed);
    const oldest = (await list()).at(-1);
    return oldest?.snapshotId ?? '';
  };

  it('comes back alone, after the present text became a version that says so [W8]', async () => {
    const snapshotId = await earlier();
    const { version } = await read();
    const passage = { text: '门开着。', into: stretch(changed, '门关上了。') };
    await desk.documents.restoreSnapshot({
      ...scope,
      snapshotId,
      passage,
      expectedVersion: version,
    });
    expect((await read()).text).toBe(changed.replace('门关上了。', '门开着。'));
    const before = (await list()).find(({ reason }) => reason === 'beforeRestore');
    expect(before).toMatchObject({ version, cause: { kind: 'restore', isPassage: true } });
    await desk.documents.restoreSnapshot({ ...scope, snapshotId: before?.snapshotId ?? '' });
    expect((await read()).text).toBe(changed);
  });

  it('is refused, and nothing written, when the chapter changed meanwhile [W8]', async () => {
    const snapshotId = await earlier();
    const { version } = await read();
    await save(`${changed}\n又一段。\n`);
    const before = await list();
    const passage = { text: '门开着。', into: stretch(changed, '门关上了。') };
    const restored = desk.documents.restoreSnapshot({
      ...scope,
      snapshotId,
      passage,
      expectedVersion: version,
    });
    await expect(restored).rejects.toMatchObject({ code: 'DOCUMENT_CONFLICT' });
    expect((await read()).text).toBe(`${changed}\n又一段。\n`);
    expect(await list()).toEqual(before);
  });

  it.each([
    { text: '', into: { start: 5, end: 2 } },
    { text: '', into: { start: 0, end: 10_000 } },
    { text: '\0', into: { start: 0, end: 0 } },
  ])('is refused where it lies outside of the text or is none: %j [W8]', async (passage) => {
    const snapshotId = await earlier();
    const before = await list();
    const restored = desk.documents.restoreSnapshot({ ...scope, snapshotId, passage });
    await expect(restored).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(await list()).toEqual(before);
  });
});

describe('a restore that is taken back', () => {
  const second = first.replace('灯还亮着。', '灯灭了。');

  const restored = async () => {
    const snapshotId = (await list()).at(-1)?.snapshotId ?? '';
    return desk.documents.restoreSnapshot({ ...scope, snapshotId });
  };
  const takeBack = ({ keptId, version }: Awaited<ReturnType<typeof restored>>) =>
    desk.documents.restoreSnapshot({ ...scope, snapshotId: keptId, takesBack: version });

  it('brings the text before back, and leaves what was written in other paragraphs since [W8]', async () => {
    await save(second);
    const made = await restored();
    expect((await read()).text).toBe(first);
    await save(`${first}\n又写了一段。\n`);
    expect(await takeBack(made)).toMatchObject({ merged: true });
    expect((await read()).text).toBe(`${second}\n又写了一段。\n`);
  });

  it('is refused and nothing written where the same paragraph was written in since [W8]', async () => {
    await save(second);
    const made = await restored();
    const now = first.replace('灯还亮着。', '灯还亮着，一夜没有熄。');
    await save(now);
    const before = await list();
    await expect(takeBack(made)).rejects.toMatchObject({ code: 'DOCUMENT_CONFLICT' });
    expect((await read()).text).toBe(now);
    expect(await list()).toEqual(before);
    expect((await list()).find(({ snapshotId }) => snapshotId === made.keptId)).toMatchObject({
      reason: 'beforeRestore',
    });
  });

  it('answers each restore with the text that was there before it, however many follow [W8]', async () => {
    await save(second);
    const one = await restored();
    const third = first.replace('门开着。', '门关上了。');
    await save(third);
    const two = await restored();
    expect(await takeBack(two)).toMatchObject({ text: third, merged: false });
    expect(await takeBack(one)).toMatchObject({
      text: third.replace('灯还亮着。', '灯灭了。'),
      merged: true,
    });
  });
});
