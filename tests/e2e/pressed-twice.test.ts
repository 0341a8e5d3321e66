/** What is pressed again before the answer to the first press: each counts, and none of them writes an older state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '#tests/helpers/gate.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { constraintsModel } from './pages/dock-models.ts';
import { held } from './pages/held.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const sentence = '雪落了一夜。';

const open = async () => {
  const project = await desk.project({ '01.md': `# 第一章\n\n${sentence}\n` });
  const models = await desk.window('zh-CN', { project });
  return { ...models, project, projectId: project.projectId };
};

const openSettings = async (section: string) => {
  const models = await open();
  const { page, word } = models;
  await page.keyboard.press('Control+Comma');
  const form = page.getByRole('dialog', { name: word('settings:title') });
  await form.getByRole('tab', { name: word(section) }).click();
  return { ...models, form };
};

describe('keys that are chosen', () => {
  it('stay those of both commands where the second are pressed before the answer to the first [F24]', async () => {
    const { page, word, form } = await openSettings('settings:sections.shortcuts');
    const choose = async (command: string, keys: string) => {
      const title = word(command);
      const row = form
        .locator('.shortcut-row')
        .filter({ has: page.getByText(title, { exact: true }) });
      await row.getByRole('button', { name: word('settings:shortcuts.change', { title }) }).click();
      await hasFocus(row.locator('[data-captures-keys]'));
      await page.keyboard.press(keys);
    };
    const [asked, answer] = [createGate(), createGate()];
    let isHeld = false;
    // Not the layout, which the page stores by itself.
    await page.route('**/rpc/settings%3Aupdate', async (route) => {
      if (isHeld || !route.request().postData()?.includes('shortcuts')) return route.fallback();
      isHeld = true;
      asked.open();
      await answer.opened;
      return route.continue();
    });
    await choose('editor:commands.find', 'Control+Alt+U');
    await asked.opened;
    await choose('app:commands.palette', 'Control+Alt+Y');
    answer.open();
    await expect
      .poll(async () => (await desk.call('settings:get', {})).shortcuts, soon)
      .toEqual({ 'editor.find': 'Mod+Alt+U', 'dialog.palette': 'Mod+Alt+Y' });
    await desk.call('settings:update', { shortcuts: {} });
  });
});

describe('a switch of the context', () => {
  it('is as it was after two presses, the second before the answer to the first [E3]', async () => {
    const { page, word, form, projectId } = await openSettings('settings:sections.context');
    const isOn = async () => (await desk.call('context:budget:get', { projectId })).storySoFar;
    const before = await isOn();
    const storySoFar = form.getByRole('switch', { name: word('settings:storySoFar.label') });
    const answer = await held(page, 'context:budget:update');
    await storySoFar.press('Space');
    await answer.asked;
    expect(await storySoFar.isChecked()).toBe(!before);
    await storySoFar.press('Space');
    const again = page.waitForResponse((response) => response.url().includes('budget%3Aupdate'));
    answer.give();
    await again;
    await expect.poll(isOn, soon).toBe(before);
    await expect.poll(() => storySoFar.isChecked(), soon).toBe(before);
  });
});

describe('the order of the constraints', () => {
  it('is the last one where a row goes on being moved before the answer to the first move [S3-22]', async () => {
    const { page, projectId } = await open();
    for (const text of ['甲条', '乙条', '丙条', '丁条']) {
      await desk.call('constraints:create', { projectId, type: 'narrative', text });
    }
    const constraints = constraintsModel(page, 'zh-CN');
    await constraints.show();
    await expect.poll(async () => (await constraints.texts()).length, soon).toBe(4);
    const before = await constraints.texts();
    const [first = '', ...others] = before;
    await constraints.main(first).focus();
    const answer = await held(page, 'constraints:reorder');
    await page.keyboard.press('Alt+ArrowDown');
    await answer.asked;
    await page.keyboard.press('Alt+ArrowDown');
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(constraints.texts, soon).toEqual([...others, first]);
    answer.give();
    const stored = async () =>
      (await desk.call('constraints:list', { projectId })).items.map(({ text }) => text);
    await expect.poll(stored, soon).toEqual([...others, first]);
    await page.keyboard.press('Alt+ArrowUp');
    const moved = [...others.slice(0, -1), first, ...others.slice(-1)];
    await expect.poll(stored, soon).toEqual(moved);
    await expect.poll(constraints.texts, soon).toEqual(moved);
  });
});

describe('a note that is ticked', () => {
  it('is open again where the tick is taken off before the answer to the first press [W4]', async () => {
    const { page, word, project, projectId } = await open();
    const documentId = project.documents[0]?.documentId ?? '';
    const start = `# 第一章\n\n`.length;
    await desk.call('notes:create', {
      ...{ projectId, documentId, start, end: start + sentence.length },
      ...{ text: '查一查', kind: 'todo' },
    });
    const dock = page.getByRole('complementary', { name: word('app:panes.dock') });
    await dock.getByRole('tab', { name: word('notes:title') }).click();
    const tick = dock.getByRole('checkbox', { name: word('notes:tick', { text: '查一查' }) });
    const answer = await held(page, 'notes:update');
    await tick.press('Space');
    await answer.asked;
    await dock.getByText(word('notes:done', { count: 1 }), { exact: true }).click();
    await tick.press('Space');
    answer.give();
    await dock.getByText(word('notes:open', { count: 1 }), { exact: true }).waitFor();
    await dock.getByText(word('notes:open', { count: 1 }), { exact: true }).click();
    await expect
      .poll(async () => (await desk.call('notes:list', { projectId })).items, soon)
      .toMatchObject([{ done: false, version: 3 }]);
    expect(await dock.getByRole('alert').count()).toBe(0);
  });
});
