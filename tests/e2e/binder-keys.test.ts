import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk, type WindowOptions } from './pages/desk.ts';
import { held } from './pages/held.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const names = ['雪夜', '归途', '渡口', '门槛', '空簿', '退潮'];
const files = Object.fromEntries(
  names.map((name, index) => [`0${index + 1}.md`, `# ${name}\n\n这是${name}的正文。\n`]),
);

const open = async (options: WindowOptions = {}) => {
  const project = await desk.project(files);
  const models = await desk.window('zh-CN', { project, ...options });
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
    /** By F2 of the row that has the focus, which is that of 渡口. */
    renameFerry: async () => {
      await page.keyboard.press('F2');
      await hasFocus(binder.renameField);
      await page.keyboard.press('Control+a');
      await page.keyboard.insertText('老渡口');
      await page.keyboard.press('Enter');
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

describe('a held arrow key in the binder', () => {
  it('moves at once and opens no chapter it passes, but the one where it rests [F24]', async () => {
    const { page, isShown, focusRow, focused } = await open({ isOwn: true });
    const shown: string[] = [];
    await page.exposeFunction('tell', (label: string) => shown.push(label));
    await page.evaluate(() => {
      const { tell } = window as unknown as { tell(label: string): void };
      const look = () => tell(document.querySelector('.page-text .cm-content')?.ariaLabel ?? '');
      new MutationObserver(look).observe(document.body, {
        ...{ subtree: true, childList: true, attributeFilter: ['aria-label'] },
      });
    });
    // Sent together: where one comes late, the key has come to rest at the row it is at.
    const hold = (key: string) => Promise.all(names.slice(1).map(() => page.keyboard.down(key)));
    await focusRow('雪夜');
    await hold('ArrowDown');
    await expect.poll(() => focused.textContent(), soon).toContain('退潮');
    await page.keyboard.up('ArrowDown');
    await isShown('退潮');
    // One that is not released, and comes back to the chapter that is open.
    await hold('ArrowUp');
    await isShown('雪夜');
    await expect.poll(() => focused.textContent(), soon).toContain('雪夜');
    await page.keyboard.down('ArrowDown');
    await page.keyboard.down('ArrowUp');
    await page.keyboard.up('ArrowUp');
    await expect.poll(() => focused.textContent(), soon).toContain('雪夜');
    await isShown('雪夜');
    expect(shown.filter((label) => /渡口|门槛/.test(label))).toEqual([]);
    expect(shown.some((label) => label.includes('退潮'))).toBe(true);
  });
});

describe('the menu of a row of the binder', () => {
  it('opens at the row by Shift F10, the menu key and the right button, and gives the row the keys again [W1 F24]', async () => {
    const { page, binder, focusRow, word } = await open();
    const menu = (title: string) =>
      page.getByRole('menu', { name: word('binder:menu.label', { title }) });
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await focusRow('渡口');
      await page.keyboard.press(key);
      await menu('渡口').waitFor();
      await hasFocus(menu('渡口'));
      await page.keyboard.press('Escape');
      await menu('渡口').waitFor({ state: 'detached' });
      await hasFocus(binder.chapter('渡口'));
    }
    await binder.chapter('门槛').click({ button: 'right' });
    await menu('门槛').waitFor();
    await settled(page);
    const [row, box] = [
      await binder.chapter('门槛').boundingBox(),
      await menu('门槛').boundingBox(),
    ];
    expect(Math.abs((row?.y ?? 0) - (box?.y ?? 0))).toBeLessThan(80);
    await page.getByRole('menuitem', { name: word('binder:menu.rename') }).click();
    await hasFocus(binder.renameField);
    expect(await binder.renameField.inputValue()).toBe('门槛');
    await page.keyboard.press('Escape');
  });
});

describe('the focus of a row of the binder', () => {
  it('is its own again when its name was written or left [F24]', async () => {
    const { page, binder, titles, focusRow, focused, renameFerry } = await open();
    await focusRow('渡口');
    await page.keyboard.press('F2');
    await hasFocus(binder.renameField);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused.textContent(), soon).toContain('渡口');
    await renameFerry();
    await expect.poll(titles, soon).toEqual(names.with(2, '老渡口'));
    await expect.poll(() => focused.textContent(), soon).toContain('老渡口');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.textContent(), soon).toContain('门槛');
  });

  it('takes back the name that was given, and the chapter that was added [W1]', async () => {
    const { page, binder, text, titles, focusRow, renameFerry } = await open();
    await focusRow('渡口');
    await renameFerry();
    await expect.poll(titles, soon).toEqual(names.with(2, '老渡口'));
    await binder.undo.waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(titles, soon).toEqual(names);
    await page.keyboard.press('Control+Alt+n');
    await hasFocus(binder.renameField);
    expect(await titles()).toHaveLength(names.length + 1);
    await text.ready();
    await page.keyboard.press('Escape');
    await hasFocus(text.text);
    await focusRow('门槛');
    await page.keyboard.press('Control+z');
    await expect.poll(titles, soon).toEqual(names);
  });

  it('leaves the name that was typed to the chapter when one goes on elsewhere, and not after Esc [W1 F24]', async () => {
    const { page, binder, text, titles, focusRow } = await open();
    const typeName = async (chapter: string, name: string) => {
      await focusRow(chapter);
      await page.keyboard.press('F2');
      await hasFocus(binder.renameField);
      await page.keyboard.insertText(name);
    };
    // What is too much of a name is told of and stays in its field, wherever one goes on.
    const long = '门槛上的雪'.repeat(41);
    await typeName('渡口', long);
    await page.keyboard.press('Enter');
    await text.text.click();
    await binder.binder.getByText('多了 5 个字符，最多 200 个').waitFor();
    expect(await binder.renameField.inputValue()).toBe(long);
    expect(await titles()).toEqual(names);
    await binder.renameField.press('Escape');
    await typeName('渡口', '旧渡口');
    await text.text.click();
    await expect.poll(titles, soon).toEqual(names.with(2, '旧渡口'));
    await typeName('门槛', '高门槛');
    await page.keyboard.press('Escape');
    await text.text.click();
    await typeName('空簿', '满簿');
    await text.text.click();
    await expect.poll(titles, soon).toEqual(names.with(2, '旧渡口').with(4, '满簿'));
  });

  it('goes to the page when the name of a new chapter is refused [W1 F24]', async () => {
    const { page, binder, text, word, project } = await open();
    const { projectId } = project;
    await page.keyboard.press('Control+Alt+n');
    await hasFocus(binder.renameField);
    await text.ready();
    await page.keyboard.insertText('潮声');
    const renaming = await held(page, 'documents:rename');
    await page.keyboard.press('Enter');
    await renaming.asked;
    const { documents } = await desk.call('documents:list', { projectId });
    const added = documents.find(({ title }) => !names.includes(title))?.documentId ?? '';
    await desk.call('documents:delete', { projectId, documentId: added });
    renaming.give();
    await page.getByText(word('errors:DOCUMENT_NOT_FOUND.what')).waitFor();
    await hasFocus(text.text);
    expect(await binder.renameField.count()).toBe(0);
  });

  it('goes to the next when its chapter is deleted, to the one before where it was the last, open or not [F24]', async () => {
    const { binder, palette, word, titles, focusRow, focused, isShown } = await open();
    await focusRow('归途');
    await palette.run(word('binder:commands.delete'));
    await expect.poll(() => focused.textContent(), soon).toContain('渡口');
    await focusRow('退潮');
    await palette.run(word('binder:commands.delete'));
    await expect.poll(() => focused.textContent(), soon).toContain('空簿');
    await binder.menu('渡口', 'delete');
    await expect.poll(titles, soon).toEqual(['雪夜', '门槛', '空簿']);
    await expect.poll(() => focused.textContent(), soon).toContain('门槛');
    await focusRow('雪夜');
    await palette.run(word('binder:commands.delete'));
    await isShown('门槛');
    await expect.poll(() => focused.textContent(), soon).toContain('门槛');
  });
});

