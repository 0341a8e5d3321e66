import { cp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { jpegOf } from '#tests/helpers/jpeg.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let book: SharedBook;
beforeAll(async () => {
  machines = await createTwoMachines();
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({
    '01.md': '# 1\n\n船靠了岸。\n',
    '02.md': '# 2\n\n没有人下来。\n',
  });
});
afterEach(() => book.end());

const createAnn = (test: TestApp, projectId: string, facts: object) =>
  test.call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '林黛玉', summary: '' },
    ...facts,
  });

const entitiesOf = async (test: TestApp, projectId: string) =>
  (await test.call('knowledge:entities:list', { projectId })).items;

const outsideOf = (test: TestApp, projectId: string) =>
  test.call('projects:outside:list', { projectId });

/** Both machines make an entry of one name; one of them fences a chapter and names a point of view by it. */
const makeTwo = async () => {
  const { here, there } = machines;
  const { projectId, documents } = await book.open(here);
  await here.call('projects:sync', { projectId });
  await book.carry(here, there);
  await book.open(there);
  const mine = await createAnn(here, projectId, { aliases: ['颦儿'], summary: '父亲是林如海。' });
  const fence = { notBeforeChapter: 2 };
  const facts = { aliases: ['潇湘妃子'], summary: '住在潇湘馆。', fence };
  const theirs = await createAnn(there, projectId, facts);
  const well = await there.call('knowledge:entities:create', {
    ...{ projectId, kind: 'location', name: '古井', summary: '深。' },
    fence: { knownBy: [theirs.entityId] },
  });
  await there.call('knowledge:relations:create', {
    ...{ projectId, subjectId: well.entityId, predicate: '认得', objectId: theirs.entityId },
  });
  await there.call('documents:update', {
    ...{ projectId, documentId: documents[0]?.documentId ?? '' },
    ...{ pointOfViewEntityId: theirs.entityId, fence: { knownBy: [theirs.entityId] } },
  });
  await there.call('projects:sync', { projectId });
  await here.call('projects:sync', { projectId });
  return { projectId, mine, theirs, well };
};

/** Both folders get what the other has; nothing is deleted by it. */
const exchange = async (): Promise<void> => {
  const { here, there } = machines;
  for (const [from, to] of [
    [here, there],
    [there, here],
  ] as const) {
    await cp(book.at(from, 'codex'), book.at(to, 'codex'), { recursive: true, force: true });
  }
  await cp(book.at(there, '.fabula/chapters'), book.at(here, '.fabula/chapters'), {
    recursive: true,
  });
};

it('two entries of one name that two machines made stay two, can be edited, and are offered to become one [B5]', async () => {
  const { here, there } = machines;
  const { projectId, mine } = await makeTwo();
  await exchange();
  for (const test of [here, there]) {
    await test.call('projects:sync', { projectId });
    const named = (await entitiesOf(test, projectId)).filter(({ name }) => name === '林黛玉');
    expect(named).toHaveLength(2);
    const offered = (await outsideOf(test, projectId)).items;
    expect(offered.filter(({ change }) => change === 'sameName')).toMatchObject([
      { kind: 'codex', title: '林黛玉', needsChoice: true },
    ]);
  }
  const one = (await entitiesOf(here, projectId)).find(
    ({ entityId }) => entityId === mine.entityId,
  );
  await here.call('knowledge:entities:update', {
    ...{ projectId, entityId: mine.entityId, expectedVersion: one?.version ?? 0 },
    summary: '父亲是林如海，母亲早逝。',
  });
});

