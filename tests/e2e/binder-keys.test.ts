import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const names = ['雪夜', '归途', '渡口', '门槛', '空簿', '退潮'];
const files = Object.fromEntries(
  names.map((name, index) => [`0${index + 1}.md`, `# ${name}\n\n这是${name}的正文。\n`]),
);

const open = async () => {
  const project = await desk.project(files);
  const models = await desk.window('zh-CN', { project });
  const { page, binder, text } = models;
  return {
    ...{ ...models, project },
    titles: async () =>
      (await desk.call('documents:list', { projectId: project.projectId })).documents.map(
        ({ title }) => title,
      ),
    isShown: (name: string) => text.paragraph(`这是${name}的正文。`).waitFor(),
    /** The focus on a row of the binder, without opening its chapter. */
    focusRow: async (name: string) => {
      await binder.chapter(name).focus();
      await hasFocus(binder.chapter(name));
    },
    focused: page.locator('[role="row"]:focus, [data-cell]:focus'),
  };
};

describe('the binder', () => {
  it('is walked through by the arrow keys, which stay in it; Enter goes into the page, a click too [F24]', async () => {
    const { page, binder, text, isShown, focusRow, focused } = await open();
    await hasFocus(text.text);
    await focusRow('雪夜');
    for (const name of ['归途', '渡口', '门槛']) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => focused.textContent(), soon).toContain(name);
      await isShown(name);
    }
    // No key waits for the chapter before it.
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await isShown('雪夜');
    await expect.poll(() => focused.textContent(), soon).toContain('雪夜');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await hasFocus(text.text);
    await isShown('归途');
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('接着写。');
    await text.saved();
    expect(await text.text.textContent()).toContain('接着写。');
    await binder.open('退潮');
    await isShown('退潮');
    await hasFocus(text.text);
  });
});

describe('a command about a chapter is about the one', () => {
  it('whose row in the binder has the focus, by its keys and from the palette [W1 F24]', async () => {
    const { page, binder, palette, word, text, titles, isShown, focusRow } = await open();
    await binder.open('雪夜');
    await isShown('雪夜');
    await focusRow('渡口');
    await page.keyboard.press('F2');
    await hasFocus(binder.renameField);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('老渡口');
    await page.keyboard.press('Enter');
    await expect.poll(titles, soon).toEqual(names.with(2, '老渡口'));
    await focusRow('空簿');
    await palette.run(word('binder:commands.moveUp'));
    await expect.poll(titles, soon).toEqual(['雪夜', '归途', '老渡口', '空簿', '门槛', '退潮']);
    await focusRow('归途');
    await palette.run(word('binder:commands.delete'));
    await expect.poll(titles, soon).toEqual(['雪夜', '老渡口', '空簿', '门槛', '退潮']);
    await focusRow('空簿');
    await palette.run(word('binder:commands.merge'));
    await expect.poll(titles, soon).toEqual(['雪夜', '老渡口', '空簿', '退潮']);
    // It is shown what came of it.
    await isShown('门槛');
    await hasFocus(text.text);
    await focusRow('退潮');
    await page.keyboard.press('Shift+F2');
    await page.getByRole('dialog').getByText('退潮').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // From the page it is the one of the page.
    await binder.open('雪夜');
    await isShown('雪夜');
    await palette.run(word('binder:commands.delete'));
    await expect.poll(titles, soon).toEqual(['老渡口', '空簿', '退潮']);
  });

  it.each(['Control+Alt+1', 'Control+Alt+2'])(
    'whose card or cell has the focus, %s, whatever chapter is open behind it [W1 F24]',
    async (keys) => {
      const { page, binder, palette, word, titles, isShown, focused, text } = await open();
      await binder.open('雪夜');
      await isShown('雪夜');
      await page.keyboard.press(keys);
      await expect.poll(() => focused.textContent(), soon).toContain('雪夜');
      const onward = keys === 'Control+Alt+1' ? 'ArrowRight' : 'ArrowDown';
      for (const name of ['归途', '渡口']) {
        await page.keyboard.press(onward);
        await expect.poll(() => focused.textContent(), soon).toContain(name);
      }
      await palette.run(word('binder:commands.delete'));
      await expect.poll(titles, soon).toEqual(names.toSpliced(2, 1));
      const next = page.locator('[data-cell]', { hasText: '门槛' }).first();
      await next.click();
      await expect.poll(() => focused.textContent(), soon).toContain('门槛');
      await page.keyboard.press('Shift+F2');
      await page.getByRole('dialog').getByText('门槛').first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect.poll(() => focused.textContent(), soon).toContain('门槛');
      await page.keyboard.press('Control+Alt+h');
      await page.getByRole('main', { name: word('history:title') }).waitFor();
      await page.keyboard.press('Escape');
      await text.ready();
      await isShown('门槛');
    },
  );
});
