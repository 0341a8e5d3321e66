import { join } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThreadWorld, promise, type ThreadWorld } from '#tests/helpers/thread-world.ts';

let world: ThreadWorld;
let threadId = '';
beforeAll(async () => {
  world = await openThreadWorld();
  const { test, ids } = world;
  await test.call('settings:update', { debugMode: true });
  const due = { documentId: ids[3] ?? '' };
  ({ threadId } = await world.promise('誓言', [['opened', ids[1] ?? '', promise]], { due }));
});
afterAll(() => world.test.close());

const damage = (statement: string): void => {
  const other = new BetterSqlite3(join(world.test.platform.paths.data, 'fabula.sqlite'));
  other.exec(statement);
  other.close();
};

const heading = '[临近该收的伏笔]';

const requestAt = async (chapter: number) => {
  const documentId = world.ids[chapter - 1] ?? '';
  const { text } = await world.read(documentId);
  const { projectId } = world;
  return { projectId, documentId, cursorPosition: text.length, skillId: 'continue' };
};
const assemble = async (chapter: number) =>
  world.test.call('context:assemble', await requestAt(chapter));
const inspect = async (chapter: number) => {
  const { layers } = await world.test.call('context:inspect', await requestAt(chapter));
  return layers.settings.items.find(({ id }) => id === threadId);
};