it('joined, they lose nothing: aliases, both descriptions, the stricter fence, and whatever named either names the one [B5]', async () => {
  const { here, there } = machines;
  const { projectId, mine, theirs, well } = await makeTwo();
  await exchange();
  await here.call('projects:sync', { projectId });
  const { items } = await outsideOf(here, projectId);
  const changeId = items.find(({ change }) => change === 'sameName')?.changeId ?? 0;
  await here.call('projects:outside:settle', { projectId, changeId, choice: 'take' });
  await here.call('projects:sync', { projectId });
  const [kept] = [mine.entityId, theirs.entityId].toSorted();
  const expectJoined = async (test: TestApp): Promise<void> => {
    const entities = await entitiesOf(test, projectId);
    expect(entities.filter(({ name }) => name === '林黛玉')).toMatchObject([{ entityId: kept }]);
    const joined = entities.find(({ entityId }) => entityId === kept);
    expect(joined?.aliases.toSorted()).toEqual(['潇湘妃子', '颦儿']);
    expect(joined?.summary).toContain('父亲是林如海。');
    expect(joined?.summary).toContain('住在潇湘馆。');
    expect(joined?.fence).toEqual({ notBeforeChapter: 2 });
    const seen = entities.find(({ entityId }) => entityId === well.entityId);
    expect(seen?.fence).toEqual({ knownBy: [kept] });
    const relations = (await test.call('knowledge:relations:list', { projectId })).items;
    expect(relations).toMatchObject([{ subjectId: well.entityId, objectId: kept }]);
    const [chapter] = (await test.call('documents:list', { projectId })).documents;
    expect(chapter).toMatchObject({ pointOfViewEntityId: kept, fence: { knownBy: [kept] } });
    expect((await outsideOf(test, projectId)).items.map(({ change }) => change)).not.toContain(
      'sameName',
    );
  };
  await expectJoined(here);
  await book.carry(here, there);
  await there.call('projects:sync', { projectId });
  await expectJoined(there);
});

it.each([
  { has: 'the one that goes', ofKept: null },
  { has: 'both', ofKept: jpegOf({ width: 300, height: 300 }) },
])('joined, they lose no portrait where $has had one [W6 B5]', async ({ ofKept }) => {
  const { here } = machines;
  const { projectId, mine, theirs } = await makeTwo();
  await exchange();
  await here.call('projects:sync', { projectId });
  const [kept = '', gone = ''] = [mine.entityId, theirs.entityId].toSorted();
  const ofGone = jpegOf({ width: 512, height: 512 });
  const set = (entityId: string, picture: Buffer) =>
    here.call('knowledge:portraits:set', {
      ...{ projectId, entityId, image: picture.toString('base64') },
    });
  await set(gone, ofGone);
  if (ofKept) await set(kept, ofKept);
  const { items } = await outsideOf(here, projectId);
  const changeId = items.find(({ change }) => change === 'sameName')?.changeId ?? 0;
  await here.call('projects:outside:settle', { projectId, changeId, choice: 'take' });
  const { image } = await here.call('knowledge:portraits:read', { projectId, entityId: kept });
  expect(image).toBe((ofKept ?? ofGone).toString('base64'));
  expect(await readdir(book.at(here, '.fabula/portraits'))).toEqual([`${kept}.jpg`]);
  if (ofKept) expect(await readFile(book.at(here, `.fabula/trash/${gone}.jpg`))).toEqual(ofGone);
});

it('left two, they stay two and are not offered again; and once one is renamed nothing is offered [B5]', async () => {
  const { here, there } = machines;
  const { projectId, mine } = await makeTwo();
  await exchange();
  for (const test of [here, there]) await test.call('projects:sync', { projectId });
  const { items, total } = await outsideOf(here, projectId);
  const changeId = items.find(({ change }) => change === 'sameName')?.changeId ?? 0;
  const kept = { projectId, changeId, choice: 'keep' } as const;
  expect((await here.call('projects:outside:settle', kept)).total).toBe(total - 1);
  await here.call('projects:sync', { projectId });
  expect((await outsideOf(here, projectId)).items.map(({ change }) => change)).not.toContain(
    'sameName',
  );
  const renamed = { projectId, entityId: mine.entityId, name: '林妹妹' };
  const entities = await entitiesOf(there, projectId);
  const version = entities.find(({ entityId }) => entityId === mine.entityId)?.version ?? 0;
  await there.call('knowledge:entities:update', { ...renamed, expectedVersion: version });
  expect((await outsideOf(there, projectId)).items.map(({ change }) => change)).not.toContain(
    'sameName',
  );
});

