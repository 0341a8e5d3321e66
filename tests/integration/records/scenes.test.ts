import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp } from '#tests/helpers/app.ts';
import { createTwoMachines, type SharedBook } from '#tests/helpers/two-machines.ts';

let machines: Awaited<ReturnType<typeof createTwoMachines>>;
let book: SharedBook;
let here: TestApp;
let there: TestApp;

const sync = async (test: TestApp): Promise<string> => {
  const { projectId } = await book.open(test);
  await test.call('projects:sync', { projectId });
  return projectId;
};
const scenesAt = async (test: TestApp) => {
  const projectId = await sync(test);
  const { items } = await test.call('manuscript:scenes', { projectId });
  const [chapter] = items;
  if (!chapter) throw new Error('there are no scenes');
  return { projectId, ...chapter };
};

beforeAll(async () => {
  machines = await createTwoMachines();
  ({ here, there } = machines);
});
afterAll(() => machines.close());
beforeEach(async () => {
  book = await machines.newBook({
    '01.md': '# 第一章\n\n天黑了。\n\n***\n\n灯下看去，是褐色的。\n',
  });
});
afterEach(() => book.end());

describe('what is written down of scenes travels with the book [W1 B1 B4]', () => {
  it('and is put together field by field where two machines write at once', async () => {
    const { projectId, documentId, scenes } = await scenesAt(here);
    const { start = 0, opening = '' } = scenes[1] ?? {};
    const at = { documentId, start, opening };
    await here.call('manuscript:scenes:update', { projectId, at, synopsis: '灯下', wordGoal: 900 });
    await sync(here);
    await book.carry(here, there);

    const came = await scenesAt(there);
    const sceneId = came.scenes[1]?.facts?.sceneId ?? '';
    expect(came.scenes[1]?.facts).toMatchObject({ synopsis: '灯下', wordGoal: 900 });
    await there.call('manuscript:scenes:update', {
      ...{ projectId: came.projectId, sceneId, status: 'done' },
    });
    const more = { synopsis: '灯下的眼睛', wordGoal: null };
    await here.call('manuscript:scenes:update', { projectId, sceneId, ...more });
    await sync(there);
    await sync(here);
    await book.carry(there, here);
    expect((await scenesAt(here)).scenes[1]?.facts).toMatchObject({
      ...{ sceneId, status: 'done', ...more },
    });
  });
});