describe('a promise and the requests near the chapter it is due in [N13]', () => {
  it('goes with them, is told by Inspect with reason and cost, and is replayed to the same hash', async () => {
    const { assemblyId, prompt } = await assemble(4);
    expect(prompt).toContain(`${heading}\n- 誓言：第 2 章埋下“${promise}”，应在第 4 章收。`);
    expect(await inspect(4)).toMatchObject({
      ...{ decision: 'included', reason: 'promiseDue', source: 'thread' },
      tokenCount: expect.any(Number),
    });
    const replayed = await world.test.call('context:history:replay', { assemblyId });
    expect(replayed.prompt).toBe(prompt);
    // The promise itself is made behind the first chapter's cursor.
    expect((await assemble(1)).prompt).not.toContain(heading);
  });

  it('keeps the beginning of the prompt through edits of the chapter it was made in and of its own', async () => {
    const before = await assemble(4);
    await world.edit(world.ids[1] ?? '', (text) => text.replace('# 祠堂\n', '# 祠堂\n\n雨。\n'));
    await world.edit(world.ids[3] ?? '', (text) => `${text}天亮了。\n`);
    const after = await assemble(4);
    expect(after.stablePrefixHash).toBe(before.stablePrefixHash);
    await world.edit(world.ids[1] ?? '', (text) => text.replace('# 祠堂\n\n雨。\n', '# 祠堂\n'));
  });

  it('follows its text: what was edited goes as it is now, what is gone does not go', async () => {
    const hall = world.ids[1] ?? '';
    const { text: original } = await world.read(hall);
    await world.edit(hall, (text) => text.replace('三个人', '四个人'));
    expect((await assemble(4)).prompt).toContain(promise.replace('三个人', '四个人'));
    await world.edit(hall, (text) => text.replace(promise.replace('三个人', '四个人'), ''));
    expect((await assemble(4)).prompt).not.toContain(heading);
    expect(await inspect(4)).toMatchObject({ decision: 'dropped', reason: 'promiseLost' });
    await world.edit(hall, () => original);
    expect((await assemble(4)).prompt).toContain(promise);
  });

  it('stays out once it is paid off, switched off, or deleted, and the prompt is that of a book without', async () => {
    const { test, projectId, ids } = world;
    const { placeId } = await test.call('threads:mark', {
      ...{ projectId, threadId },
      ...(await world.placeOf('paid', ids[3] ?? '', '郑九问林远')),
    });
    expect((await assemble(4)).prompt).not.toContain(heading);
    await test.call('threads:unmark', { projectId, threadId, placeId });
    await test.call('threads:update', { projectId, threadId, send: false });
    expect(await inspect(4)).toMatchObject({ decision: 'dropped', reason: 'disabled' });
    // Passages of a chapter that was just edited come once they are indexed, which is not what is compared here.
    await test.call('retrieval:index', { projectId, wait: true });
    const off = (await assemble(4)).prompt;
    await test.call('threads:delete', { projectId, threadId });
    expect((await assemble(4)).prompt).toBe(off);
    expect(await inspect(4)).toBeUndefined();
    await test.call('threads:restore', { projectId, threadId });
    await test.call('threads:update', { projectId, threadId, send: true });
  });

  it('never goes while its chapter is fenced or it names what is hidden, not even by title [N3]', async () => {
    const { test, projectId, ids } = world;
    const documentId = ids[1] ?? '';
    const closed = async () => {
      const { prompt } = await assemble(4);
      expect(prompt).not.toContain('跪下');
      expect(prompt).not.toContain(heading);
      return inspect(4);
    };
    await test.call('documents:update', { projectId, documentId, fence: { neverSend: true } });
    expect(await closed()).toMatchObject({ reason: 'neverSend', text: '', title: '保密的条目' });
    await test.call('documents:update', {
      ...{ projectId, documentId, fence: { notBeforeChapter: 4 } },
    });
    expect((await assemble(4)).prompt).toContain(heading);
    expect((await inspect(3))?.reason).toBe('fencedUntilChapter');
    await test.call('documents:update', { projectId, documentId, fence: null });
    const { entityId } = await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'item', name: '铜钥匙', summary: '', fence: { notBeforeChapter: 9 } },
    });
    expect(await closed()).toMatchObject({ reason: 'fencedByName', text: '' });
    await test.call('knowledge:entities:delete', { projectId, entityId });
  });

  it('stays out while a chapter that it speaks of is deleted, and Inspect says that, not that a fence hides it', async () => {
    const { test, projectId, ids } = world;
    const documentId = ids[2] ?? '';
    const { placeId } = await test.call('threads:mark', {
      ...{ projectId, threadId },
      ...(await world.placeOf('echoed', documentId, '省城的第3天')),
    });
    await test.call('documents:delete', { projectId, documentId });
    const { prompt } = await assemble(4);
    expect(prompt).not.toContain(heading);
    // Nobody knows by now whether it had a fence.
    expect(await inspect(4)).toMatchObject({
      ...{ decision: 'dropped', reason: 'chapterGone', text: '', title: '保密的条目' },
    });
    await test.call('documents:restore', { projectId, documentId });
    expect(await inspect(4)).toMatchObject({ decision: 'included' });
    await test.call('threads:unmark', { projectId, threadId, placeId });
  });

  it('are looked at again by what the writer expects of requests [N11]', async () => {
    const { test, projectId, ids } = world;
    const { expectationId } = await test.call('expectations:create', {
      ...{ projectId, at: { documentId: ids[3] ?? '' }, expect: 'in' },
      item: { text: '应在第 4 章收' },
    });
    const look = async () =>
      (await test.call('expectations:run', { projectId })).items.find(
        (one) => one.expectationId === expectationId,
      )?.state;
    expect(await look()).toBe('held');
    await test.call('threads:update', { projectId, threadId, send: false });
    expect(await look()).toBe('broken');
    await test.call('threads:update', { projectId, threadId, send: true });
    await test.call('expectations:delete', { projectId, expectationId });
  });

  it('leaves a request without them where their table is damaged, and says so [S3-31]', async () => {
    const { test, projectId } = world;
    damage('ALTER TABLE threads RENAME TO threads_away');
    const { warnings } = await assemble(4);
    expect(warnings.join()).toContain('THREADS_UNAVAILABLE');
    damage('ALTER TABLE threads_away RENAME TO threads');
    expect((await assemble(4)).prompt).toContain(heading);
    expect((await test.call('threads:list', { projectId })).items).toHaveLength(1);
  });
});
