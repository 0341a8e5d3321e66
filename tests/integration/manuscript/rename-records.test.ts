import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

type Preview = Output<'manuscript:rename:preview'>;

let test: TestApp;
let projectId: string;
let documentId: string;
let entityId: string;

// Named so often that a synopsis of this text would count as one of another text.
const line = '阿宁说，阿宁不去。阿宁走到渡口，阿宁坐下。';
const scenes = `# 渡口\n\n${line}\n\n***\n\n夜里阿宁没有睡。\n`;

const preview = (name = '沈宁'): Promise<Preview> =>
  test.call('manuscript:rename:preview', { projectId, entityId, name });

/** All that is proposed, sure places and records, as the dialog does unasked. */
const rename = async (name = '沈宁'): Promise<string> => {
  const { items, records } = await preview(name);
  const places = items
    .filter(({ doubt }) => doubt === null)
    .map(({ documentId: at, start, end, match, to }) => ({
      ...{ documentId: at, start, end, expected: match, replacement: to },
    }));
  const changes = records.filter(({ isUnfit }) => !isUnfit).map(({ change }) => change);
  const step = { projectId, replacement: '', places, records: changes };
  return (await test.call('manuscript:replace', step)).undoId;
};

/** Everything that was written beside the text. */
const wordsNow = async () => {
  const scope = { projectId };
  const [entry, other] = (await test.call('knowledge:entities:list', scope)).items;
  const { items: chapters } = await test.call('manuscript:scenes', { ...scope, documentId });
  const [chapter] = (await test.call('documents:list', scope)).documents;
  return {
    name: entry?.name,
    details: entry?.details.map(({ label, text }) => `${label}：${text}`),
    ofAnother: other?.details.map(({ label, text }) => `${label}：${text}`),
    habit: (await test.call('memory:rules:list', scope)).items.map(({ text }) => text),
    synopsis: chapter?.synopsis,
    isStale: chapter?.synopsisStale === true,
    scene: chapters[0]?.scenes[1]?.facts?.synopsis,
    thread: (await test.call('threads:list', scope)).items.map(({ title, note }) => [title, note]),
    note: (await test.call('notes:list', scope)).items.map(({ text }) => text),
  };
};

const before = {
  name: '阿宁',
  details: ['近况：阿宁在渡口'],
  ofAnother: ['与阿宁的关系：阿宁的师父'],
  habit: ['写阿宁时用短句'],
  synopsis: '阿宁等船。',
  isStale: false,
  scene: '阿宁夜里不睡。',
  thread: [['阿宁的身世', '第三卷里由阿宁自己说出']],
  note: ['阿宁这里太急'],
};
const renamed = {
  name: '沈宁',
  details: ['近况：沈宁在渡口'],
  ofAnother: ['与沈宁的关系：沈宁的师父'],
  habit: ['写沈宁时用短句'],
  synopsis: '沈宁等船。',
  isStale: false,
  scene: '沈宁夜里不睡。',
  thread: [['沈宁的身世', '第三卷里由沈宁自己说出']],
  note: ['沈宁这里太急'],
};

const writeBeside = async (): Promise<void> => {
  const fact = { kind: 'character', summary: '' } as const;
  const detail = (label: string, text: string) => [
    { detailId: 'one', label, text, fromChapter: null },
  ];
  ({ entityId } = await test.call('knowledge:entities:create', {
    ...{ projectId, ...fact, name: '阿宁', details: detail('近况', '阿宁在渡口') },
  }));
  await test.call('knowledge:entities:create', {
    ...{ projectId, ...fact, name: '老周', details: detail('与阿宁的关系', '阿宁的师父') },
  });
  await test.call('memory:rules:create', { projectId, text: '写阿宁时用短句', confidence: 1 });
  await test.call('documents:update', { projectId, documentId, synopsis: '阿宁等船。' });
  const { items } = await test.call('manuscript:scenes', { projectId, documentId });
  const { start = 0, opening = '' } = items[0]?.scenes[1] ?? {};
  await test.call('manuscript:scenes:update', {
    ...{ projectId, at: { documentId, start, opening }, synopsis: '阿宁夜里不睡。' },
  });
  await test.call('threads:create', {
    ...{ projectId, title: '阿宁的身世', note: '第三卷里由阿宁自己说出' },
  });
  await test.call('notes:create', {
    ...{ projectId, documentId, kind: 'note', text: '阿宁这里太急', start, end: start + 4 },
  });
};

beforeEach(async () => {
  test = await createTestApp();
  mkdirSync(join(test.folder, 'book'));
  writeFileSync(join(test.folder, 'book', '01.md'), scenes);
  const opened = await test.call('projects:open', {
    ...{ path: join(test.folder, 'book'), language: 'zh-CN' },
  });
  ({ projectId } = opened);
  documentId = opened.documents[0]?.documentId ?? '';
  await writeBeside();
});
afterEach(() => test.close());

