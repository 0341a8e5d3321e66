import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { createTwoMachines } from '#tests/helpers/two-machines.ts';

const opening = '三个人跪在祠堂里，发誓谁也不说出井底的铜钥匙。';
const echo = '她梦见井底有一点光，祠堂的门开着。';
const byAlias = '货郎收下定井符，对着太阳看了很久。';
const onlyName = '林远在码头上喝了一碗凉茶。';
const told: Readonly<Record<number, string>> = {
  3: opening,
  2: '井底的铜钥匙还没有人提起。',
  6: echo,
  9: byAlias,
  11: onlyName,
  14: '祠堂的瓦漏了，发誓要修的人一个也没有来。',
};
/** Every chapter has its own words, so that no word of the promise is common. */
const seas = [...'风霜雨雪雷电云雾潮汐星月灯火舟桥'];
const files: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 16 }, (_, index) => {
    const chapter = index + 1;
    const sea = seas[index] ?? '';
    const filler = Array.from(
      { length: 24 },
      (__, line) => `${sea}来的第${line + 1}个早晨，林远把${sea}声记在账上，又去看${sea}后的船。`,
    ).join('\n\n');
    const name = `${String(chapter).padStart(2, '0')} ${sea}.md`;
    return [name, `# ${sea}\n\n${filler}\n\n${told[chapter] ?? '没有别的事。'}\n`];
  }),
);

type Book = { projectId: string; ids: readonly string[] };

const promiseIn = async ({ call }: TestApp, { projectId, ids }: Book): Promise<string> => {
  const documentId = ids[2] ?? '';
  const { text } = await call('documents:read', { projectId, documentId });
  const start = text.indexOf(opening);
  const place = { kind: 'opened', documentId, start, end: start + opening.length } as const;
  const made = await call('threads:create', { projectId, title: '井底的钥匙', places: [place] });
  return made.threadId;
};

let test: TestApp;
let book: Book;
let threadId = '';
beforeAll(async () => {
  test = await createTestApp();
  const path = join(test.folder, 'novel');
  mkdirSync(path);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  const { projectId, documents } = await test.call('projects:open', { path, language: 'zh-CN' });
  book = { projectId, ids: documents.map(({ documentId }) => documentId) };
  const { call } = test;
  await call('knowledge:entities:create', {
    ...{ projectId, kind: 'item', name: '铜钥匙', aliases: ['定井符'], summary: '' },
  });
  await call('knowledge:entities:create', {
    ...{ projectId, kind: 'character', name: '林远', summary: '' },
  });
  threadId = await promiseIn(test, book);
});
afterAll(() => test.close());

const proposals = async () =>
  (await test.call('threads:echoes', { projectId: book.projectId, threadId })).items;
const quotes = async () => (await proposals()).map(({ quote }) => quote);

const edit = async (chapter: number, change: (text: string) => string): Promise<void> => {
  const { projectId, ids } = book;
  const documentId = ids[chapter - 1] ?? '';
  const { text, version } = await test.call('documents:read', { projectId, documentId });
  await test.call('documents:save', {
    ...{ projectId, documentId, text: change(text), expectedVersion: version },
  });
};

describe('later places that may echo a promise [N13]', () => {
  it('are proposed by its words and by other names of what it names, behind its opening, and change nothing', async () => {
    const items = await proposals();
    expect(items.map(({ chapter, quote }) => [chapter, quote])).toEqual([
      [6, echo],
      [9, byAlias],
      [14, told[14]],
    ]);
    expect(items[0]?.shared).toEqual(expect.arrayContaining(['井底', '祠堂']));
    expect(items[1]?.shared).toEqual(['定井符']);
    const { text } = await test.call('documents:read', {
      ...{ projectId: book.projectId, documentId: items[1]?.documentId ?? '' },
    });
    expect(text.slice(items[1]?.start, items[1]?.end)).toBe(byAlias);
    const { items: listed } = await test.call('threads:list', { projectId: book.projectId });
    expect(listed).toMatchObject([{ stage: 'open', version: 1, places: [{ kind: 'opened' }] }]);
  });

  it('are places of it once the writer counts them, and proposed again once that is undone', async () => {
    const { projectId } = book;
    const found = (await proposals()).find(({ quote }) => quote === echo);
    const { documentId = '', start = 0, end = 0 } = found ?? {};
    const place = { kind: 'echoed', documentId, start, end, quote: echo } as const;
    const { placeId, isNew } = await test.call('threads:mark', { projectId, threadId, ...place });
    expect(isNew).toBe(true);
    // Counted in two windows at once it is one place, and to take it back is the step of the first.
    const again = await test.call('threads:mark', { projectId, threadId, ...place });
    expect(again).toEqual({ placeId, isNew: false });
    expect(await quotes()).not.toContain(echo);
    const { items } = await test.call('threads:list', { projectId });
    expect(items[0]).toMatchObject({ stage: 'echoed' });
    await test.call('threads:unmark', { projectId, threadId, placeId });
    expect(await quotes()).toContain(echo);
  });
});