const rewrite = async (test: TestApp, projectId: string, entityId: string, change: object) => {
  const known = (await entitiesOf(test, projectId)).find((one) => one.entityId === entityId);
  const expectedVersion = known?.version ?? 0;
  await test.call('knowledge:entities:update', { projectId, entityId, expectedVersion, ...change });
  await test.call('projects:sync', { projectId });
};

/** One entry on both machines, open on both. */
const makeOne = async () => {
  const { here, there } = machines;
  const { projectId } = await book.open(here);
  const { entityId } = await createAnn(here, projectId, { summary: '父亲是林如海。' });
  await here.call('projects:sync', { projectId });
  await book.carry(here, there);
  await book.open(there);
  return { projectId, entityId };
};

it('a record that changed twice is told once, and is as it came when it was only seen [B4]', async () => {
  const { here, there } = machines;
  const { projectId, entityId } = await makeOne();
  for (const summary of ['葬花。', '焚稿。']) {
    await rewrite(there, projectId, entityId, { summary });
    await book.carry(there, here);
    await here.call('projects:sync', { projectId });
  }
  const { items, total } = await outsideOf(here, projectId);
  const fields = [{ field: 'summary', before: '父亲是林如海。', after: '焚稿。' }];
  expect({ items, total }).toMatchObject({
    total: 1,
    items: [{ recordId: entityId, needsChoice: false, fields }],
  });
  const before = await entitiesOf(here, projectId);
  const changeIds = items.map(({ changeId }) => changeId);
  const left = await here.call('projects:outside:seen', { projectId, changeIds });
  expect(left).toEqual({ items: [], total: 0 });
  expect(await entitiesOf(here, projectId)).toEqual(before);
});

/** The entry's file here. */
const fileHere = async (): Promise<string> => {
  const folder = book.at(machines.here, 'codex');
  const [name] = (await readdir(folder)).filter((one) => one.endsWith('.md'));
  return join(folder, name ?? '');
};

it('a file that is taken away and put back at once, as some programs replace one, was never deleted [B4 B5]', async () => {
  const { here } = machines;
  const { projectId, entityId } = await makeOne();
  const well = { projectId, kind: 'location', name: '古井', summary: '深。' } as const;
  const { entityId: wellId } = await here.call('knowledge:entities:create', well);
  await here.call('knowledge:relations:create', {
    ...{ projectId, subjectId: wellId, predicate: '属于', objectId: entityId },
  });
  await here.call('projects:sync', { projectId });
  const folder = book.at(here, 'codex');
  const names = await readdir(folder);
  const texts = new Map(
    await Promise.all(
      names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
    ),
  );
  for (const name of texts.keys()) await rm(join(folder, name));
  // Whatever reads a chapter looks at the folder first.
  const { documents } = await here.call('documents:list', { projectId });
  await here.call('documents:read', { projectId, documentId: documents[0]?.documentId ?? '' });
  expect(await entitiesOf(here, projectId)).toHaveLength(2);
  for (const [name, text] of texts) await writeFile(join(folder, name), text);
  await here.call('projects:sync', { projectId });
  expect(await outsideOf(here, projectId)).toEqual({ items: [], total: 0 });
  expect((await here.call('knowledge:relations:list', { projectId })).items).toHaveLength(1);
});

it('a file that stays away is a deletion, without anybody asking [B4 B5]', async () => {
  const { here } = machines;
  const { projectId } = await makeOne();
  await rm(await fileHere());
  await expect
    .poll(async () => (await outsideOf(here, projectId)).items.map(({ change }) => change))
    .toEqual(['deleted']);
  expect(await entitiesOf(here, projectId)).toEqual([]);
});

it('a deleted record that comes back before anybody looked is told by how it differs, or not at all [B4]', async () => {
  const { here } = machines;
  const { projectId, entityId } = await makeOne();
  const path = await fileHere();
  const text = await readFile(path, 'utf8');
  const replace = async (next: string): Promise<void> => {
    await rm(path);
    await here.call('projects:sync', { projectId });
    expect((await outsideOf(here, projectId)).items.at(0)?.change).toBe('deleted');
    await writeFile(path, next);
    await here.call('projects:sync', { projectId });
  };
  await replace(text);
  expect(await outsideOf(here, projectId)).toEqual({ items: [], total: 0 });
  await replace(text.replace('父亲是林如海。', '焚稿。'));
  const fields = [{ field: 'summary', before: '父亲是林如海。', after: '焚稿。' }];
  expect(await outsideOf(here, projectId)).toMatchObject({
    total: 1,
    items: [{ recordId: entityId, change: 'changed', fields }],
  });
});

