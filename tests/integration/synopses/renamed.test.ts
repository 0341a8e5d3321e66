import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordChange } from '#shared/domain/manuscript.ts';
import { openSynopsisWorld, type SynopsisWorld } from '#tests/helpers/synopsis-world.ts';

let world: SynopsisWorld;
beforeAll(async () => {
  world = await openSynopsisWorld();
  await world.connect();
});
afterAll(() => world.close());

/** A book in which somebody is named, with a synopsis that the writer wrote and one that waits in its place. */
const openBook = async () => {
  const book = await world.openBook(['# 渡口\n\n阿宁在渡口等了一夜的船，天亮了才走。\n']);
  const { projectId } = book;
  await world.test.call('documents:update', { ...book.chapter(1), synopsis: '阿宁等船。' });
  world.server.script({ pieces: ['阿宁等了一夜的船，独自走了。'] });
  const { proposalId } = await world.test.call('synopses:propose', book.chapter(1));
  const { entityId } = await world.test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '阿宁', summary: '' },
  });
  const changes = async (): Promise<RecordChange[]> =>
    (
      await world.test.call('manuscript:rename:preview', { projectId, entityId, name: '沈宁' })
    ).records.map(({ change }) => change);
  const reword = async (records: RecordChange[]): Promise<string> => {
    const step = { projectId, replacement: '', places: [], records };
    return (await world.test.call('manuscript:replace', step)).undoId;
  };
  const waiting = async () =>
    (await book.list()).items.map(({ text, isOvertaken }) => [text, isOvertaken]);
  return { ...book, proposalId, changes, reword, waiting };
};

describe('a synopsis that waits for the writer, in a rename [W2 E3]', () => {
  it('has the new name, still stands for the synopsis there is, and is as before after the undo', async () => {
    const { projectId, changes, reword, waiting, info, proposalId } = await openBook();
    const undoId = await reword(await changes());
    expect(await waiting()).toEqual([['沈宁等了一夜的船，独自走了。', false]]);
    const { changed } = await world.test.call('manuscript:undo', { projectId, undoId });
    expect(changed).toEqual([]);
    expect(await waiting()).toEqual([['阿宁等了一夜的船，独自走了。', false]]);
    await reword(await changes());
    await world.test.call('synopses:accept', { projectId, proposalIds: [proposalId] });
    expect((await info(1))?.synopsis).toBe('沈宁等了一夜的船，独自走了。');
  });

  it('stays the chapter’s after the undo where it was accepted since, and is told of once', async () => {
    const { projectId, changes, reword, proposalId, info } = await openBook();
    const undoId = await reword(await changes());
    await world.test.call('synopses:accept', { projectId, proposalIds: [proposalId] });
    const { changed } = await world.test.call('manuscript:undo', { projectId, undoId });
    expect(changed.map(({ kind, count }) => [kind, count])).toEqual([['synopsis', 1]]);
    expect((await info(1))?.synopsis).toBe('沈宁等了一夜的船，独自走了。');
  });

  it('stops the rename before anything is written where it was put away meanwhile', async () => {
    const { projectId, changes, reword, proposalId, info } = await openBook();
    const records = await changes();
    await world.test.call('synopses:reject', { projectId, proposalIds: [proposalId] });
    await expect(reword(records)).rejects.toThrow('SYNOPSIS_NOT_FOUND');
    expect((await info(1))?.synopsis).toBe('阿宁等船。');
  });

  it('that the writer left out of it keeps its words, and waits for the synopsis that is there', async () => {
    const { changes, reword, waiting } = await openBook();
    const records = await changes();
    await reword(records.filter(({ kind }) => kind !== 'proposal'));
    expect(await waiting()).toEqual([['阿宁等了一夜的船，独自走了。', false]]);
  });

  it('is as true of the text after it as it was, where the name stands so often that its text would count as another [W2 E3]', async () => {
    const line = '阿宁说，阿宁不去。阿宁走到渡口，阿宁坐下。';
    const book = await world.openBook([`# 渡口\n\n${line}\n`]);
    const { projectId } = book;
    world.server.script({ pieces: ['阿宁坐在渡口。'] });
    await world.test.call('synopses:propose', book.chapter(1));
    const { entityId } = await world.test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '阿宁', summary: '' },
    });
    const name = { projectId, entityId, name: '慕容沈宁' };
    const { items, records } = await world.test.call('manuscript:rename:preview', name);
    const places = items.map(({ documentId, start, end, match, to }) => ({
      ...{ documentId, start, end, expected: match, replacement: to },
    }));
    const { undoId } = await world.test.call('manuscript:replace', {
      ...{ projectId, replacement: '', places, records: records.map(({ change }) => change) },
    });
    const waiting = async () =>
      (await book.list()).items.map(({ text, isStale }) => [text, isStale]);
    expect(await waiting()).toEqual([['慕容沈宁坐在渡口。', false]]);
    await world.test.call('manuscript:undo', { projectId, undoId });
    expect(await waiting()).toEqual([['阿宁坐在渡口。', false]]);
  });

  it('is told of after the undo where it was accepted since by a chapter that had none [W2 E3]', async () => {
    const { projectId, chapter, changes, reword, proposalId, info } = await openBook();
    await world.test.call('documents:update', { ...chapter(1), synopsis: '' });
    const undoId = await reword((await changes()).filter(({ kind }) => kind === 'proposal'));
    const proposalIds = [proposalId];
    await world.test.call('synopses:accept', { projectId, proposalIds, replaceChanged: true });
    const { changed } = await world.test.call('manuscript:undo', { projectId, undoId });
    expect(changed.map(({ kind, id }) => [kind, id])).toEqual([
      ['synopsis', (await info(1))?.documentId],
    ]);
  });
});
