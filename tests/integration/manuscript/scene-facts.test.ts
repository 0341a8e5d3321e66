import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

const crab = '蟹爬上石坪，鸭子吃到走不动。';
const clock = '灯下报数，七尺四，八尺一。';
const gong = '天还没亮，锣先歇了。';
const whole = `# 秋分大潮\n\n${crab}\n\n舅公说夜里有大水。\n\n***\n\n${clock}\n\n陈先生站在门外。\n\n***\n\n${gong}\n\n阿禾等着慢的那一声。\n`;

let test: TestApp;
let path: string;
let books = 0;
let projectId: string;
let ids: string[];

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  books += 1;
  path = join(test.folder, `book-${books}`);
  mkdirSync(path);
  writeFileSync(join(path, '01.md'), whole);
  writeFileSync(join(path, '02.md'), '# 空簿\n\n潮退了，簿子泡在水里。\n');
  const opened = await test.call('projects:open', { path, language: 'zh-CN' });
  projectId = opened.projectId;
  ids = opened.documents.map(({ documentId }) => documentId);
});

type Chapter = Output<'manuscript:scenes'>['items'][number];
const chapters = async (): Promise<Chapter[]> =>
  (await test.call('manuscript:scenes', { projectId })).items;
/** What is said of each scene, chapter by chapter. */
const told = async () =>
  (await chapters()).map(({ scenes }) => scenes.map(({ facts }) => facts?.synopsis ?? null));
const lost = async () =>
  (await chapters()).flatMap(({ withoutPlace }) => withoutPlace.map(({ synopsis }) => synopsis));
const sceneAt = async (index: number, documentId = ids[0] ?? '') => {
  const { scenes } = (await chapters()).find((one) => one.documentId === documentId) ?? {};
  const scene = scenes?.[index];
  if (!scene) throw new Error('there is no such scene');
  return { documentId, start: scene.start, opening: scene.opening };
};
const say = async (index: number, synopsis: string) =>
  test.call('manuscript:scenes:update', { projectId, at: await sceneAt(index), synopsis });
const sayAll = async () => {
  for (const [index, words] of ['蟹', '报数', '锣'].entries()) await say(index, words);
};
const edit = async (change: (text: string) => string, documentId = ids[0] ?? '') => {
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  await test.call('documents:save', {
    ...{ projectId, documentId, expectedVersion: version, text: change(text) },
  });
};

