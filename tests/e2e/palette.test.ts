import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { codexModel } from './pages/dock-models.ts';
import { held } from './pages/held.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n',
  '02.md': '# 第二章 归途\n\n天亮了。\n',
  '03.md': '# 第三章 渡口\n\n船来了。\n',
};

const hasFocusInside = (element: Element): boolean => element.contains(document.activeElement);

const open = async () => {
  const project = await desk.project(files);
  return { ...(await desk.window('zh-CN', { project })), project };
};

describe('commands and the binder', () => {
  it('F24 finds commands, chapters and names of the codex', async () => {
    const { page, palette, text, project, word } = await open();
    await desk.call('knowledge:entities:create', {
      projectId: project.projectId,
      kind: 'character',
      name: '林远',
      summary: '守渡口的人。',
    });
    await palette.open();
    await palette.items
      .filter({ hasText: word('binder:commands.new') })
      .first()
      .waitFor();
    await page.keyboard.type('林');
    await palette.items.filter({ hasText: '林远' }).waitFor();
    await page.keyboard.press('Escape');
    await palette.dialog.waitFor({ state: 'detached' });
    await palette.open();
    await page.keyboard.type('林远');
    await palette.items.filter({ hasText: '林远' }).click();
    await expect
      .poll(() => codexModel(page, 'zh-CN').field('name').inputValue(), soon)
      .toBe('林远');
    await page.keyboard.press('Escape');
    await palette.run('渡口');
    await text.paragraph('船来了。').waitFor();
  });

  it('finds a command by another word a writer has for it, where its title is [F24]', async () => {
    const { page, palette, word } = await open();
    const wanted = [
      ['目标', word('days:commands.open')],
      ['锁', word('lock-in:commands.open')],
      ['夜间', word('app:commands.darkTheme')],
      ['吃书', word('contradictions:commands.open')],
      ['备份', word('backups:title')],
      ['外发', word('egress:title')],
      ['保密', word('chapter:command')],
      ['新名字', word('codex:newNames.title')],
      ['新建设定', word('codex:commands.add')],
      ['新建人物', word('codex:commands.add')],
      ['新建章节', word('binder:commands.new')],
      ['时间轴', word('codex:commands.timeline')],
      ['续写', word('write:commands.ask')],
      ['回收站', word('binder:commands.deleted')],
    ] as const;
    for (const [asked, title] of wanted) {
      await palette.open();
      await page.keyboard.type(asked);
      await palette.items.filter({ hasText: title }).waitFor();
      expect(await palette.items.filter({ hasText: title }).count()).toBe(1);
      await page.keyboard.press('Escape');
      await palette.dialog.waitFor({ state: 'detached' });
    }
  });

  it('offers what became possible since it was opened, and says of what did not stay so [F24]', async () => {
    const { page, palette, project, word } = await open();
    const { projectId } = project;
    const title = word('replace:commands.undo');
    const offered = palette.items.filter({ hasText: title });
    await palette.open();
    const { items } = await desk.call('manuscript:search', { projectId, query: '船' });
    const places = items.map(({ documentId, start, end, match }) => ({
      ...{ documentId, start, end },
      expected: match,
    }));
    const { undoId } = await desk.call('manuscript:replace', {
      ...{ projectId, places, replacement: '舟', records: [] },
    });
    await page.keyboard.type(title);
    await offered.waitFor();
    // An answer of before may still be under way.
    const takenBack = page.waitForResponse(
      async (response) =>
        response.url().includes('manuscript%3Alatest') &&
        (await response.json()).value.undoId === null,
    );
    await desk.call('manuscript:undo', { projectId, undoId });
    await takenBack;
    await page.keyboard.press('Enter');
    await page.getByText(word('palette:impossible', { title })).waitFor();
    expect(await palette.dialog.count()).toBe(0);
  });

  it('says that nothing was found, where axe finds nothing [F24]', async () => {
    const { page, palette, word } = await open();
    await palette.open();
    await page.keyboard.type('并没有的词');
    await page.getByText(word('palette:empty', { query: '并没有的词' })).waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('goes back to the text after a command, and after the dialog that a command opened [F24]', async () => {
    const { page, palette, text, word } = await open();
    await text.text.focus();
    await palette.run(word('app:commands.darkTheme'));
    await hasFocus(text.text);
    await palette.run(word('app:commands.shortcuts'));
    const dialog = page.getByRole('dialog', { name: word('settings:title') });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(text.text);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it.each(['Control+Alt+1', 'Control+Alt+2', 'Control+Alt+4'])(
    'goes back to where the writer was in a view of the whole book, %s, after a dialog of a command [F24]',
    async (keys) => {
      const { page, palette, text, word } = await open();
      await text.text.focus();
      await page.keyboard.press(keys);
      const view = page.locator('.ui-screen');
      await view.waitFor();
      await expect.poll(() => view.evaluate(hasFocusInside), soon).toBe(true);
      await palette.run(word('app:commands.shortcuts'));
      const dialog = page.getByRole('dialog', { name: word('settings:title') });
      await dialog.waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(() => view.evaluate(hasFocusInside), soon).toBe(true);
    },
  );

  it('goes back from earlier versions to the view of the whole book they were opened over [F24]', async () => {
    const { page, text, word } = await open();
    await text.text.focus();
    await page.keyboard.press('Control+Alt+1');
    const view = page.locator('.structure-card').first();
    await view.waitFor();
    await page.keyboard.press('Control+Alt+H');
    const history = page.getByRole('main', { name: word('history:title') });
    await history.waitFor();
    await page.keyboard.press('Escape');
    await history.waitFor({ state: 'detached', timeout: 5_000 });
    expect(await view.count()).toBe(1);
  });

  it('shows what a command brings up, and changes no text that is not seen [F24]', async () => {
    const { page, palette, text, word } = await open();
    await text.text.focus();
    await page.keyboard.press('Control+Alt+1');
    await page.locator('.structure-card').first().waitFor();
    await palette.open();
    for (const key of ['editor:commands.bold', 'notes:commands.add']) {
      expect(await palette.items.filter({ hasText: word(key) }).count()).toBe(0);
    }
    await page.keyboard.press('Escape');
    await palette.dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Alt+Enter');
    await palette.run(word('codex:commands.add'));
    await hasFocus(codexModel(page, 'zh-CN').field('name'));
    await text.text.waitFor();
    await page.keyboard.press('Control+Alt+1');
    await page.locator('.structure-card:focus').waitFor();
    await palette.run(word('notes:commands.open'));
    await hasFocus(text.text);
    await page.keyboard.press('Control+Alt+H');
    await page.getByRole('main', { name: word('history:title') }).waitFor();
    await palette.run(word('notes:commands.open'));
    await page.getByRole('main', { name: word('history:title') }).waitFor({ state: 'detached' });
    await page.getByRole('tabpanel', { name: word('notes:title') }).waitFor();
    await expect.poll(text.visibleLines, soon).toEqual(['第一章雪夜', '窗外的雪落了一夜。']);
  });

  it('F24 finds words anywhere in the book and goes to them', async () => {
    const { page, palette, text, project } = await open();
    await desk.call('retrieval:index', { projectId: project.projectId, wait: true });
    await palette.open();
    await page.keyboard.type('天亮');
    await palette.items.filter({ hasText: '第二章' }).filter({ hasText: '天亮了。' }).click();
    await text.paragraph('天亮了。').waitFor();
    await expect.poll(() => page.evaluate(() => String(getSelection())), soon).toBe('天亮');
  });

  it('F24 folds columns and shows only the page by key, and Esc returns to the text', async () => {
    const { page, binder, text } = await open();
    await page.keyboard.press('Control+Backslash');
    await binder.binder.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Backslash');
    await binder.binder.waitFor();
    await page.keyboard.press('F11');
    await binder.binder.waitFor({ state: 'detached' });
    await page.keyboard.press('F11');
    await binder.binder.waitFor();
    await binder.chapter('雪夜').focus();
    await page.keyboard.press('Escape');
    await hasFocus(text.text);
    expect(await binder.binder.isVisible()).toBe(true);
  });

  it('meters nothing while only the page is shown, but says whether it is saved [F26]', async () => {
    const { page, binder, text, word } = await open();
    const foot = page.locator('footer.status-bar');
    await text.text.focus();
    await foot.getByText(word('app:status.noModel')).waitFor();
    await page.keyboard.press('F11');
    await binder.binder.waitFor({ state: 'detached' });
    await expect.poll(() => foot.textContent(), soon).not.toMatch(/字|模型/u);
    await page.keyboard.type('夜里。');
    await text.saved();
    expect(await foot.textContent()).not.toMatch(/字|\d{2}|上下文/u);
    await page.keyboard.press('F11');
    await foot.getByText(word('app:status.noModel')).waitFor();
  });

  it('F24 keeps the commands of chapters, and the undo, while the binder is folded away', async () => {
    const { page, binder, palette, text, word } = await open();
    await page.keyboard.press('F11');
    await binder.binder.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Alt+ArrowDown');
    await text.paragraph('天亮了。').waitFor();
    await palette.run(word('binder:commands.delete'));
    await text.paragraph('船来了。').waitFor();
    await binder.undo.click();
    await text.paragraph('天亮了。').waitFor();
    await page.keyboard.press('F2');
    await binder.renameField.waitFor();
    await expect.poll(() => binder.renameField.inputValue(), soon).toBe('第二章 归途');
  });

  it('F17 brings back a chapter that was deleted in an earlier sitting', async () => {
    const { page, binder, palette, word, text, project } = await open();
    await desk.call('documents:delete', {
      projectId: project.projectId,
      documentId: project.documents[1]?.documentId ?? '',
    });
    await binder.chapter('归途').waitFor({ state: 'detached' });
    await palette.run(word('binder:commands.deleted').replace('…', ''));
    const dialog = page.getByRole('dialog', { name: word('binder:deletedChapters.title') });
    await dialog.getByText('归途').waitFor();
    await dialog
      .getByRole('button', { name: word('binder:deletedChapters.restoreOne', { title: '归途' }) })
      .press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await text.paragraph('天亮了。').waitFor();
    await expect.poll(() => binder.titles(), soon).toHaveLength(3);
  });

  it('remembers the columns and the place in the text for the next start', async () => {
    const { page, binder, text, project } = await open();
    await binder.open('渡口');
    await text.caretAfter('船来了。');
    await page.keyboard.press('Control+J');
    await expect
      .poll(async () => (await desk.call('settings:get', {})).layout, soon)
      .toMatchObject({ desk: { dockOpen: false }, [`place:${project.projectId}`]: { cursor: 14 } });
    await page.reload();
    await text.paragraph('船来了。').waitFor();
    await expect.poll(() => binder.current.textContent(), soon).toBe('渡口');
    await page.keyboard.press('Control+J');
  });

  it('creates a chapter after the open one and names it in its place', async () => {
    const { page, binder, text } = await open();
    await page.keyboard.press('Control+Alt+N');
    await hasFocus(binder.renameField);
    await page.keyboard.type('第四章 空簿');
    await page.keyboard.press('Enter');
    await binder.chapter('空簿').waitFor();
    await expect.poll(() => binder.titles(), soon).toEqual(['雪夜', '空簿', '归途', '渡口']);
    await hasFocus(text.text);
    await page.keyboard.type('新的一天。');
    await text.paragraph('新的一天。').waitFor();
  });

  it('reorders chapters by keyboard and brings a deleted one back', async () => {
    const { page, binder } = await open();
    await binder.chapter('归途').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => binder.titles(), soon).toEqual(['归途', '雪夜', '渡口']);
    await binder.menu('雪夜', 'delete');
    await expect.poll(() => binder.titles(), soon).toEqual(['归途', '渡口']);
    await binder.undo.click();
    await expect.poll(() => binder.titles(), soon).toEqual(['归途', '雪夜', '渡口']);
  });

  it('takes back one deletion after the other by the same keys, from the page that comes back with each [W1]', async () => {
    const { page, binder, palette, text, word } = await open();
    await text.text.focus();
    for (const left of [['归途', '渡口'], ['渡口']]) {
      await palette.run(word('binder:commands.delete'));
      await expect.poll(() => binder.titles(), soon).toEqual(left);
    }
    await text.paragraph('船来了。').waitFor();
    for (const back of ['天亮了。', '窗外的雪落了一夜。']) {
      await hasFocus(text.text);
      await page.keyboard.press('Control+z');
      await text.paragraph(back).waitFor();
    }
    expect(await binder.titles()).toEqual(['雪夜', '归途', '渡口']);
  });

  it('deletes a chapter once where it was asked for twice before it was done [W1]', async () => {
    const { page, binder, palette, text, word } = await open();
    const first = await held(page, 'documents:delete');
    await text.text.focus();
    await palette.run(word('binder:commands.delete'));
    await first.asked;
    await palette.run(word('binder:commands.delete'));
    first.give();
    await expect.poll(() => binder.titles(), soon).toEqual(['归途', '渡口']);
    await text.paragraph('天亮了。').waitFor();
    await binder.undo.click();
    await text.paragraph('窗外的雪落了一夜。').waitFor();
    expect(await page.getByText(word('errors:DOCUMENT_NOT_FOUND.what')).count()).toBe(0);
    expect(await binder.titles()).toEqual(['雪夜', '归途', '渡口']);
  });

  it('F18 restores an earlier version, and takes the restoring back', async () => {
    const { page, text, project, word, binder } = await open();
    const [chapter] = project.documents;
    if (chapter === undefined) throw new Error('no chapter');
    await desk.call('documents:snapshots:create', {
      projectId: project.projectId,
      documentId: chapter.documentId,
    });
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('没有风。');
    await text.saved();
    await page.keyboard.press('Control+Alt+H');
    const history = page.getByRole('main', { name: word('history:title') });
    await history.getByRole('button', { name: word('history:reasons.manual') }).click();
    await history.locator('.history-bar .ui-button[data-variant="primary"]').click();
    await history.waitFor({ state: 'detached' });
    await expect.poll(() => text.visibleLines(), soon).not.toContain('窗外的雪落了一夜。没有风。');
    await binder.undo.click();
    await text.paragraph('没有风。').waitFor();
  });

  it('finds and replaces, and counts what it found', async () => {
    const { page, text, word } = await open();
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('雪又落。');
    await page.keyboard.press('Control+H');
    const bar = page.getByRole('search', { name: word('editor:find.label') });
    await bar.getByRole('textbox', { name: word('editor:find.find'), exact: true }).fill('雪');
    await bar.getByText(word('editor:find.total', { count: 3 })).waitFor();
    await bar.getByRole('textbox', { name: word('editor:find.replace'), exact: true }).fill('雨');
    await bar.getByRole('button', { name: word('editor:find.replaceAll') }).click();
    await expect.poll(() => text.visibleLines(), soon).toContain('窗外的雨落了一夜。雨又落。');
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
  });
});
