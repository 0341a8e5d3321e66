import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let book: SharedBook;
let here: TestApp;
let there: TestApp;

const folder = '.fabula/dismissed';
const filesAt = (test: TestApp): string[] => {
  try {
    return readdirSync(book.at(test, folder)).filter((name) => name.endsWith('.yaml'));
  } catch {
    return [];
  }
};
const sync = async (test: TestApp) => {
  const { projectId } = await book.open(test);
  await test.call('projects:sync', { projectId });
  return projectId;
};
const check = async (test: TestApp) =>
  test.call('contradictions:check', { projectId: await sync(test) });
const statesAt = async (test: TestApp) => {
  const { items } = await test.call('contradictions:list', { projectId: await sync(test) });
  return Object.fromEntries(items.map(({ kind, state }) => [kind, state]));
};
const dismiss = async (test: TestApp, kind: string) => {
  const projectId = await sync(test);
  const { items } = await test.call('contradictions:list', { projectId });
  const findingIds = items.flatMap((one) => (one.kind === kind ? [one.findingId] : []));
  await test.call('contradictions:dismiss', { projectId, findingIds });
  await sync(test);
  return { projectId, findingIds };
};

beforeAll(async () => {
  machines = await createTwoMachines();
  ({ here, there } = machines);
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({
    '01.md': '# 第一章\n\n天黑了。裴照生着一双碧绿的眼睛，行伍里人人都认得。\n',
    '02.md': '# 第二章\n\n灯下看去，裴照的眼睛是褐色的。林晚推开门。\n',
    '03.md': '# 第三章\n\n林晚的右腿瘸了，走得很慢。\n',
  });
  const { projectId } = await book.open(here);
  const person = { projectId, kind: 'character', summary: '' } as const;
  await here.call('knowledge:entities:create', { ...person, name: '裴照' });
  const summary = '左腿瘸了。';
  await here.call('knowledge:entities:create', { ...person, name: '林晚', summary });
  await here.call('projects:sync', { projectId });
  await book.carry(here, there);
});
afterEach(() => book.end());

describe('dismissed contradictions travel with the book [N15 B1 B4]', () => {
  it('are the sum of what two machines dismissed at once, and stay so where they were never found', async () => {
    await check(here);
    expect(filesAt(here)).toEqual([]);
    expect(await statesAt(here)).toEqual({ eyes: 'open', side: 'open' });
    await dismiss(here, 'eyes');
    // The other one has dismissed both, the same finding among them.
    await check(there);
    await dismiss(there, 'side');
    await dismiss(there, 'eyes');
    await book.carry(here, there);
    expect(await statesAt(there)).toEqual({ eyes: 'dismissed', side: 'dismissed' });
    await book.carry(there, here);
    expect(await statesAt(here)).toEqual({ eyes: 'dismissed', side: 'dismissed' });
    expect(filesAt(here)).toHaveLength(2);
    for (const test of [here, there]) {
      expect((await check(test)).found).toBe(0);
      const { items } = await test.call('projects:outside:list', { projectId: await sync(test) });
      expect(items).toEqual([]);
    }
    // What one brings back is a finding again for both.
    const { projectId } = await book.open(there);
    const { items } = await there.call('contradictions:list', { projectId });
    const findingIds = items.flatMap(({ kind, findingId }) => (kind === 'eyes' ? [findingId] : []));
    await there.call('contradictions:restore', { projectId, findingIds });
    await sync(there);
    for (const name of filesAt(here)) {
      if (!filesAt(there).includes(name)) rmSync(join(book.at(here, folder), name));
    }
    expect(await statesAt(here)).toEqual({ eyes: 'open', side: 'dismissed' });
    expect((await check(here)).found).toBe(1);
  });

  it('hold for whoever opens the folder with a data folder of its own, also where the sentence was rewritten since', async () => {
    await check(here);
    const { projectId } = await dismiss(here, 'eyes');
    const [, second] = (await here.call('documents:list', { projectId })).documents;
    const chapter = { projectId, documentId: second?.documentId ?? '' };
    const { text, version } = await here.call('documents:read', chapter);
    const now = text.replace('灯下看去，', '灯下细细看去，').replace('是褐色的', '是深褐色的');
    await here.call('documents:save', { ...chapter, text: now, expectedVersion: version });
    await check(here);
    await sync(here);
    await book.carry(here, there);
    expect(await statesAt(there)).toEqual({ eyes: 'dismissed' });
    expect((await check(there)).found).toBe(1);
    expect(await statesAt(there)).toEqual({ eyes: 'dismissed', side: 'open' });
  });

  it('lose nothing to a file somebody damaged, and take in no place they do not know', async () => {
    await check(here);
    await dismiss(here, 'eyes');
    const [name = ''] = filesAt(here);
    const file = join(book.at(here, folder), name);
    const sound = readFileSync(file, 'utf8');
    writeFileSync(file, 'fabula: dismissed\nid: [');
    expect(await statesAt(here)).toEqual({ eyes: 'dismissed', side: 'open' });
    const foreign = sound.replaceAll(/documentId: .*/g, 'documentId: nobody-knows-this');
    writeFileSync(join(book.at(here, folder), 'other.yaml'), foreign.replace(/^id: .*/m, 'id: x1'));
    writeFileSync(file, sound);
    expect(await statesAt(here)).toEqual({ eyes: 'dismissed', side: 'open' });
    expect((await check(here)).found).toBe(1);
  });
});