describe('status, synopsis and point of view of a scene [W1]', () => {
  it('are written field by field, taken back, and gone where nothing is left of them', async () => {
    const { entityId } = await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '阿禾', summary: '' },
    });
    const at = await sceneAt(1);
    const made = await test.call('manuscript:scenes:update', { projectId, at, status: 'draft' });
    const { sceneId } = made;
    expect(made).toEqual({
      ...{ sceneId, status: 'draft', synopsis: '', pointOfViewEntityId: null, opening: clock },
      wordGoal: null,
    });
    await test.call('manuscript:scenes:update', { projectId, at, synopsis: ' 报数 ' });
    const more = { projectId, sceneId, pointOfViewEntityId: entityId, wordGoal: 800 };
    const facts = await test.call('manuscript:scenes:update', more);
    expect(facts).toEqual({
      ...{ sceneId, status: 'draft', synopsis: '报数', pointOfViewEntityId: entityId },
      ...{ opening: clock, wordGoal: 800 },
    });
    expect((await chapters())[0]?.scenes.map((scene) => scene.facts)).toEqual([
      ...[undefined, facts, undefined],
    ]);
    const none = { status: null, synopsis: '', pointOfViewEntityId: null, wordGoal: null };
    await test.call('manuscript:scenes:update', { projectId, sceneId, ...none });
    expect(await told()).toEqual([[null, null, null]]);
    // Its undo.
    await test.call('manuscript:scenes:update', { projectId, sceneId, synopsis: '报数' });
    expect(await told()).toEqual([[null, '报数', null]]);
  });

  it('are refused for a scene, an entry or a chapter that is not there', async () => {
    const at = await sceneAt(1);
    const ask = (more: object) =>
      test.fail('manuscript:scenes:update', { projectId, status: 'done' as const, ...more });
    expect(await ask({})).toBe('INVALID_INPUT');
    expect(await ask({ sceneId: 'none' })).toBe('SCENE_NOT_FOUND');
    expect(await ask({ at: { ...at, opening: '别的字' } })).toBe('SCENE_NOT_FOUND');
    expect(await ask({ at: { ...at, documentId: 'none' } })).toBe('DOCUMENT_NOT_FOUND');
    expect(await ask({ at, pointOfViewEntityId: 'none' })).toBe('ENTITY_NOT_FOUND');
    expect(await told()).toEqual([[null, null, null]]);
  });

  it('follow their scene through typing, a new beginning, a replacement and its undo [W2]', async () => {
    await sayAll();
    await edit((text) => text.replace(clock, `子初二刻。\n\n${clock}`).replace('舅公', '老舅公'));
    expect(await told()).toEqual([['蟹', '报数', '锣']]);
    await edit((text) => text.replace('# 秋分大潮\n\n', '# 秋分大潮\n\n雨。\n\n***\n\n'));
    expect(await told()).toEqual([[null, '蟹', '报数', '锣']]);
    const { items } = await test.call('manuscript:search', { projectId, query: '灯下' });
    const places = items.map(({ documentId, start, end, match }) => ({
      ...{ documentId, start, end, expected: match },
    }));
    const replace = { projectId, replacement: '月下', places };
    const { undoId } = await test.call('manuscript:replace', replace);
    expect(await told()).toEqual([[null, '蟹', '报数', '锣']]);
    await test.call('manuscript:undo', { projectId, undoId });
    expect(await told()).toEqual([[null, '蟹', '报数', '锣']]);
  });

  it('stay with a scene whose beginning is written anew, and with one that is all new between the same neighbours', async () => {
    await sayAll();
    await edit((text) => text.replace(clock, '这一段从头写过，一个字也不剩。'));
    expect(await told()).toEqual([['蟹', '报数', '锣']]);
    // The new beginning is what it is known by: now the end may go.
    await edit((text) => text.replace('陈先生站在门外。', '门外没有人，只有水声。'));
    expect(await told()).toEqual([['蟹', '报数', '锣']]);
    const all = /这一段从头写过，一个字也不剩。\n\n门外没有人，只有水声。/;
    await edit((text) => text.replace(all, 'Gone.\n\nAll of it.'));
    expect(await told()).toEqual([['蟹', '报数', '锣']]);
    expect(await lost()).toEqual([]);
  });

  it('are without a place, not lost and not another’s, where their scene is gone, and can be put with one', async () => {
    await sayAll();
    const middle = `${clock}\n\n陈先生站在门外。\n\n***\n\n`;
    await edit((text) => text.replace(middle, ''));
    expect([await told(), await lost()]).toEqual([[['蟹', '锣']], ['报数']]);
    await edit((text) => text.replace(gong, `${middle}${gong}`));
    expect([await told(), await lost()]).toEqual([[['蟹', '报数', '锣']], []]);
    // Two scenes become one: it is the first one's.
    await edit((text) => text.replace(`\n\n***\n\n${clock}`, `\n\n${clock}`));
    expect([await told(), await lost()]).toEqual([[['蟹', '锣']], ['报数']]);
    await edit((text) => text.replace(`\n\n${clock}`, `\n\n***\n\n${clock}`));
    expect([await told(), await lost()]).toEqual([[['蟹', '报数', '锣']], []]);

    await edit((text) => text.replace(middle, '全新的一场。\n\n***\n\n后来的又一场。\n\n***\n\n'));
    const [chapter] = await chapters();
    const sceneId = chapter?.withoutPlace[0]?.sceneId ?? '';
    expect(chapter?.scenes.map(({ facts }) => facts?.synopsis)).toEqual([
      ...['蟹', undefined, undefined, '锣'],
    ]);
    const taken = { projectId, sceneId, at: await sceneAt(0) };
    expect(await test.fail('manuscript:scenes:update', taken)).toBe('SCENE_TAKEN');
    const put = { projectId, sceneId, at: await sceneAt(2) };
    const { placesBefore } = await test.call('manuscript:scenes:update', put);
    expect([await told(), await lost()]).toEqual([[['蟹', null, '报数', '锣']], []]);

    // Taken back, it has the place it had: without one now, with its own scene when that comes back.
    const back = { projectId, sceneId, places: placesBefore };
    expect(await test.fail('manuscript:scenes:update', { ...back, at: put.at })).toBe(
      'INVALID_INPUT',
    );
    for (let times = 0; times < 2; times += 1) {
      await test.call('manuscript:scenes:update', back);
      expect([await told(), await lost()]).toEqual([[['蟹', null, null, '锣']], ['报数']]);
    }
    await edit((text) => text.replace(gong, `${middle}${gong}`));
    expect([await told(), await lost()]).toEqual([[['蟹', null, null, '报数', '锣']], []]);
  });

  it('go with their text through a split, a merge and both undone', async () => {
    await sayAll();
    const documentId = ids[0] ?? '';
    const { text, version } = await test.call('documents:read', { projectId, documentId });
    const split = await test.call('documents:split', {
      ...{ projectId, documentId, expectedVersion: version },
      ...{ at: text.indexOf(clock), title: '子初二刻' },
    });
    expect(await told()).toEqual([['蟹'], ['报数', '锣']]);
    await test.call('documents:undo', { projectId, undoId: split.undoId });
    expect(await told()).toEqual([['蟹', '报数', '锣']]);
    const merged = await test.call('documents:merge', {
      ...{ projectId, documentIds: ids },
    });
    expect((await told())[0]?.slice(0, 3)).toEqual(['蟹', '报数', expect.anything()]);
    await test.call('documents:undo', { projectId, undoId: merged.undoId });
    expect([await told(), await lost()]).toEqual([[['蟹', '报数', '锣']], []]);
  });

  it('are there after the chapter was edited and renamed by another program while the book was closed', async () => {
    await sayAll();
    await test.call('projects:close', { projectId });
    writeFileSync(
      join(path, '01.md'),
      whole.replace('# 秋分大潮\n\n', '# 秋分大潮\n\n雨。\n\n***\n\n'),
    );
    await test.call('projects:open', { path });
    expect(await told()).toEqual([[null, '蟹', '报数', '锣']]);
    const files = readdirSync(join(path, '.fabula', 'scenes')).filter((name) =>
      name.endsWith('.yaml'),
    );
    expect(files).toHaveLength(3);
    const record = readFileSync(join(path, '.fabula', 'scenes', files[0] ?? ''), 'utf8');
    expect(record).toMatch(/^fabula: scene\n/);
  });
});
