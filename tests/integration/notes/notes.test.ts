import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ExportFormat } from '#shared/domain/export.ts';
import type { Note } from '#shared/domain/note.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { wordsOfDocx, wordsOfEpub } from '#tests/helpers/exported-text.ts';
import { openThreadWorld, promise, type ThreadWorld } from '#tests/helpers/thread-world.ts';

const canary = '批注金丝雀';

let world: ThreadWorld;
beforeAll(async () => {
  world = await openThreadWorld();
});
afterAll(() => world.test.close());

const chapterId = (): string => world.ids[1] ?? '';

/** A note beside the promise of the second chapter. */
const note = async (text: string, more: { kind?: Note['kind'] } = {}) => {
  const { kind: _kind, ...place } = await world.placeOf('opened', chapterId(), promise);
  const { test, projectId } = world;
  return test.call('notes:create', { projectId, ...place, text, kind: 'note', ...more });
};

const find = async (noteId: string): Promise<Note> => {
  const { items } = await world.test.call('notes:list', { projectId: world.projectId });
  const found = items.find((item) => item.noteId === noteId);
  if (!found) throw new Error('there is no such note');
  return found;
};

/** The text at which it stands now; null where that is gone. */
const standsAt = async (noteId: string): Promise<string | null> => {
  const { documentId, start, end } = await find(noteId);
  const { text } = await world.read(documentId);
  return start === null || end === null ? null : text.slice(start, end);
};

const remove = ({ noteId }: { noteId: string }) =>
  world.test.call('notes:delete', { projectId: world.projectId, noteId });

