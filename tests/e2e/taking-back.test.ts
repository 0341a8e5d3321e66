import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

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