describe('a command about a chapter is about the one', () => {
  it('whose row in the binder has the focus, by its keys and from the palette [W1 F24]', async () => {
    const window = await open();
    const { page, binder, palette, word, text, titles, isShown, focusRow, renameFerry } = window;
    await binder.open('雪夜');
    await isShown('雪夜');
    await focusRow('渡口');
    await renameFerry();
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
      const [back, onward] =
        keys === 'Control+Alt+1' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
      // Another chapter comes to the page behind it, and the view stays; also when this one comes back.
      await palette.run(word('binder:commands.delete'));
      await expect.poll(titles, soon).toEqual(names.slice(1));
      await expect.poll(() => focused.textContent(), soon).toContain('归途');
      await page.keyboard.press('Control+z');
      await expect.poll(titles, soon).toEqual(names);
      await page.locator('[data-cell]', { hasText: '雪夜' }).first().waitFor();
      await expect.poll(() => focused.textContent(), soon).toContain('归途');
      await page.keyboard.press(back);
      await expect.poll(() => focused.textContent(), soon).toContain('雪夜');
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

  it('none on the line of a folded volume, whose own name is meant [W1 F24]', async () => {
    const volumes = {
      '上卷/01.md': '# 雪夜\n\n这是雪夜的正文。\n',
      '上卷/02.md': '# 归途\n\n夜。\n',
    };
    const project = await desk.project({ ...volumes, '下卷/01.md': '# 渡口\n\n船。\n' });
    const { page, binder, palette, word } = await desk.window('zh-CN', { project });
    await page.keyboard.press('Control+Alt+2');
    const line = page.locator('.structure-volume-fold', { hasText: '下卷' });
    await line.click();
    await hasFocus(line);
    for (const folder of [line, binder.chapter('下卷')]) {
      await folder.focus();
      await hasFocus(folder);
      await palette.open();
      const field = palette.dialog.getByRole('combobox');
      for (const name of ['rename', 'delete', 'merge', 'volume']) {
        const words = word(`binder:commands.${name}`);
        await field.fill(words);
        await expect
          .poll(() => palette.dialog.getByRole('option', { name: words, exact: true }).count())
          .toBe(0);
      }
      await page.keyboard.press('Escape');
      await palette.dialog.waitFor({ state: 'detached' });
      await hasFocus(folder);
    }
    await palette.run(word('binder:commands.renameVolume'));
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('textbox').inputValue(), soon).toBe('下卷');
  });
});
