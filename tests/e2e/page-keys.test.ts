import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { interfaceLanguages } from '#shared/domain/interface-language.ts';
import { enterPage } from '#tests/helpers/enter-page.ts';
import { type Desk, deskModels, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

describe('the first page in a browser', () => {
  it('speaks as the browser does, and switches where somebody cannot read it [F24]', async () => {
    for (const [locale, language, other] of [
      ['zh-CN', 'zh-CN', 'en'],
      ['en-GB', 'en', 'zh-CN'],
    ] as const) {
      await desk.call('settings:update', { language: 'system' });
      const context = await desk.browser.newContext({ locale });
      const page = await context.newPage();
      await enterPage(page, desk.served);
      const { word } = deskModels(page, language);
      await page.getByRole('heading', { name: word('welcome:title') }).waitFor();
      await page
        .locator('.welcome-language .ui-segment')
        .filter({ hasText: interfaceLanguages[other].name })
        .click();
      const after = deskModels(page, other);
      await page.getByRole('heading', { name: after.word('welcome:title') }).waitFor();
      const chosen = async () => (await desk.call('settings:get', {})).language;
      await expect.poll(chosen, soon).toBe(other);
      await context.close();
    }
  });
});

describe.each(['zh-CN', 'en'] as const)('the keys of the page, %s', (language) => {
  const isChinese = language === 'zh-CN';
  const words = isChinese
    ? {
        chapter: '# 第一章 雪夜\n\n窗外的雪落了一夜。\n',
        other: '# 第二章 归途\n\n雪停了，又落。\n',
        sought: '雪',
      }
    : {
        chapter: '# One\n\nSnow fell all night.\n',
        other: '# Two\n\nThe snow stopped. Then snow again.\n',
        sought: 'now',
      };
  const open = async () => {
    const project = await desk.project({ '01.md': words.chapter, '02.md': words.other }, language);
    await desk.call('settings:update', { shortcuts: {} });
    const colorScheme = isChinese ? 'light' : 'dark';
    return { ...(await desk.window(language, { project, colorScheme })), project };
  };

  it('write on at the caret behind a dialog, also where a busy machine tells late that the page has the focus [F22, W3]', async () => {
    const { page, text, palette, word } = await open();
    const before = isChinese ? '一夜' : 'all night';
    await text.caretAfter(before);
    await palette.run(word('lock-in:commands.open'));
    const amount = page.getByRole('dialog').getByRole('textbox');
    await hasFocus(amount);
    await amount.press('Control+A');
    await text.text.evaluate((content) => {
      const beBusy = () => {
        const from = performance.now();
        while (performance.now() - from < 400);
      };
      content.addEventListener('focus', beBusy, { once: true });
    });
    await page.keyboard.press('Escape');
    await hasFocus(text.text);
    // What the browser tells of a selection it tells before it hands on the next key.
    await page.keyboard.press('x');
    await expect.poll(text.visibleLines, soon).toContainEqual(expect.stringContaining('x'));
    expect((await text.visibleLines()).join('\n')).toContain(`${before}x`);
  });

  it('leave what is typed to the field that has them, also from where End put the caret in a paragraph of many lines [F22, W3]', async () => {
    const long = (isChinese ? '雪落在门槛上，' : 'Snow fell on the step, ').repeat(40).trim();
    const project = await desk.project({ '01.md': `# 1\n\n${long}\n` }, language);
    const { page, text, binder, word } = await desk.window(language, { project });
    await text.text.focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    // Both before the page is measured again, as on a machine that is busy.
    await text.text.evaluate((content) => {
      for (const [key, keyCode] of [
        ['End', 35],
        ['F2', 113],
      ] as const)
        content.dispatchEvent(
          new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }),
        );
    });
    const field = binder.binder.getByRole('textbox', { name: word('binder:renameField') });
    await hasFocus(field);
    const name = isChinese ? '门槛上的雪和灯' : 'Snow on the step';
    for (const letter of name) await page.keyboard.insertText(letter);
    await page.keyboard.press('Enter');
    await binder.binder.getByRole('row').filter({ hasText: name }).waitFor();
    await hasFocus(text.text);
    const lines = async () => (await text.visibleLines()).join('');
    await expect.poll(lines, soon).toBe(`${name}${long}`);
    expect(await text.visibleLines()).toHaveLength(2);
  });

  it('make words italic and bold and take it back, and walk from pane to pane [F22, F24]', async () => {
    const { page, text, project } = await open();
    await text.caretAfter(isChinese ? '一夜' : 'night');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+B');
    await text.saved();
    const file = async () =>
      (
        await desk.call('documents:read', {
          projectId: project.projectId,
          documentId: project.documents[0]?.documentId ?? '',
        })
      ).text;
    await expect.poll(file, soon).toContain(isChinese ? '**一夜**。' : 'nig**ht**.');
    await page
      .locator('.cm-strong')
      .filter({ hasText: isChinese ? '一夜' : 'ht' })
      .waitFor();
    await page.keyboard.press('Control+I');
    await expect.poll(file, soon).toContain(isChinese ? '***一夜***。' : 'nig***ht***.');
    await page.keyboard.press('Control+B');
    await page.keyboard.press('Control+I');
    await expect.poll(file, soon).toBe(words.chapter);
    const pane = () =>
      page.evaluate(
        () =>
          ['.binder', '.page-text', '.dock-column', '.status-bar'].find((one) =>
            document.querySelector(one)?.contains(document.activeElement),
          ) ?? '',
      );
    await text.text.focus();
    for (const next of ['.dock-column', '.status-bar', '.binder', '.page-text']) {
      await page.keyboard.press('F6');
      await expect.poll(pane, soon).toBe(next);
    }
    await page.keyboard.press('Shift+F6');
    await expect.poll(pane, soon).toBe('.binder');
  });

  it('search the whole book for the selected words, and go there [F24]', async () => {
    const { page, text, project, word } = await open();
    await desk.call('retrieval:index', { projectId: project.projectId, wait: true });
    await text.caretAfter(words.sought);
    for (const _ of words.sought) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+Shift+F');
    const dialog = page.getByRole('dialog', { name: word('palette:book.label') });
    await expect.poll(() => dialog.getByRole('combobox').inputValue(), soon).toBe(words.sought);
    const query = isChinese ? '雪停' : 'now';
    await dialog.getByRole('combobox').fill(query);
    const count = isChinese ? 1 : 3;
    await dialog
      .getByText(word(isChinese ? 'palette:book.found' : 'palette:book.found_other', { count }), {
        exact: true,
      })
      .waitFor();
    await expect.poll(() => dialog.getByRole('option').count(), soon).toBe(count);
    await dialog.getByRole('option').last().click();
    await text.paragraph(isChinese ? '又落' : 'again').waitFor();
    await expect.poll(() => page.evaluate(() => String(getSelection())), soon).toBe(query);
  });

  it('are listed on a page, changed there, told when they are taken, and reset [F24]', async () => {
    const { page, text, palette, word } = await open();
    const say = (key: string, values?: Record<string, string>) =>
      word(`settings:shortcuts.${key}`, values);
    await page.getByRole('button', { name: word('app:head.settings'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: word('settings:title') });
    await dialog.getByRole('tab', { name: word('settings:sections.shortcuts') }).click();
    const title = word('editor:commands.find');
    // Each line says what no other says.
    await dialog.locator('.shortcut-row').first().waitFor();
    const names = await dialog.locator('.shortcut-row > :first-child').allTextContents();
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    const row = dialog
      .locator('.shortcut-row')
      .filter({ has: page.getByText(title, { exact: true }) });
    await row.getByRole('button', { name: say('change', { title }) }).click();
    await hasFocus(row.locator('[data-captures-keys]'));
    await page.keyboard.press('x');
    await row.getByText(say('refused.plain', { keys: 'X', control: 'Ctrl', alt: 'Alt' })).waitFor();
    await page.keyboard.press('Control+K');
    await row
      .getByText(say('taken', { keys: 'Ctrl K', title: word('app:commands.palette') }))
      .waitFor();
    await page.keyboard.press('Control+Alt+U');
    await expect
      .poll(async () => (await desk.call('settings:get', {})).shortcuts, soon)
      .toEqual({ 'editor.find': 'Mod+Alt+U' });
    await row.getByRole('button', { name: say('change', { title }) }).click();
    await hasFocus(row.locator('[data-captures-keys]'));
    await page.keyboard.press('Control+K');
    await row.getByRole('button', { name: say('takeOver') }).click();
    await expect
      .poll(async () => (await desk.call('settings:get', {})).shortcuts, soon)
      .toEqual({ 'editor.find': 'Mod+K', 'dialog.palette': '' });
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await text.text.focus();
    await page.keyboard.press('Control+K');
    await page.getByRole('search', { name: word('editor:find.label') }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: word('app:head.palette'), exact: true }).click();
    await palette.dialog.waitFor();
    await page.keyboard.press('Escape');
    await palette.dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+/');
    await dialog.getByRole('button', { name: say('resetAll') }).click();
    await expect
      .poll(async () => (await desk.call('settings:get', {})).shortcuts, soon)
      .toEqual({});
  });
});

describe('a chapter that is opened for the first time', () => {
  it('is seen from its beginning, however far down the one before was read [W5]', async () => {
    const sentence = '雪落在院子里，没有人来，灯也没有亮。';
    const paragraphs = (count: number): string =>
      Array.from({ length: count }, (_none, at) => `第 ${at} 段。${sentence.repeat(9)}`).join(
        '\n\n',
      );
    const project = await desk.project({
      '01.md': `# 第一章 雪夜\n\n${paragraphs(80)}\n`,
      '02.md': `# 第二章 归途\n\n${paragraphs(30)}\n`,
    });
    const { page, text, binder } = await desk.window('zh-CN', { project });
    const scroller = page.locator('main .page-text .cm-scroller');
    const top = () => scroller.evaluate((element) => element.scrollTop);
    await scroller.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    await expect.poll(top).toBeGreaterThan(1000);
    await binder.open('归途');
    await page.getByRole('heading', { level: 1, name: '归途' }).waitFor({ state: 'attached' });
    await text.ready();
    await hasFocus(text.text);
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await top()).toBe(0);
    await page.keyboard.type('天亮了。');
    await text.paragraph('天亮了。第 0 段').waitFor();
  });
});
