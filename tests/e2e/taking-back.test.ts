import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { memoryModel } from './pages/dock-models.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n',
  '02.md': '# 第二章 归途\n\n天亮了。\n',
};

const open = async () => {
  const project = await desk.project(files);
  const models = await desk.window('zh-CN', { project });
  const { projectId } = project;
  const documentId = project.documents[0]?.documentId ?? '';
  return {
    ...{ ...models, project, projectId },
    dialog: models.page.getByRole('dialog'),
    chapter: async () => (await desk.call('documents:read', { projectId, documentId })).text,
  };
};

describe('in a dialog', () => {
  it('the keys of undo and redo never reach the page behind it, from no button and from no field [W1]', async () => {
    const { page, palette, text, word, dialog, chapter } = await open();
    await text.caretAfter('一夜。');
    await page.keyboard.insertText('甲乙丙丁');
    await text.saved();
    const written = await chapter();
    expect(written).toContain('一夜。甲乙丙丁');
    for (const command of [
      ...['expectations:commands.open', 'jobs:commands.open', 'binder:commands.deleted'],
      ...['days:commands.open', 'outside:commands.open', 'app:commands.shortcuts'],
    ]) {
      await palette.run(word(command));
      await hasFocus(dialog);
      for (const keys of ['Control+z', 'Control+Shift+z', 'Control+y']) {
        await page.keyboard.press(keys);
      }
      const field = dialog.getByRole('searchbox').or(dialog.getByRole('textbox')).first();
      if ((await field.count()) > 0) {
        await field.focus();
        await page.keyboard.press('Control+z');
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    expect(await text.text.textContent()).toContain('一夜。甲乙丙丁');
    // The page has its undo, where it has the keys.
    await hasFocus(text.text);
    await page.keyboard.press('Control+z');
    await expect.poll(() => text.text.textContent(), soon).not.toContain('甲乙丙丁');
    await page.keyboard.press('Control+y');
    await expect.poll(() => text.text.textContent(), soon).toContain('甲乙丙丁');
    await text.saved();
    expect(await chapter()).toBe(written);
  });

  it('what was deleted there comes back there, by its button and by the keys, and is told of there [N11]', async () => {
    const { page, palette, text, word, dialog, projectId, chapter } = await open();
    for (const text of ['归途', '雪夜', '天亮']) {
      await desk.call('expectations:create', {
        ...{ projectId, item: { text }, at: { every: true }, expect: 'in', note: '' },
      });
    }
    await text.caretAfter('一夜。');
    await page.keyboard.insertText('甲乙丙丁');
    await text.saved();
    const written = await chapter();
    await palette.run(word('expectations:commands.open'));
    const rows = dialog.locator('.expectations-row');
    await expect.poll(() => rows.count(), soon).toBe(3);
    const remove = async () => {
      const row = rows.first();
      const main = row.locator('.expectations-main');
      // The row that comes first by now may be unfolding.
      await settled(page);
      if ((await main.getAttribute('aria-expanded')) === 'false') await main.click();
      await row.getByRole('button', { name: word('expectations:actions.delete') }).click();
    };
    await remove();
    await expect.poll(() => rows.count(), soon).toBe(2);
    const told = dialog
      .getByRole('status')
      .filter({ hasText: word('expectations:actions.deleted') });
    await told.waitFor();
    expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
    await told.getByRole('button', { name: word('app:actions.undo') }).click();
    await expect.poll(() => rows.count(), soon).toBe(3);
    for (const left of [2, 1]) {
      await remove();
      await expect.poll(() => rows.count(), soon).toBe(left);
    }
    for (const back of [2, 3, 3]) {
      await page.keyboard.press('Control+z');
      await expect.poll(() => rows.count(), soon).toBe(back);
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await text.text.textContent()).toContain('甲乙丙丁');
    expect(await chapter()).toBe(written);
  });
});

describe('a word of what was done', () => {
  it('gives way when it is undone another way, and its undo then does nothing and says nothing [F17 W1]', async () => {
    const { page, binder, palette, word, dialog, projectId } = await open();
    const titles = async () =>
      (await desk.call('documents:list', { projectId })).documents.map(({ title }) => title);
    await palette.run(word('binder:commands.delete'));
    await expect.poll(titles, soon).toEqual(['第二章 归途']);
    const told = page.locator('.notice-area .ui-notice-text');
    await expect
      .poll(() => told.textContent(), soon)
      .toBe(word('binder:deleted', { title: '雪夜' }));
    await palette.run(word('binder:commands.deleted'));
    await dialog
      .getByRole('button', { name: word('binder:deletedChapters.restoreOne', { title: '雪夜' }) })
      .click();
    await expect.poll(titles, soon).toEqual(['第一章 雪夜', '第二章 归途']);
    const back = word('binder:deletedChapters.restored', { title: '雪夜' });
    await expect.poll(() => told.textContent(), soon).toBe(back);
    expect(await binder.undo.count()).toBe(0);
    await binder.chapter('归途').focus();
    await page.keyboard.press('Control+z');
    await binder.chapter('归途').focus();
    expect(await told.textContent()).toBe(back);
    expect(await titles()).toEqual(['第一章 雪夜', '第二章 归途']);
  });

  it('goes with its book, where the step waits until that is open again [W1 W3]', async () => {
    const { page, text, binder, word, project, projectId } = await open();
    const other = await desk.project({ '01.md': '# 第一章 潮\n\n潮来了。\n' });
    const rule = { text: '少用成语。', confidence: 0.8, confirmed: true };
    await desk.call('memory:rules:create', { projectId, ...rule });
    const listed = async () => (await desk.call('memory:rules:list', { projectId })).items.length;
    const change = async ({ name }: { name: string }, words: string) => {
      await page.keyboard.press('Control+o');
      const line = new RegExp(`${name}(?!\\d)`, 'u');
      await page.locator('.welcome-project').filter({ hasText: line }).first().click();
      await text.paragraph(words).waitFor();
    };
    const memory = memoryModel(page, 'zh-CN');
    await memory.show();
    await expect.poll(() => memory.rules.count(), soon).toBe(1);
    await memory.rules
      .first()
      .getByRole('button', { name: word('memory:delete') })
      .click();
    await binder.undo.waitFor();
    await change(other, '潮来了。');
    expect(await binder.undo.count()).toBe(0);
    await change(project, '落了一夜。');
    await binder.chapter('归途').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(listed, soon).toBe(1);
  });

  it('leaves the focus where it came from when its undo is pressed, and a habit that goes leaves it in the panel [F24]', async () => {
    const { page, palette, text, word, projectId } = await open();
    for (const habit of ['少用成语。', '对白不用引号。']) {
      await desk.call('memory:rules:create', {
        projectId,
        text: habit,
        confidence: 0.8,
        confirmed: true,
      });
    }
    await text.text.focus();
    await palette.run(word('binder:commands.moveDown'));
    const undo = page.locator('.notice-area').getByRole('button');
    await undo.focus();
    await page.keyboard.press('Enter');
    await undo.waitFor({ state: 'detached' });
    await hasFocus(text.text);
    const memory = memoryModel(page, 'zh-CN');
    await memory.show();
    await expect.poll(() => memory.rules.count(), soon).toBe(2);
    const remove = memory.rules.first().getByRole('button', { name: word('memory:delete') });
    await remove.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => memory.rules.count(), soon).toBe(1);
    await hasFocus(page.locator('.memory'));
    await undo.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => memory.rules.count(), soon).toBe(2);
    await hasFocus(page.locator('.memory'));
  });
});

