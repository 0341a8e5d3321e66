/** What the writer made of constraints and habits, taken back by keys and notice (S3-22, W1). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { constraintsModel } from './pages/dock-models.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const open = async (written: readonly string[]) => {
  const project = await desk.project({ '01.md': '# 第一章\n\n窗外的雪落了一夜。\n' });
  const { projectId } = project;
  for (const text of written) {
    await desk.call('constraints:create', { projectId, type: 'narrative', text });
  }
  const models = await desk.window('zh-CN', { project });
  const constraints = constraintsModel(models.page, 'zh-CN');
  await constraints.show();
  const stored = async () =>
    (await desk.call('constraints:list', { projectId })).items.map(
      ({ text, type, enabled, fence }) => ({ text, type, enabled, fence }),
    );
  return { ...models, constraints, projectId, stored };
};

type Opened = Awaited<ReturnType<typeof open>>;

/** Words and kind, by the form. */
const rewrite = async ({ page, constraints }: Opened, from: string, to: string) => {
  await constraints.main(from).click();
  await constraints.editor.fill(to);
  await page.keyboard.press('Control+Enter');
  await constraints.main(to).waitFor();
};

describe('what was made of constraints', () => {
  it('is taken back step by step by the keys, the last first [S3-22, W1]', async () => {
    const models = await open(['不写梦。', '少用比喻。']);
    const { page, constraints, stored, word } = models;
    const states = [await stored()];
    const made = async (isMade: (now: Awaited<ReturnType<typeof stored>>) => boolean) => {
      await expect.poll(async () => isMade(await stored()), soon).toBe(true);
      states.push(await stored());
    };
    await rewrite(models, '不写梦。', '不写回忆。');
    await made(([one]) => one?.text === '不写回忆。');
    await constraints.switchOf('不写回忆。').press('Space');
    await made(([one]) => one?.enabled === false);
    await constraints.main('少用比喻。').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await made(([one]) => one?.text === '少用比喻。');
    // Said once, to the ear as well.
    const moved = page.getByText(word('constraints:moved', { text: '少用比喻。', place: 1 }));
    await expect.poll(() => moved.count(), soon).toBe(1);
    await page.keyboard.press('Delete');
    await made(({ length }) => length === 1);
    for (const state of states.slice(0, -1).toReversed()) {
      await page.keyboard.press('Control+z');
      await expect.poll(stored, soon).toEqual(state);
    }
    await expect.poll(constraints.texts, soon).toEqual(['不写梦。', '少用比喻。']);
    const what = word('constraints:saved', { name: '不写回忆。' });
    await page.getByText(word('app:takenBack', { what })).waitFor();
  });

  it('is taken back by its notice: an added one is gone, a fence is off again [W1]', async () => {
    const models = await open(['不说破那一页。']);
    const { page, constraints, stored, word } = models;
    const before = await stored();
    await constraints.add('不写梦。');
    await page.getByText(word('constraints:added', { name: '不写梦。' })).waitFor();
    await constraints.undo.click();
    await expect.poll(stored, soon).toEqual(before);
    await constraints.main('不说破').click();
    await constraints.dock.getByRole('button', { name: '保密…' }).click();
    await constraints.dock.getByRole('textbox', { name: '第几章之前不送' }).fill('9');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => (await stored())[0]?.fence, soon)
      .toEqual({ notBeforeChapter: 9 });
    await constraints.undo.click();
    await expect.poll(stored, soon).toEqual(before);
    await expect.poll(() => constraints.facts('不说破'), soon).not.toContain('第九章');
  });

  it('is not taken back over what another window wrote since; that is named, and the steps before go on [W1]', async () => {
    const models = await open(['不写梦。', '少用比喻。']);
    const { page, constraints, stored, projectId, word } = models;
    await constraints.switchOf('少用比喻。').press('Space');
    await expect.poll(async () => (await stored())[1]?.enabled, soon).toBe(false);
    await rewrite(models, '不写梦。', '不写回忆。');
    const { items } = await desk.call('constraints:list', { projectId });
    const { constraintId = '', version = 0 } = items[0] ?? {};
    const change = { projectId, constraintId, expectedVersion: version, text: '别处的写法。' };
    await desk.call('constraints:update', change);
    await constraints.main('别处的写法。').focus();
    await page.keyboard.press('Control+z');
    const fields = word('constraints:fields.text');
    const named = word('constraints:changedSince.fields', { name: '别处的写法。', fields });
    await page.getByText(named).waitFor();
    expect((await stored())[0]?.text).toBe('别处的写法。');
    await constraints.main('别处的写法。').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await stored())[1]?.enabled, soon).toBe(true);
    expect((await stored())[0]?.text).toBe('别处的写法。');
  });

  it('stays once the page was loaded anew, as every step does [W1]', async () => {
    const models = await open(['不写梦。']);
    const { page, constraints, stored } = models;
    await rewrite(models, '不写梦。', '不写回忆。');
    await page.reload();
    await constraints.show();
    await constraints.main('不写回忆。').focus();
    await page.keyboard.press('Control+z');
    await constraints.switchOf('不写回忆。').press('Space');
    await expect
      .poll(stored, soon)
      .toEqual([{ text: '不写回忆。', type: 'narrative', enabled: false, fence: null }]);
  });
});

describe('what was made of habits', () => {
  it('is taken back step by step as well [W1]', async () => {
    const { page, projectId, word } = await open([]);
    const dock = page.getByRole('complementary', { name: word('app:panes.dock') });
    const habits = async () =>
      (await desk.call('memory:rules:list', { projectId })).items.map(({ text, confirmed }) => [
        text,
        confirmed,
      ]);
    await desk.call('memory:rules:create', { projectId, text: '少用比喻', confidence: 0.8 });
    await dock.getByRole('tab', { name: word('memory:title') }).click();
    await dock.getByRole('button', { name: `${word('memory:confirm')}: 少用比喻` }).click();
    await expect.poll(habits, soon).toEqual([['少用比喻', true]]);
    await dock.getByRole('button', { name: `${word('memory:edit')}: 少用比喻` }).click();
    await dock.getByRole('textbox', { name: word('memory:text'), exact: true }).fill('多用比喻');
    await page.keyboard.press('Control+Enter');
    await expect.poll(habits, soon).toEqual([['多用比喻', true]]);
    const edit = (text: string) =>
      dock.getByRole('button', { name: `${word('memory:edit')}: ${text}` });
    await edit('多用比喻').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(habits, soon).toEqual([['少用比喻', true]]);
    await edit('少用比喻').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(habits, soon).toEqual([['少用比喻', false]]);
  });
});