describe('a rename in what was written beside the text [W2]', () => {
  it('rewords fields, habits, synopses, promises and notes in the same step, and one undo words them back', async () => {
    expect(await wordsNow()).toEqual(before);
    const undoId = await rename();
    expect(await wordsNow()).toEqual(renamed);
    const { changed } = await test.call('manuscript:undo', { projectId, undoId });
    expect(changed).toEqual([]);
    expect(await wordsNow()).toEqual(before);
  });

  it('calls a synopsis stale after it only where it was before', async () => {
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const written = `${text}\n${'第二天船来了，没有人下船，也没有人上船。'.repeat(9)}\n`;
    await test.call('documents:save', {
      ...{ projectId, documentId, text: written, expectedVersion: version },
    });
    const stale = { ...before, isStale: true };
    expect(await wordsNow()).toEqual(stale);
    const undoId = await rename();
    expect(await wordsNow()).toEqual({ ...renamed, isStale: true });
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await wordsNow()).toEqual(stale);
  });

  it('names each by what it is, and shows what changes in it', async () => {
    const { records } = await preview();
    const shown = records.map(({ change, title, parts }) => [
      ...[change.kind, title],
      parts.map(({ text, to }) => (to === undefined ? text : `[${text}→${to}]`)).join(''),
    ]);
    expect(shown).toEqual([
      ['entity', '阿宁', '[阿宁→沈宁] · [阿宁→沈宁]在渡口'],
      ['entity', '老周', '与[阿宁→沈宁]的关系 · [阿宁→沈宁]的师父'],
      ['habit', '写阿宁时用短句', '写[阿宁→沈宁]时用短句'],
      ['synopsis', '渡口', '[阿宁→沈宁]等船。'],
      ['scene', '阿宁夜里不睡。', '[阿宁→沈宁]夜里不睡。'],
      ['thread', '阿宁的身世', '[阿宁→沈宁]的身世 · 第三卷里由[阿宁→沈宁]自己说出'],
      ['note', '阿宁这里太急', '[阿宁→沈宁]这里太急'],
    ]);
  });

  it('leaves what was reworded since, field by field, and counts it', async () => {
    const undoId = await rename();
    const [thread] = (await test.call('threads:list', { projectId })).items;
    const { threadId = '', version = 0 } = thread ?? {};
    await test.call('threads:update', {
      ...{ projectId, threadId, expectedVersion: version, note: '由沈宁的师父说出' },
    });
    await test.call('documents:update', { projectId, documentId, synopsis: '等船。' });
    const { changed } = await test.call('manuscript:undo', { projectId, undoId });
    expect(changed).toEqual([
      { kind: 'thread', id: threadId, title: '阿宁的身世', count: 1 },
      { kind: 'synopsis', id: documentId, title: '渡口', count: 1 },
    ]);
    expect(await wordsNow()).toEqual({
      ...before,
      synopsis: '等船。',
      thread: [['阿宁的身世', '由沈宁的师父说出']],
    });
  });

  it('stops before anything is written where a synopsis changed meanwhile', async () => {
    const { records } = await preview();
    const changes = records.map(({ change }) => change);
    const step = { projectId, replacement: '', places: [], records: changes };
    await test.call('documents:update', { projectId, documentId, synopsis: '等船。' });
    await expect(test.call('manuscript:replace', step)).rejects.toThrow(
      /"REPLACE_PLACE_CHANGED".*"kind":"synopsis".*"title":"渡口"/,
    );
    expect(await wordsNow()).toEqual({ ...before, synopsis: '等船。' });
  });

  it('leaves the field that a new name is too long for, says so, and rewords the others of its record', async () => {
    const long = '沈'.repeat(118);
    const { records } = await preview(long);
    const told = records.flatMap(({ change, leftOut, isUnfit }) =>
      leftOut === undefined ? [] : [[change.kind, leftOut, isUnfit]],
    );
    expect(told).toEqual([
      ['entity', 'tooLong', false],
      ['thread', 'tooLong', false],
    ]);
    await rename(long);
    const { name, ofAnother, thread, note } = await wordsNow();
    expect({ name, ofAnother, thread, note }).toEqual({
      name: long,
      ofAnother: [`与阿宁的关系：${long}的师父`],
      thread: [['阿宁的身世', `第三卷里由${long}自己说出`]],
      note: [`${long}这里太急`],
    });
  });

  it('refuses words that a record does not take, whoever sends them', async () => {
    const { records } = await preview();
    const changes = records.map(({ change }) =>
      change.kind === 'habit' ? { ...change, text: ' ' } : change,
    );
    const step = { projectId, replacement: '', places: [], records: changes };
    await expect(test.call('manuscript:replace', step)).rejects.toThrow(/"INVALID_INPUT".*"habit"/);
    expect(await wordsNow()).toEqual(before);
  });

  it('leaves it to the text whether a synopsis is stale where words are replaced that are no name', async () => {
    expect(await wordsNow()).toEqual(before);
    const { items } = await test.call('manuscript:search', { projectId, query: '阿宁' });
    const places = items.map(({ documentId: at, start, end, match }) => ({
      ...{ documentId: at, start, end, expected: match },
    }));
    await test.call('manuscript:replace', { projectId, replacement: '那人', places });
    expect(await wordsNow()).toEqual({ ...before, isStale: true });
  });

  it('gives a possessive the s that the new name takes, in the text and in what is written beside it', async () => {
    const { documentId: at } = await test.call('documents:create', {
      ...{ projectId, title: 'Two', text: 'James’ dog ran. ‘I saw James’ he said.\n' },
    });
    const entry = { projectId, kind: 'character', summary: "James' brother" } as const;
    await test.call('knowledge:entities:create', { ...entry, name: 'Mary' });
    const james = await test.call('knowledge:entities:create', {
      ...{ ...entry, name: 'James', summary: '' },
    });
    const { items, records } = await test.call('manuscript:rename:preview', {
      ...{ projectId, entityId: james.entityId, name: 'Ian' },
    });
    expect(items.map(({ match, to, doubt }) => [match, to, doubt])).toEqual([
      ['James’', 'Ian’s', null],
      ['James’', 'Ian’s', 'closesQuotation'],
    ]);
    expect(records.map(({ change }) => change)).toContainEqual(
      expect.objectContaining({ kind: 'entity', summary: "Ian's brother" }),
    );
    expect(items.map(({ documentId: of }) => of)).toEqual([at, at]);
  });
});