describe('in the text, right after a step of the whole book', () => {
  const scenes = {
    '01.md': '# 第一章 雪夜\n\n雪一。\n\n***\n\n雪二。\n',
    '02.md': '# 第二章 归途\n\n灯一。\n\n***\n\n灯二。\n',
  };
  const openScenes = async () => {
    const project = await desk.project(scenes);
    const { projectId } = project;
    const models = await desk.window('zh-CN', { project });
    const texts = async () => {
      const { documents } = await desk.call('documents:list', { projectId });
      const read = documents.map(({ documentId }) =>
        desk.call('documents:read', { projectId, documentId }),
      );
      return (await Promise.all(read)).map(({ text }) => text);
    };
    return { ...models, texts };
  };
  const [first, second] = Object.values(scenes);

  it('the keys take the whole step back, and what was typed before only then [W1]', async () => {
    const { page, text, binder, word, texts } = await openScenes();
    await text.caretAfter('雪二。');
    await page.keyboard.insertText('早字。');
    await text.saved();
    const typed = scenes['01.md'].replace('雪二。', '雪二。早字。');
    await binder.menu('雪夜', 'merge');
    await expect.poll(texts, soon).toEqual([`${typed}${scenes['02.md']}`]);
    await expect.poll(() => text.text.textContent(), soon).toContain('灯二。');
    await hasFocus(text.text);
    await page.keyboard.press('Control+z');
    await expect.poll(texts, soon).toEqual([typed, second]);
    // While a step is still being taken back, the keys take nothing else along.
    await page.getByText(word('app:takenBack', { what: '' })).waitFor();
    await hasFocus(text.text);
    await page.keyboard.press('Control+z');
    await expect.poll(texts, soon).toEqual([first, second]);
  });

  it('they take no name back that was given before: nobody sees it change from the text [W1]', async () => {
    const { page, text, binder, word, texts } = await openScenes();
    await binder.menu('归途', 'rename');
    await binder.renameField.fill('第二章 归路');
    await page.keyboard.press('Enter');
    const renamed = second?.replace('归途', '归路');
    await expect.poll(texts, soon).toEqual([first, renamed]);
    await binder.menu('雪夜', 'merge');
    await expect.poll(texts, soon).toEqual([`${first}${renamed}`]);
    await expect.poll(() => text.text.textContent(), soon).toContain('灯二。');
    await hasFocus(text.text);
    await page.keyboard.press('Control+z');
    await page.getByText(word('app:takenBack', { what: '' })).waitFor();
    await hasFocus(text.text);
    await page.keyboard.press('Control+z');
    await settled(page);
    expect(await texts()).toEqual([first, renamed]);
    expect(await binder.titles()).toEqual(['雪夜', '归路']);
  });

  it('they take a scene back to where it was, and none of it alone where that was long ago [W1]', async () => {
    const { page, text, binder, word, texts } = await openScenes();
    await text.caretAfter('雪一。');
    await page.keyboard.insertText('早字。');
    await text.saved();
    const typed = scenes['01.md'].replace('雪一。', '雪一。早字。');
    await binder.chapter('雪夜').first().focus();
    await page.keyboard.press('ArrowRight');
    const scene = binder.binder.locator('.binder-scene').filter({ hasText: '雪二。' });
    await scene.focus();
    await page.keyboard.press('Alt+ArrowDown');
    // Two files: who looks between the writes finds the scene in both.
    const moved = [
      '# 第一章 雪夜\n\n雪一。早字。\n',
      scenes['02.md'].replace('灯一。', '雪二。\n\n***\n\n灯一。'),
    ];
    await expect.poll(texts, soon).toEqual(moved);
    await expect.poll(() => text.text.textContent(), soon).not.toContain('雪二。');
    await binder.undo.waitFor();
    await text.caretAfter('雪一。早字。');
    await page.keyboard.press('Control+z');
    await expect.poll(texts, soon).toEqual([typed, second]);
    // It is told as taken back once the scenes of both chapters are read anew.
    await page.getByText(word('app:takenBack', { what: '' })).waitFor();
    await settled(page);
    await scene.first().focus();
    await hasFocus(scene.first());
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(texts, soon).toEqual(moved);
    await binder.undo.waitFor();
    await binder.undo.waitFor({ state: 'detached' });
    await text.caretAfter('雪一。早字。');
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await texts())[0], soon).not.toContain('早字。');
    expect((await texts())[1]).toBe(moved[1]);
  });
});