describe('notes and to-dos in the margin [W4]', () => {
  it('are made, listed in the order of the book, ticked, edited, deleted and had back', async () => {
    const { test, projectId, ids } = world;
    const later = await test.call('notes:create', {
      ...{ projectId, documentId: ids[3] ?? '', start: 5, end: 20, text: '核对天数', kind: 'todo' },
    });
    const one = await note('  这里要再冷一点  ');
    expect(one).toMatchObject({
      ...{ kind: 'note', text: '这里要再冷一点', done: false, version: 1 },
      ...{ documentId: chapterId(), quote: promise, chapter: 2 },
    });
    expect(await standsAt(one.noteId)).toBe(promise);
    const listed = await test.call('notes:list', { projectId });
    expect(listed.items.map(({ noteId }) => noteId)).toEqual([one.noteId, later.noteId]);
    const here = await test.call('notes:list', { projectId, documentId: ids[3] ?? '' });
    expect(here.items.map(({ noteId }) => noteId)).toEqual([later.noteId]);

    const { noteId } = later;
    const ticked = await test.call('notes:update', { projectId, noteId, done: true });
    expect(ticked).toMatchObject({ done: true, version: 2 });
    // A note cannot be done.
    const plain = await test.call('notes:update', { projectId, noteId, kind: 'note' });
    expect(plain).toMatchObject({ kind: 'note', done: false });
    const stale = { projectId, noteId, text: '别的', expectedVersion: 2 };
    expect(await test.fail('notes:update', stale)).toBe('NOTE_CONFLICT');
    await remove(later);
    expect(await test.fail('notes:update', { projectId, noteId, text: 'x' })).toBe(
      'NOTE_NOT_FOUND',
    );
    const back = await test.call('notes:restore', { projectId, noteId });
    expect(back).toMatchObject({ noteId, text: '核对天数', chapter: 4 });
    await remove(later);
    await remove(one);
  });

  it('are refused where there is no text, or another than the caller saw', async () => {
    const { test, projectId } = world;
    const { text } = await world.read(chapterId());
    const ask = (place: { start: number; end: number; quote?: string }) =>
      test.fail('notes:create', {
        ...{ projectId, documentId: chapterId(), text: 'x', kind: 'note', ...place },
      });
    expect(await ask({ start: 4, end: 4 })).toBe('NOTE_INVALID');
    expect(await ask({ start: 9, end: 2 })).toBe('NOTE_INVALID');
    expect(await ask({ start: 0, end: text.length + 1 })).toBe('NOTE_INVALID');
    expect(await ask({ start: 0, end: 4, quote: '别的字' })).toBe('NOTE_INVALID');
    expect((await test.call('notes:list', { projectId })).items).toEqual([]);
  });

  it('follow their text through typing, a split, a merge, a replacement and all of it undone [W1 W2]', async () => {
    const { test, projectId, ids } = world;
    const { noteId } = await note('井底');
    await world.edit(chapterId(), (text) => `${text.slice(0, 5)}下雨。\n\n${text.slice(5)}`);
    expect(await standsAt(noteId)).toBe(promise);
    const { undoId: replaced } = await world.replaceAll('铜钥匙', '白玉簪');
    expect(await standsAt(noteId)).toBe(promise.replaceAll('铜钥匙', '白玉簪'));
    await test.call('manuscript:undo', { projectId, undoId: replaced });

    const whole = await world.read(chapterId());
    const split = await test.call('documents:split', {
      ...{ projectId, documentId: chapterId(), expectedVersion: whole.version },
      at: whole.text.indexOf(promise),
    });
    const second = split.documents[2]?.documentId ?? '';
    expect(await find(noteId)).toMatchObject({ documentId: second, chapter: 3, quote: promise });
    const merged = await test.call('documents:merge', {
      ...{ projectId, documentIds: [chapterId(), second] },
    });
    expect(await find(noteId)).toMatchObject({ documentId: ids[1], chapter: 2 });
    await test.call('documents:undo', { projectId, undoId: merged.undoId });
    await test.call('documents:undo', { projectId, undoId: split.undoId });
    expect(await standsAt(noteId)).toBe(promise);
    await world.edit(chapterId(), (text) => text.replace('下雨。\n\n', ''));
    await remove({ noteId });
  });

  it('follow a short line that is cut and put in elsewhere in its chapter, saved in between or not, and say of one in another chapter that they are lost [W2]', async () => {
    const { test, projectId, ids } = world;
    const documentId = chapterId();
    const line = '灯还亮着。';
    const place = { projectId, documentId };
    const { text: original } = await world.read(documentId);
    const rest = original.trimEnd();
    await world.edit(documentId, () => `${rest}\n\n${line}\n\n没有人应。\n`);
    const start = rest.length + 2;
    const { noteId } = await test.call('notes:create', {
      ...{ ...place, start, end: start + line.length, text: '谁点的', kind: 'note' },
    });
    const [heading = '', ...others] = rest.split('\n\n');
    const moved = [heading, line, ...others, '没有人应。'].join('\n\n');
    await world.edit(documentId, () => `${moved}\n`);
    expect(await standsAt(noteId)).toBe(line);
    await world.edit(documentId, () => `${rest}\n\n没有人应。\n`);
    expect(await standsAt(noteId)).toBe(null);
    await world.edit(documentId, () => `${rest}\n\n没有人应。\n\n${line}\n`);
    expect(await find(noteId)).toMatchObject({ quote: line, start: rest.length + 9 });

    const other = ids[2] ?? '';
    const { text: before } = await world.read(other);
    await world.edit(documentId, () => original);
    await world.edit(other, (text) => `${text.trimEnd()}\n\n${line}\n`);
    expect(await find(noteId)).toMatchObject({ documentId, start: null, quote: line });
    const { text } = await world.read(other);
    const there = { documentId: other, start: text.indexOf(line), quote: line };
    await test.call('notes:update', {
      ...{ projectId, noteId, place: { ...there, end: there.start + line.length } },
    });
    expect(await standsAt(noteId)).toBe(line);
    await world.edit(other, () => before);
    await remove({ noteId });
  });

  it('stay in the list where their text or their chapter is gone, said to be so, and are there when it is back', async () => {
    const { test, projectId } = world;
    const { noteId } = await note('丢了的');
    const before = await world.read(chapterId());
    await world.edit(chapterId(), (text) => text.replace(promise, ''));
    expect(await find(noteId)).toMatchObject({
      start: null,
      end: null,
      chapter: 2,
      quote: promise,
    });
    await world.edit(chapterId(), () => before.text);
    expect(await standsAt(noteId)).toBe(promise);
    await test.call('documents:delete', { projectId, documentId: chapterId() });
    expect(await find(noteId)).toMatchObject({ start: null, chapter: null, text: '丢了的' });
    await test.call('documents:restore', { projectId, documentId: chapterId() });
    expect(await standsAt(noteId)).toBe(promise);
    await remove({ noteId });
  });

  it('are put beside another passage, of another chapter too, with the words the caller saw there', async () => {
    const { test, projectId } = world;
    const made = await note('放错了');
    const { noteId } = made;
    const documentId = world.ids[2] ?? '';
    const { text } = await test.call('documents:read', { projectId, documentId });
    const quote = text.slice(2, 8);
    const place = { documentId, start: 2, end: 8, quote };
    const wrong = { ...place, quote: '没有这几个字' };
    expect(await test.fail('notes:update', { projectId, noteId, place: wrong })).toBe(
      'NOTE_INVALID',
    );
    const lost = { ...place, documentId: 'no-such-chapter' };
    expect(await test.fail('notes:update', { projectId, noteId, place: lost })).toBe(
      'DOCUMENT_NOT_FOUND',
    );
    const stale = { projectId, noteId, place, expectedVersion: made.version + 1 };
    expect(await test.fail('notes:update', stale)).toBe('NOTE_CONFLICT');
    const moved = await test.call('notes:update', { projectId, noteId, place });
    expect(moved).toMatchObject({ ...place, text: '放错了', version: made.version + 1 });
    // It goes with its new passage from now on.
    await world.edit(documentId, (now) => `雨。\n\n${now}`);
    await expect
      .poll(async () => (await test.call('notes:list', { projectId, documentId })).items)
      .toMatchObject([{ noteId, start: 6, end: 12, quote }]);
    await world.edit(documentId, () => text);
    await test.call('notes:delete', { projectId, noteId });
  });

  it('find their text after an edit and a rename by another program, and are one for two windows', async () => {
    const { test, projectId, path } = world;
    const { noteId } = await note('外面改的');
    const [file, renamed] = ['02 祠堂.md', '02 祠堂里.md'].map((name) => join(path, name));
    if (!file || !renamed) throw new Error('no file');
    const original = readFileSync(file, 'utf8');
    await test.call('projects:close', { projectId });
    writeFileSync(file, original.replace('三个人', '四个人'));
    renameSync(file, renamed);
    await test.call('projects:open', { path });
    expect(await standsAt(noteId)).toBe(promise.replace('三个人', '四个人'));
    await test.call('projects:close', { projectId });
    renameSync(renamed, file);
    writeFileSync(file, original);
    await test.call('projects:open', { path });
    // Two windows tick it and delete it at once: both are told, nothing is there twice.
    const both = await Promise.allSettled([
      test.call('notes:update', {
        projectId,
        noteId,
        kind: 'todo',
        done: true,
        expectedVersion: 1,
      }),
      test.call('notes:update', { projectId, noteId, text: '另一扇窗', expectedVersion: 1 }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await remove({ noteId });
    expect(await test.fail('notes:delete', { projectId, noteId })).toBe('NOTE_NOT_FOUND');
  });

  it('are in no export, no count, no search, no report and no request', async () => {
    const { test, projectId } = world;
    const counts = async () =>
      (await test.call('documents:list', { projectId })).documents.map(
        ({ charCount }) => charCount,
      );
    const before = await counts();
    const made = await note(`${canary}：要不要改成冬天？`, { kind: 'todo' });
    expect(await counts()).toEqual(before);
    await test.call('settings:update', { debugMode: true });
    const texts: string[] = [];
    for (const format of ExportFormat.options.filter((one) => one !== 'pdf')) {
      const path = join(test.folder, `out-${format}`);
      await test.call('documents:export', { projectId, format, path, replace: true });
      const bytes = readFileSync(path);
      if (bytes.subarray(0, 2).toString() !== 'PK') texts.push(bytes.toString());
      else texts.push(await (format === 'epub' ? wordsOfEpub(bytes) : wordsOfDocx(bytes)));
    }
    expect(texts.length).toBe(ExportFormat.options.length - 1);
    texts.push((await test.call('documents:export:print', { projectId })).body);
    const found = await test.call('manuscript:search', { projectId, query: canary });
    await test.call('retrieval:index', { projectId, wait: true });
    const retrieved = await test.call('retrieval:search', { projectId, query: canary });
    const report = await test.call('reports:make', { projectId });
    for (const documentId of world.ids) {
      const request = { projectId, documentId, cursorPosition: 40, skillId: 'continue' };
      texts.push((await test.call('context:assemble', request)).prompt);
      texts.push(JSON.stringify(await test.call('context:inspect', request)));
    }
    for (const text of [
      ...texts,
      ...[found, retrieved, report].map((one) => JSON.stringify(one)),
    ]) {
      expect(text).not.toContain(canary);
    }
    await remove(made);
  });

  it('lie in the book’s folder as files that a person may edit, and travel: deleted there stays deleted [B1 B4]', async () => {
    const { test, projectId, path } = world;
    const [one, other] = [await note('留着'), await note('要删的', { kind: 'todo' })];
    await test.call('projects:sync', { projectId });
    const files = () =>
      readdirSync(join(path, '.fabula', 'notes')).filter((name) => name.endsWith('.yaml'));
    expect(files()).toHaveLength(2);
    const file = join(
      path,
      '.fabula',
      'notes',
      files().find((name) => name.startsWith('留着')) ?? '',
    );
    writeFileSync(file, readFileSync(file, 'utf8').replace('text: 留着', 'text: 留着，改过'));
    await test.call('projects:sync', { projectId });
    expect(await find(one.noteId)).toMatchObject({ text: '留着，改过', quote: promise });
    await test.call('projects:close', { projectId });

    const elsewhere = await createTestApp();
    const listed = async ({ call }: TestApp, id: string) =>
      (await call('notes:list', { projectId: id })).items.map(({ text, chapter, start }) => ({
        ...{ text, chapter, isFound: start !== null },
      }));
    const opened = await elsewhere.call('projects:open', { path });
    expect(await listed(elsewhere, opened.projectId)).toEqual([
      { text: '留着，改过', chapter: 2, isFound: true },
      { text: '要删的', chapter: 2, isFound: true },
    ]);
    await elsewhere.call('notes:delete', { projectId: opened.projectId, noteId: other.noteId });
    await elsewhere.call('projects:close', { projectId: opened.projectId });
    await elsewhere.close();

    await test.call('projects:open', { path });
    await test.call('projects:sync', { projectId });
    expect(await listed(test, projectId)).toEqual([
      { text: '留着，改过', chapter: 2, isFound: true },
    ]);
    await remove(one);
    await test.call('projects:sync', { projectId });
    expect(files()).toEqual([]);
  });

  it('come back with a backup and a bundle, and are there after a restart', async () => {
    const { test, projectId } = world;
    const made = await note('带走的', { kind: 'todo' });
    await test.call('projects:backups:create', { projectId });
    const backups = (await test.call('projects:backups:list', { projectId })).items;
    const bundle = join(test.folder, 'book.fabula');
    await test.call('projects:bundle:export', { projectId, path: bundle });
    const back = await test.call('projects:backups:restore', {
      ...{ projectId, backupId: backups[0]?.backupId ?? '', into: join(test.folder, 'back') },
    });
    const taken = await test.call('projects:bundle:import', {
      ...{ path: bundle, into: join(test.folder, 'taken') },
    });
    for (const id of [back.projectId, taken.projectId]) {
      const { items } = await test.call('notes:list', { projectId: id });
      expect(items).toMatchObject([{ text: '带走的', kind: 'todo', chapter: 2, quote: promise }]);
      expect(items[0]?.start).not.toBeNull();
    }
    await test.restart();
    await test.call('projects:open', { path: world.path });
    expect(await find(made.noteId)).toMatchObject({ text: '带走的', quote: promise });
    await remove(made);
  });
});
