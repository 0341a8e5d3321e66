import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerOf, type ContractClient, openOverHttp } from '#tests/helpers/contract-clients.ts';
import { type Lent, lendGreeted } from '#tests/helpers/lent-book.ts';

let base: string;
let book: string;
let data: string;
let desk: ContractClient;
let lent: Lent;
let projectId: string;
/** Chapters whose candidates the desk was told of, in turn. */
const told: string[] = [];

const soon = { timeout: 20_000 };
const waiting = async () => (await answerOf(desk, 'ai:candidates:list', { projectId })).items;
const timesTold = (documentId: string) => told.filter((one) => one === documentId).length;
const listen = (client: ContractClient, chapters: string[]) =>
  client.listen(({ name, payload }) => {
    if (name === 'ai:candidates:changed') chapters.push(JSON.stringify(payload));
  });
const placeOf = (documentId: string) => JSON.stringify({ projectId, documentId });
const chapter = async (path: string) => {
  const { documents } = await answerOf(desk, 'documents:list', { projectId });
  return placeOf(documents.find((one) => one.path === path)?.documentId ?? '');
};

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'fabula-proposed-'));
  [book, data] = [join(base, 'book'), join(base, 'data')];
  mkdirSync(book);
  writeFileSync(join(book, '01.md'), '# 第一章\n\n雪落了一夜。\n');
  writeFileSync(join(book, '02.md'), '# 第二章\n\n林远没有点灯。\n');
  desk = await openOverHttp(data);
  ({ projectId } = await answerOf(desk, 'projects:open', { path: book }));
  lent = await lendGreeted(book, data);
  await listen(desk, told);
});

afterAll(async () => {
  lent.process.kill();
  await lent.ended;
  await desk.close();
  rmSync(base, { recursive: true, force: true });
});

describe('what another program proposes for a book that is open in the desk', () => {
  it('is told to the desk without its asking, changes and new chapters [N16 F14]', async () => {
    expect(told).toEqual([]);
    await lent.ask('Edit', { path: '01.md', old_string: '一夜', new_string: '一整夜' });
    await expect.poll(() => told, soon).toContain(await chapter('01.md'));
    await lent.ask('Write', { path: '009.md', content: '# 第九章\n\n潮退了。\n' });
    const made = async () => (await waiting()).find(({ newPath }) => newPath === '009.md');
    await expect
      .poll(async () => told.includes(placeOf((await made())?.documentId ?? '')), soon)
      .toBe(true);
    expect((await made())?.program).toBe('rude-friend');
  });

  it('is told once: neither a second time it is proposed nor for what the desk decides itself [N16]', async () => {
    const [first, second] = [await chapter('01.md'), await chapter('02.md')];
    const [edit] = await waiting();
    await answerOf(desk, 'ai:candidates:reject', { candidateId: edit?.candidateId ?? '' });
    await expect.poll(() => timesTold(first), soon).toBe(2);
    await lent.ask('Write', { path: '009.md', content: '# 第九章\n\n潮退了。\n' });
    const before = told.length;
    await lent.ask('Edit', { path: '02.md', old_string: '没有', new_string: '还没有' });
    await expect.poll(() => timesTold(second), soon).toBe(1);
    expect(told.slice(before)).toEqual([second]);
    expect((await waiting()).map(({ newPath }) => newPath)).toEqual(['009.md', null]);
  });

  it('is told to a second desk when the first decides [N16]', async () => {
    const other = await openOverHttp(data);
    try {
      await answerOf(other, 'projects:open', { path: book });
      const heard: string[] = [];
      await listen(other, heard);
      const items = await waiting();
      const made = items.find(({ newPath }) => newPath === '009.md');
      await answerOf(desk, 'ai:candidates:accept', { candidateId: made?.candidateId ?? '' });
      await expect.poll(() => heard, soon).toEqual([placeOf(made?.documentId ?? '')]);
    } finally {
      await other.close();
    }
  });
});
