import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('what is not found in a book that was only just opened is never told of as searched [N16]', async () => {
  const folder = join(test.folder, 'opened');
  mkdirSync(folder);
  for (let chapter = 10; chapter < 50; chapter += 1) {
    writeFileSync(join(folder, `${chapter}.md`), `第${chapter}夜，沈砚把信藏进了灯座。\n`);
  }
  const { projectId } = await test.call('projects:open', { path: folder, language: 'zh-CN' });
  const scope = { projectId };
  const told: { pending: number; found: number }[] = [];
  const look = async (): Promise<number> => {
    const { pending } = await test.call('retrieval:status', scope);
    const { items } = await test.call('retrieval:search', { ...scope, query: '信藏进了灯座' });
    told.push({ pending, found: items.length });
    return pending;
  };
  await expect.poll(look).toBe(0);
  expect(told[0]).toMatchObject({ pending: 40 });
  expect(told.filter(({ pending, found }) => pending === 0 && found === 0)).toEqual([]);
});