describe('a place that the writer said is no echo [N13]', () => {
  const refuse = async (quote: string): Promise<{ placeId: string }> => {
    const found = (await proposals()).find((one) => one.quote === quote);
    if (!found) throw new Error('it is not proposed');
    const { documentId, start, end } = found;
    return test.call('threads:mark', {
      ...{ projectId: book.projectId, threadId, kind: 'refused', documentId, start, end, quote },
    });
  };

  it('is not proposed again, wherever its text goes, is no place of the thread, and comes back with the undo', async () => {
    const { projectId, ids } = book;
    const { placeId } = await refuse(byAlias);
    expect(await quotes()).toEqual([echo, told[14]]);
    const { items } = await test.call('threads:list', { projectId });
    expect(items).toMatchObject([{ stage: 'open', problems: [], places: [{ kind: 'opened' }] }]);
    await edit(9, (text) => text.replace(byAlias, `天又亮了。\n\n${byAlias}`));
    expect(await quotes()).not.toContain(byAlias);
    const { undoId } = await test.call('documents:merge', {
      ...{ projectId, documentIds: ids.slice(7, 9) },
    });
    expect(await quotes()).not.toContain(byAlias);
    await test.call('documents:undo', { projectId, undoId });
    await test.call('projects:close', { projectId });
    await test.call('projects:open', { path: join(test.folder, 'novel') });
    expect(await quotes()).not.toContain(byAlias);
    // Its text is gone: that is not said of the thread, of which it is no place.
    await edit(9, (text) => text.replace(byAlias, '没有货郎。'));
    expect((await test.call('threads:list', { projectId })).items[0]?.problems).toEqual([]);
    await edit(9, (text) => text.replace('没有货郎。', byAlias));
    await test.call('threads:unmark', { projectId, threadId, placeId });
    expect(await quotes()).toContain(byAlias);
  });

  it('is an echo all the same once the writer marks it in the text', async () => {
    const { projectId } = book;
    await refuse(byAlias);
    const documentId = book.ids[8] ?? '';
    const { text } = await test.call('documents:read', { projectId, documentId });
    const start = text.indexOf('定井符');
    const place = { kind: 'echoed', documentId, start, end: start + 3 } as const;
    const { placeId } = await test.call('threads:mark', { projectId, threadId, ...place });
    await test.call('threads:unmark', { projectId, threadId, placeId });
    expect(await quotes()).toContain(byAlias);
  });

  it('is none on the other machine too, where both said so it is said once [B4]', async () => {
    const machines = await createTwoMachines();
    const { here, there } = machines;
    const shared = await machines.newBook(files);
    const sides = [];
    const opened = await shared.open(here);
    const ids = opened.documents.map(({ documentId }) => documentId);
    const id = await promiseIn(here, { projectId: opened.projectId, ids });
    await here.call('projects:sync', { projectId: opened.projectId });
    await shared.carry(here, there);
    const other = await shared.open(there);
    sides.push([here, opened.projectId] as const, [there, other.projectId] as const);
    for (const [machine, projectId] of sides) {
      const { items } = await machine.call('threads:echoes', { projectId, threadId: id });
      const found = items.find(({ quote }) => quote === echo);
      expect(found).toBeDefined();
      const { documentId = '', start = 0, end = 0 } = found ?? {};
      await machine.call('threads:mark', {
        ...{ projectId, threadId: id, kind: 'refused', documentId, start, end },
      });
      await machine.call('projects:sync', { projectId });
    }
    await shared.carry(here, there);
    await there.call('projects:sync', { projectId: other.projectId });
    await shared.carry(there, here);
    await here.call('projects:sync', { projectId: opened.projectId });
    for (const [machine, projectId] of sides) {
      const { items } = await machine.call('threads:echoes', { projectId, threadId: id });
      expect(items.map(({ quote }) => quote)).not.toContain(echo);
      const { items: listed } = await machine.call('threads:list', { projectId });
      expect(listed).toMatchObject([{ places: [{ kind: 'opened' }] }]);
    }
    await shared.end();
    await machines.close();
  });

  it('ends with the pay-off, and there is nothing to echo before the promise stands in the text', async () => {
    const { projectId, ids } = book;
    const documentId = ids[8] ?? '';
    const { text } = await test.call('documents:read', { projectId, documentId });
    const start = text.indexOf('对着太阳');
    const { placeId } = await test.call('threads:mark', {
      ...{ projectId, threadId, kind: 'paid', documentId, start, end: start + 4 },
    });
    expect(await quotes()).toEqual([echo]);
    await test.call('threads:unmark', { projectId, threadId, placeId });
    const planned = await test.call('threads:create', { projectId, title: '井底的钥匙' });
    const asked = { projectId, threadId: planned.threadId };
    expect((await test.call('threads:echoes', asked)).items).toEqual([]);
  });
});