it('a record deleted here that somebody puts back in its folder, edited, is told [B4 B5]', async () => {
  const { here } = machines;
  const { projectId, entityId } = await makeOne();
  const path = await fileHere();
  const text = await readFile(path, 'utf8');
  await here.call('knowledge:entities:delete', { projectId, entityId });
  await here.call('projects:sync', { projectId });
  expect(await entitiesOf(here, projectId)).toEqual([]);
  await writeFile(path, text.replace('父亲是林如海。', '焚稿。'));
  await here.call('projects:sync', { projectId });
  expect(await entitiesOf(here, projectId)).toMatchObject([{ entityId, summary: '焚稿。' }]);
  expect(await outsideOf(here, projectId)).toMatchObject({
    total: 1,
    items: [{ recordId: entityId, change: 'restored' }],
  });
});

it.each([
  { choice: 'take', summary: '这里写的。', name: '颦颦' },
  { choice: 'keep', summary: '父亲是林如海。\n\n这里写的。', name: '颦颦' },
  { choice: 'both', summary: '父亲是林如海。\n\n这里写的。', name: '颦颦' },
] as const)(
  'what was written in a record since it came stays, whatever is chosen then ($choice) [B4]',
  async ({ choice, summary, name }) => {
    const { here, there } = machines;
    const { projectId, entityId } = await makeOne();
    await rewrite(there, projectId, entityId, { name: '潇湘', summary: '那边写的。' });
    await book.carry(there, here);
    await here.call('projects:sync', { projectId });
    await rewrite(here, projectId, entityId, { name: '颦颦', summary: '这里写的。' });
    const { items } = await outsideOf(here, projectId);
    const [changeId = 0] = items.map((item) => item.changeId);
    await here.call('projects:outside:settle', { projectId, changeId, choice });
    expect(await entitiesOf(here, projectId)).toMatchObject([{ entityId, name, summary }]);
  },
);

it('a value that both sides changed waits for a choice when all was seen [B4]', async () => {
  const { here, there } = machines;
  const { projectId, entityId } = await makeOne();
  await rewrite(there, projectId, entityId, { name: '潇湘' });
  await rewrite(here, projectId, entityId, { name: '林妹妹' });
  await here.call('projects:close', { projectId });
  await book.carry(there, here);
  await book.open(here);
  await here.call('projects:sync', { projectId });
  const { items } = await outsideOf(here, projectId);
  expect(items.map(({ needsChoice }) => needsChoice)).toEqual([true]);
  const changeIds = items.map(({ changeId }) => changeId);
  const left = await here.call('projects:outside:seen', { projectId, changeIds });
  expect(left).toEqual({ items, total: 1 });
});

it('files of records that a kill left unwritten go with a look hours later, and nothing that is being written or the writer’s does [B1 F17 B2]', async () => {
  const { here } = machines;
  const { projectId, path } = await book.open(here);
  await createAnn(here, projectId, {});
  await here.call('projects:sync', { projectId });
  const folder = join(path, 'codex');
  const before = await readdir(folder);
  const leftover = join(folder, '.V1StGXR8_Z5jdHi6B-myT.fabula-tmp');
  await writeFile(leftover, 'id: 1\nname: 林');
  const twoHoursAgo = Date.now() / 1000 - 7200;
  await utimes(leftover, twoHoursAgo, twoHoursAgo);
  // Somebody is writing it: a pull has its files here, too, before they have their names.
  const young = '.A1StGXR8_Z5jdHi6B-myT.fabula-tmp';
  await writeFile(join(folder, young), 'id: 2\nname: 沈');
  await writeFile(join(folder, '.mine.tmp'), 'of another program');
  await here.call('projects:sync', { projectId });
  expect((await readdir(folder)).toSorted()).toEqual(['.mine.tmp', young, ...before].toSorted());
});
