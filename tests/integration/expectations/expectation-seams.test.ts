import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '#tests/helpers/app.ts';
import {
  type ExpectationWorld,
  oath,
  openExpectationWorld,
} from '#tests/helpers/expectation-world.ts';

/** Nobody looks unless asked. */
const never = { soon: 600_000, later: 600_000, rest: 0 };

let world: ExpectationWorld;
beforeAll(async () => {
  world = await openExpectationWorld({ expectationTiming: never });
});
afterAll(() => world.test.close());

const read = (documentId: string) =>
  world.test.call('documents:read', { projectId: world.projectId, documentId });

const passageOf = async (documentId: string, words: string) => {
  const { text } = await read(documentId);
  const start = text.indexOf(words);
  expect(start).toBeGreaterThan(-1);
  return { documentId, start, end: start + words.length };
};

const listed = async (expectationId: string) => {
  const { items } = await world.test.call('expectations:list', { projectId: world.projectId });
  return items.find((item) => item.expectationId === expectationId);
};

describe('expectations where something else happens to the book [N11]', () => {
  it('go with a passage and a place through edits, a split, a merge and both undone [W1]', async () => {
    const { test, projectId, ids } = world;
    const [, hall = '', , last = ''] = ids;
    const { text } = await read(last);
    const cursorPosition = text.indexOf('铜钥匙是不是');
    const { expectationId } = await world.expect({
      at: { documentId: last, cursorPosition },
      expect: 'in',
      item: await passageOf(hall, oath),
    });
    expect((await world.look(expectationId)).passed).toBe(true);
    // Before both, and at the very cursor: what is typed there stands before it.
    await world.edit(hall, (old) => `${old.slice(0, 6)}那天夜里下了雨。\n\n${old.slice(6)}`);
    await world.edit(
      last,
      (old) => `${old.slice(0, cursorPosition)}还有，${old.slice(cursorPosition)}`,
    );
    expect(await world.look(expectationId)).toMatchObject({
      passed: true,
      why: { cursorPosition: cursorPosition + 3 },
    });
    expect((await listed(expectationId))?.item).toEqual(await passageOf(hall, oath));

    const whole = await read(hall);
    const at = whole.text.indexOf(oath);
    const split = await test.call('documents:split', {
      ...{ projectId, documentId: hall, at, expectedVersion: whole.version },
    });
    const second = split.documents[2]?.documentId ?? '';
    expect((await listed(expectationId))?.item).toMatchObject({ documentId: second, start: 0 });
    expect((await world.look(expectationId)).passed).toBe(true);
    const merged = await test.call('documents:merge', { projectId, documentIds: [hall, second] });
    expect((await listed(expectationId))?.item).toMatchObject({ documentId: hall });
    expect((await world.look(expectationId)).passed).toBe(true);
    await test.call('documents:undo', { projectId, undoId: merged.undoId });
    expect((await listed(expectationId))?.item).toMatchObject({ documentId: second });
    await test.call('documents:undo', { projectId, undoId: split.undoId });
    expect((await listed(expectationId))?.item).toEqual(await passageOf(hall, oath));
    expect((await world.look(expectationId)).passed).toBe(true);
    await test.call('expectations:delete', { projectId, expectationId });
  });

  it('are expected at the end of the text of their chapter, or over its run of chapters, through a merge and its undo [W1]', async () => {
    const { test, projectId, ids } = world;
    const [first = '', hall = '', third = '', last = ''] = ids;
    const item = { text: '不在书里的一句' };
    const atEnd = await world.expect({ at: { documentId: third }, expect: 'out', item });
    const overRun = await world.expect({
      at: { every: true, from: { documentId: third }, before: { documentId: last } },
      ...{ expect: 'out', item },
    });
    const places = async () => [
      (await listed(atEnd.expectationId))?.at,
      (await listed(overRun.expectationId))?.at,
    ];
    const before = await places();
    expect(before).toEqual([atEnd.at, overRun.at]);
    const merged = await test.call('documents:merge', { projectId, documentIds: [hall, third] });
    expect(await places()).toEqual([
      { documentId: hall },
      { every: true, from: { documentId: hall }, before: { documentId: last } },
    ]);
    expect((await world.look(atEnd.expectationId)).why.outcome).not.toBe('chapterGone');
    expect((await world.look(overRun.expectationId)).why).toMatchObject({ places: 1 });
    await test.call('documents:undo', { projectId, undoId: merged.undoId });
    expect(await places()).toEqual(before);
    // An undone split takes away the chapter that it made.
    const whole = await read(first);
    const split = await test.call('documents:split', {
      ...{ projectId, documentId: first, at: 40, expectedVersion: whole.version },
    });
    const second = split.documents[1]?.documentId ?? '';
    const atSecond = await world.expect({ at: { documentId: second }, expect: 'out', item });
    await test.call('documents:undo', { projectId, undoId: split.undoId });
    expect((await listed(atSecond.expectationId))?.at).toEqual({ documentId: first });
    for (const { expectationId } of [atEnd, overRun, atSecond]) {
      await test.call('expectations:delete', { projectId, expectationId });
    }
  });

  it('stay with the larger part of a passage that a split cuts in two, and are whole again with its undo [W1]', async () => {
    const { test, projectId, ids } = world;
    const [, hall = '', , last = ''] = ids;
    const passage = await passageOf(hall, oath);
    const { expectationId } = await world.expect({
      ...{ at: { documentId: last }, expect: 'in', item: passage },
    });
    const whole = await read(hall);
    // As it is stored it stands elsewhere: an edit above it, and nobody looked since.
    const added = '那天夜里下了雨。\n\n';
    await world.edit(hall, (old) => `${old.slice(0, 6)}${added}${old.slice(6)}`);
    for (const kept of [2, oath.length - 2]) {
      const before = await read(hall);
      const at = before.text.indexOf(oath) + kept;
      const split = await test.call('documents:split', {
        ...{ projectId, documentId: hall, at, expectedVersion: before.version },
      });
      const second = split.documents[2]?.documentId ?? '';
      const isFirst = kept > oath.length / 2;
      const quote = isFirst ? oath.slice(0, kept) : oath.slice(kept);
      const item = await passageOf(isFirst ? hall : second, quote);
      expect(await listed(expectationId)).toMatchObject({ item, quote });
      expect((await world.look(expectationId)).why.outcome).not.toBe('passageGone');
      await test.call('documents:undo', { projectId, undoId: split.undoId });
      expect(await listed(expectationId)).toMatchObject({
        item: await passageOf(hall, oath),
        quote: oath,
      });
      expect((await world.look(expectationId)).passed).toBe(true);
    }
    await world.edit(hall, () => whole.text);
    await test.call('expectations:delete', { projectId, expectationId });
  });

  it('cannot be judged, and are never green, while what they speak of is gone; and are again when it is back', async () => {
    const { test, projectId, ids } = world;
    const [, hall = '', city = '', last = ''] = ids;
    const scope = { projectId };
    const { constraintId } = await test.call('constraints:create', {
      ...{ projectId, type: 'plot', text: '无人下井。' },
    });
    const other = await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '桂婶', summary: '开茶馆。' },
    });
    const out = (item: Parameters<typeof world.expect>[0]['item'], documentId = last) =>
      world.expect({ at: { documentId }, expect: 'out', item });
    const byPassage = await out(await passageOf(hall, oath));
    const byConstraint = await out({ constraintId });
    const byEntity = await out({ entityId: other.entityId });
    const byChapter = await out({ text: '鲸鱼' }, city);
    const bySkill = await world.expect({
      ...{ at: { documentId: last }, expect: 'out', item: { text: '鲸鱼' }, skillId: 'no-such' },
    });
    const before = await read(hall);
    await world.edit(hall, (text) => text.replace('三个人在祠堂里跪下', '他们'));
    await test.call('constraints:delete', { ...scope, constraintId });
    await test.call('knowledge:entities:delete', { ...scope, entityId: other.entityId });
    await test.call('documents:delete', { ...scope, documentId: city });
    const gone = await world.run();
    const outcomes = [byPassage, byConstraint, byEntity, byChapter, bySkill].map(
      ({ expectationId }) => gone.items.find((item) => item.expectationId === expectationId),
    );
    expect(outcomes.map((item) => item?.why.outcome)).toEqual([
      ...['passageGone', 'constraintGone', 'entityGone', 'chapterGone', 'skillGone'],
    ]);
    expect(gone).toMatchObject({ passed: 0, failed: 5, unjudged: 5 });

    await world.edit(hall, () => before.text);
    await test.call('constraints:restore', { ...scope, constraintId });
    await test.call('knowledge:entities:restore', { ...scope, entityId: other.entityId });
    await test.call('documents:restore', { ...scope, documentId: city });
    const back = await world.run();
    expect(back.items.map(({ state }) => state)).toEqual([
      ...['broken', 'broken', 'broken', 'held', 'unjudged'],
    ]);
    for (const { expectationId } of [byPassage, byConstraint, byEntity, byChapter, bySkill]) {
      await test.call('expectations:delete', { projectId, expectationId });
    }
  });

  it('say that a fence or a place behind the cursor is why nothing was considered [N3]', async () => {
    const { test, projectId, ids } = world;
    const [first = '', hall = '', third = ''] = ids;
    const ask = async (at: string, item: Parameters<typeof world.expect>[0]['item']) => {
      const { expectationId } = await world.expect({
        at: { documentId: at },
        expect: 'in',
        item,
      });
      const { why } = await world.look(expectationId);
      await test.call('expectations:delete', { projectId, expectationId });
      return why;
    };
    const passage = await passageOf(hall, oath);
    expect(await ask(first, passage)).toMatchObject({
      ...{ outcome: 'notSent', reason: 'laterChapter', chapter: 2 },
    });
    await test.call('documents:update', {
      ...{ projectId, documentId: hall, fence: { neverSend: true } },
    });
    expect(await ask(third, passage)).toMatchObject({ outcome: 'notSent', reason: 'neverSend' });
    await test.call('documents:update', { projectId, documentId: hall, fence: null });
    const { entityId } = await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'item', name: '玉簪', summary: '没有人提起它。' },
    });
    await test.call('knowledge:entities:update', {
      ...{ projectId, entityId, expectedVersion: 1, fence: { neverSend: true } },
    });
    expect(await ask(third, { entityId })).toMatchObject({
      ...{ outcome: 'notSent', reason: 'neverSend' },
    });
    await test.call('knowledge:entities:delete', { projectId, entityId });
  });

  it('say since when: a fence that was put up or taken down, a chapter that moved, not what the search found [N3]', async () => {
    const { test, projectId, ids } = world;
    const [, hall = '', , last = ''] = ids;
    const passage = await passageOf(hall, oath);
    const at = { documentId: last };
    const mustBeIn = [
      await world.expect({ at, expect: 'in', item: passage }),
      await world.expect({ at, expect: 'in', item: { text: oath } }),
    ];
    const expectState = async (made: typeof mustBeIn, passed: boolean, cause?: string) => {
      const { items } = await world.run(made.map(({ expectationId }) => expectationId));
      expect(items.map((item) => item.passed)).toEqual(made.map(() => passed));
      expect(items.map(({ since }) => since?.cause)).toEqual(made.map(() => cause));
      return items;
    };
    await expectState(mustBeIn, true);
    const fenceHall = (fence: { neverSend: true } | null) =>
      test.call('documents:update', { projectId, documentId: hall, fence });
    await fenceHall({ neverSend: true });
    await expectState(mustBeIn, false, 'fence');
    const mustStayOut = [
      await world.expect({ at, expect: 'out', item: passage }),
      await world.expect({ at, expect: 'out', item: { text: oath } }),
    ];
    await expectState(mustStayOut, true);
    await fenceHall(null);
    await expectState(mustStayOut, false, 'fence');
    await expectState(mustBeIn, true);
    // What it names is fenced: the passage itself has no fence, and waits for no chapter.
    const { entityId } = await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'item', name: '铜钥匙', summary: '', fence: { neverSend: true } },
    });
    const [named] = await expectState(mustBeIn, false, 'fence');
    expect(named?.why).toMatchObject({ outcome: 'notSent', reason: 'fencedByName' });
    expect(named?.why.chapter).toBeUndefined();
    await test.call('knowledge:entities:delete', { projectId, entityId });
    await expectState(mustBeIn, true);
    const move = (toIndex: number) =>
      test.call('documents:move', { projectId, documentId: hall, toIndex });
    await move(3);
    const [moved] = await expectState(mustBeIn, false, 'edit');
    expect(moved?.why).toMatchObject({ outcome: 'notSent', reason: 'laterChapter' });
    await move(1);
    await expectState(mustBeIn, true);
    for (const { expectationId } of [...mustBeIn, ...mustStayOut]) {
      await test.call('expectations:delete', { projectId, expectationId });
    }
  });

  it('know what a fence takes out of a chapter that goes whole [E2 N3]', async () => {
    const { test, projectId, ids } = world;
    const [, hall = '', , last = ''] = ids;
    const { entityId } = await test.call('knowledge:entities:create', {
      ...{ projectId, kind: 'item', name: '铜钥匙', summary: '', fence: { neverSend: true } },
    });
    const { version } = await test.call('context:budget:update', {
      ...{ projectId, expectedVersion: 0, wholeBook: true },
    });
    const fenced = await passageOf(hall, oath);
    const open = await passageOf(hall, '祠堂的第3天，潮水照旧涨到第三级石阶');
    const at = { documentId: last };
    const made = [
      await world.expect({ at, expect: 'in', item: fenced }),
      await world.expect({ at, expect: 'out', item: fenced }),
      await world.expect({ at, expect: 'in', item: { ...fenced, start: open.start } }),
      await world.expect({ at, expect: 'in', item: open }),
    ];
    const { items } = await world.run();
    expect(items.map(({ state, why }) => [state, why.outcome])).toEqual([
      ['broken', 'notSent'],
      ['held', 'notSent'],
      ['broken', 'partlySent'],
      ['held', 'sent'],
    ]);
    for (const { expectationId } of made) {
      await test.call('expectations:delete', { projectId, expectationId });
    }
    await test.call('knowledge:entities:delete', { projectId, entityId });
    await test.call('context:budget:update', {
      ...{ projectId, expectedVersion: version, wholeBook: false },
    });
  });

  it('stay at the place the writer gives them while they are looked at', async () => {
    const { test, projectId, ids } = world;
    const [, , , last = ''] = ids;
    const { text } = await read(last);
    const cursorPosition = text.indexOf('铜钥匙是不是');
    const { expectationId } = await world.expect({
      ...{ at: { documentId: last, cursorPosition }, expect: 'out', item: { text: '鲸鱼' } },
    });
    await world.edit(last, (old) => `一。\n\n${old}`);
    const looking = world.run();
    const moved = { documentId: last, cursorPosition: 12 };
    await test.call('expectations:update', { projectId, expectationId, at: moved });
    await looking;
    expect((await listed(expectationId))?.at).toEqual(moved);
    await test.call('expectations:delete', { projectId, expectationId });
  });

  it('that are cut off in the middle of a look keep what was known, whole', async () => {
    const { test, projectId } = world;
    const { expectationId } = await world.expect({
      ...{ at: { every: true }, expect: 'out', item: { text: '鲸鱼' } },
    });
    await world.look(expectationId);
    const before = await listed(expectationId);
    expect(before?.result?.passed).toBe(true);
    await world.edit(world.ids[0] ?? '', (text) => `${text}\n岸上来了一头鲸鱼。\n`);
    const leaving = new AbortController();
    const reply = test.app.dispatch('expectations:run', { projectId }, { signal: leaving.signal });
    leaving.abort();
    expect((await reply).ok).toBe(false);
    expect(await listed(expectationId)).toEqual(before);
    const after = await world.look(expectationId);
    expect(after).toMatchObject({ passed: false, why: { documentId: world.ids[0] } });
    expect(after.since).toMatchObject({ heldUntil: before?.result?.checkedAt, cause: 'edit' });
    await test.call('expectations:delete', { projectId, expectationId });
  });

  it('travel with the folder, and are in no request', async () => {
    const { test, projectId, path, entityId, ids } = world;
    const note = '读者此时必须还不知道身世。';
    const made = await world.expect({
      ...{ at: { documentId: ids[3] ?? '', cursorPosition: 10 }, expect: 'out', note },
      item: { entityId },
    });
    const words = await world.expect({
      ...{ at: { every: true, before: { documentId: ids[2] ?? '' } }, expect: 'out' },
      item: { text: '白狐面具' },
    });
    await test.call('projects:sync', { projectId });
    const files = readdirSync(join(path, '.fabula', 'expectations'));
    expect(files.filter((name) => name.endsWith('.yaml'))).toHaveLength(2);
    const { text } = await read(ids[3] ?? '');
    const request = { projectId, documentId: ids[3] ?? '', skillId: 'continue' };
    const { prompt } = await test.call('context:assemble', {
      ...{ ...request, cursorPosition: text.length },
    });
    for (const hidden of [note, '白狐面具']) expect(prompt).not.toContain(hidden);

    const elsewhere = await createTestApp({ expectationTiming: never });
    try {
      const copy = join(elsewhere.folder, 'copy');
      cpSync(path, copy, { recursive: true });
      const opened = await elsewhere.call('projects:open', { path: copy });
      const there = await elsewhere.call('expectations:list', { projectId: opened.projectId });
      expect(there.items.map(({ expectationId }) => expectationId)).toEqual([
        ...[made.expectationId, words.expectationId],
      ]);
      const chapterOf = (index: number) => opened.documents[index]?.documentId;
      expect(there.items[0]?.at).toEqual({ documentId: chapterOf(3), cursorPosition: 10 });
      expect(there.items[1]?.at).toEqual({ every: true, before: { documentId: chapterOf(2) } });
      const ran = await elsewhere.call('expectations:run', { projectId: opened.projectId });
      expect(ran.items.map(({ passed }) => passed)).toEqual([false, true]);
      expect(ran.items[0]?.since).toMatchObject({ heldUntil: null, changes: [] });
    } finally {
      await elsewhere.close();
    }
    for (const { expectationId } of [made, words]) {
      await test.call('expectations:delete', { projectId, expectationId });
    }
    await test.call('projects:sync', { projectId });
    expect(
      readdirSync(join(path, '.fabula', 'expectations')).filter((name) => name.endsWith('.yaml')),
    ).toEqual([]);
  });
});
