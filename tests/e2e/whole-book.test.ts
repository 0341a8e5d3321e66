import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '01.md': '# 第一章 渡口\n\n郑九敲锣。郑九斤卖豆腐，他笑了。\n',
  '02.md': '# 第二章 来信\n\n信是郑九捎来的。郑九不说话。\n',
};

const open = async (language: Language) => {
  const project = await desk.project(files);
  const { projectId } = project;
  const made = { projectId, kind: 'character' as const, summary: '' };
  await desk.call('knowledge:entities:create', { ...made, name: '郑九', aliases: ['九叔'] });
  await desk.call('knowledge:entities:create', { ...made, name: '郑九斤' });
  const window = await desk.window(language, { project });
  const dialog = window.page.getByRole('dialog', { name: window.word('replace:title') });
  const bytes = () =>
    Promise.all(Object.keys(files).map((name) => readFile(desk.file(project, name), 'utf8')));
  /** Asks by keyboard for the places. */
  const find = async (what: string, to: string): Promise<Locator> => {
    const { page, word } = window;
    await page.keyboard.press('Control+Shift+H');
    const field = dialog.getByRole('textbox', { name: word('replace:find'), exact: true });
    await hasFocus(field);
    await field.fill(what);
    await dialog.getByLabel(word('replace:with')).fill(to);
    const places = dialog.getByRole('listitem').getByRole('checkbox');
    await places.first().waitFor();
    return places;
  };
  /** Asks for 郑石 in place of 郑九, until so many places are shown. */
  const findPlaces = async (count: number): Promise<Locator> => {
    const places = await find('郑九', '郑石');
    await expect.poll(() => places.count(), soon).toBe(count);
    return places;
  };
  return { ...window, project, dialog, bytes, find, findPlaces };
};

describe('the whole book as one text', () => {
  it('is had back whole by the keys in the text right after a replacement [W2]', async () => {
    const { page, text, dialog, word, bytes, findPlaces } = await open('zh-CN');
    const before = await bytes();
    await text.caretAfter('敲锣。');
    await page.keyboard.type('他走。');
    await text.saved();
    await findPlaces(6);
    await dialog.getByRole('button', { name: /^替换/u }).last().click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => text.text.textContent(), soon).toContain('郑石敲锣。');
    await hasFocus(text.text);
    await page.keyboard.press('Control+z');
    const typed = [before[0]?.replace('敲锣。', '敲锣。他走。'), before[1]];
    await expect.poll(bytes, soon).toEqual(typed);
    // What was typed before is next: nothing brings one chapter's part of the replacement back.
    await page.getByText(word('replace:undone', { count: 2 })).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(bytes, soon).toEqual(before);
    await expect.poll(() => text.text.textContent(), soon).toContain('郑九敲锣。郑九斤');
  });

  it('is had back by the keys in a text that had no place of it and in which nothing was typed since, and never in part [W2]', async () => {
    const { page, text, dialog, word, bytes, find } = await open('zh-CN');
    const before = await bytes();
    await text.caretAfter('敲锣。');
    await page.keyboard.type('他走。');
    await text.saved();
    const typed = [before[0]?.replace('敲锣。', '敲锣。他走。'), before[1]];
    const replace = async (what: string, to: string) => {
      await find(what, to);
      await dialog.getByRole('button', { name: /^替换/u }).last().click();
      await dialog.waitFor({ state: 'detached' });
      await hasFocus(text.text);
    };
    await replace('捎来', '带来');
    await expect.poll(bytes, soon).toEqual([typed[0], before[1]?.replace('捎来', '带来')]);
    await page.keyboard.press('Control+z');
    await expect.poll(bytes, soon).toEqual(typed);
    await page.getByText(word('replace:undone', { count: 1 })).waitFor();
    // Once nothing offers it any more, the keys are for what was typed.
    await page.clock.install();
    await replace('笑了', '不笑');
    await expect.poll(() => text.text.textContent(), soon).toContain('他不笑');
    await page.clock.fastForward(13_000);
    await page.keyboard.press('Control+z');
    await expect.poll(bytes, soon).toEqual([before[0]?.replace('笑了', '不笑'), before[1]]);
  });

  for (const language of ['zh-CN', 'en'] satisfies Language[]) {
    it(`replaces what is ticked, by keyboard, and one undo restores the bytes (${language}) [W2]`, async () => {
      const { page, text, dialog, word, bytes, findPlaces } = await open(language);
      const before = await bytes();
      await text.caretAfter('敲锣。');
      await page.keyboard.type('又是郑九。');
      const places = await findPlaces(7);
      expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
      await places.last().waitFor();
      expect(await places.last().getAttribute('aria-checked')).toBe('false');
      const summary = dialog.locator('.replace-summary');
      const toLookAt = word('replace:summaryDoubtful', { count: 1 });
      expect(await summary.textContent()).toContain(toLookAt);
      await places.last().focus();
      await page.keyboard.press('Space');
      await expect.poll(() => summary.textContent(), soon).not.toContain(toLookAt);
      await page.keyboard.press('Space');
      await places.nth(4).focus();
      await page.keyboard.press('Space');
      const what = word('replace:places', { count: 3 });
      await dialog.getByRole('button', { name: word('replace:replace', { what }) }).click();
      await dialog.waitFor({ state: 'detached' });
      // A notice goes after a while, but for one that is reached for.
      const undo = page.getByRole('button', { name: word('app:actions.undo') });
      await undo.hover();
      await expect
        .poll(() => text.text.textContent(), soon)
        .toContain('郑石敲锣。又是郑石。郑九斤卖豆腐');
      expect((await bytes())[1]).toContain('信是郑九捎来的。郑石不说话');
      await undo.click();
      await expect
        .poll(bytes, soon)
        .toEqual([before[0]?.replace('敲锣。', '敲锣。又是郑九。'), before[1]]);
    });
  }

  for (const language of ['zh-CN', 'en'] satisfies Language[]) {
    it(`names the chapters in which an undo left places that were reworded since, as the way there (${language}) [W2]`, async () => {
      const { page, text, dialog, word, binder, palette, bytes, findPlaces } = await open(language);
      await text.text.focus();
      await findPlaces(6);
      await dialog.locator('.replace-foot').getByRole('button').click();
      await dialog.waitFor({ state: 'detached' });
      await binder.open('来信');
      await text.caretAfter('信是郑');
      await page.keyboard.insertText('大');
      await binder.open('渡口');
      await text.caretAfter('敲锣。');
      await page.keyboard.insertText('天黑了。');
      await text.saved();
      // The way back is the book's, not the window's.
      await page.reload({ waitUntil: 'networkidle' });
      await text.ready();
      await palette.run(word('replace:commands.undo'));
      const left = page.getByRole('dialog', { name: word('replace:left.title') });
      await left.getByText(word('replace:places', { count: 1 })).waitFor();
      expect(await bytes()).toEqual([
        files['01.md'].replace('敲锣。', '敲锣。天黑了。'),
        '# 第二章 来信\n\n信是郑大石捎来的。郑九不说话。\n',
      ]);
      await settled(page);
      expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
      await left.getByRole('button', { name: '来信' }).click();
      await left.waitFor({ state: 'detached' });
      await expect.poll(() => text.text.textContent(), soon).toContain('信是郑大石捎来的');
    });
  }

  it('keeps the search, what was unticked and the place that was gone to, until another is asked for, and is walked by page and chapter [W2]', async () => {
    const { page, text, dialog, word, findPlaces } = await open('zh-CN');
    const places = await findPlaces(6);
    // The heads of the chapters are among them.
    const head = (name: string) => dialog.locator('.replace-chapter', { hasText: name });
    await places.nth(1).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Control+ArrowDown');
    await hasFocus(head('来信'));
    await page.keyboard.press('Control+ArrowUp');
    await hasFocus(head('渡口'));
    await page.keyboard.press('PageDown');
    await hasFocus(places.last());
    await page.keyboard.press('PageUp');
    await hasFocus(head('渡口'));
    await page.keyboard.press('ArrowDown');
    await dialog.getByRole('button', { name: word('replace:open') }).click();
    await dialog.waitFor({ state: 'detached' });
    // What is written before it moves the places on.
    await text.caretAfter('渡口');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText('天黑了。');
    await text.saved();
    const find = dialog.getByRole('textbox', { name: word('replace:find'), exact: true });
    const ticks = () =>
      places.evaluateAll((all) => all.map((one) => one.getAttribute('aria-checked')));
    for (const key of ['Escape', 'Escape']) {
      await page.keyboard.press('Control+Shift+H');
      await hasFocus(find);
      expect(await find.inputValue()).toBe('郑九');
      expect(await dialog.getByLabel(word('replace:with')).inputValue()).toBe('郑石');
      await expect.poll(ticks, soon).toEqual(['false', 'false', 'true', 'true', 'true', 'false']);
      await page.keyboard.press(key);
      await dialog.waitFor({ state: 'detached' });
    }
  });

  it('looks for Latin words as whole ones until told otherwise, and keeps what it was told [W2]', async () => {
    const project = await desk.project({ '01.md': '# One\n\nAnn cannot. Ann, Anne.\n' }, 'en');
    const { page, word } = await desk.window('en', { project });
    const dialog = page.getByRole('dialog', { name: word('replace:title') });
    await page.keyboard.press('Control+Shift+H');
    const find = dialog.getByRole('textbox', { name: word('replace:find'), exact: true });
    await find.fill('Ann');
    const places = dialog.locator('.replace-place');
    await expect.poll(() => places.count(), soon).toBe(2);
    const whole = dialog.getByRole('switch', { name: word('replace:rules.wholeWord') });
    expect(await whole.isChecked()).toBe(true);
    await dialog.getByText(word('replace:wholeOnly')).waitFor();
    await dialog.getByText(word('replace:rules.wholeWord'), { exact: true }).click();
    await expect.poll(() => places.count(), soon).toBe(4);
    await find.fill('cannot');
    await expect.poll(() => places.count(), soon).toBe(1);
    expect(await whole.isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+H');
    await expect.poll(() => places.count(), soon).toBe(1);
    expect(await whole.isChecked()).toBe(false);
  });

  it('puts what the brackets of a regular expression found into each place [W2]', async () => {
    const { page, dialog, word, bytes } = await open('en');
    await page.keyboard.press('Control+Shift+H');
    await dialog.getByText(word('replace:rules.regex')).click();
    await dialog
      .getByRole('textbox', { name: word('replace:find'), exact: true })
      .fill('信(.)郑九(不)?');
    await dialog.getByLabel(word('replace:with')).fill('$2$1$&$$');
    await dialog.getByText(word('replace:groups')).waitFor();
    await dialog.getByRole('checkbox').getByText('是信是郑九$').waitFor();
    const preview = dialog.getByRole('region', { name: word('replace:preview') });
    await preview.getByText('是信是郑九$').waitFor();
    const what = word('replace:places', { count: 1 });
    await dialog.getByRole('button', { name: word('replace:replace', { what }) }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await bytes())[1], soon)
      .toBe('# 第二章 来信\n\n是信是郑九$捎来的。郑九不说话。\n');
  });

  it('renames a character everywhere from one preview and leaves longer names alone [W2]', async () => {
    const { page, dialog, word, bytes, palette, project } = await open('zh-CN');
    await palette.run(word('replace:commands.rename'));
    await hasFocus(dialog.getByRole('button', { name: word('replace:whom') }));
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: '郑九', exact: true }).click();
    await dialog.getByLabel(word('replace:newName')).fill('郑石');
    await dialog.locator('.replace-record ins', { hasText: '石叔' }).waitFor();
    const what = word('replace:placesAnd', {
      places: word('replace:places', { count: 3 }),
      inRecords: word('replace:inRecords', { count: 1 }),
    });
    await dialog.getByRole('button', { name: word('replace:rename', { what }) }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await bytes())[0]).toContain('郑石敲锣。郑九斤卖豆腐，他笑了');
    const { items } = await desk.call('knowledge:entities:list', { projectId: project.projectId });
    expect(items[0]).toMatchObject({ name: '郑石', aliases: ['石叔'] });
  });

  it('finds whose name changes among many by what is typed, in Chinese too, by keyboard [W2]', async () => {
    const { page, dialog, word, palette, project } = await open('zh-CN');
    for (const name of ['阿禾', '阿荷', '母亲', '守潮人', '老周', '渡客', '货郎']) {
      const { projectId } = project;
      await desk.call('knowledge:entities:create', {
        ...{ projectId, kind: 'character', summary: '', name, aliases: [`小${name}`] },
      });
    }
    await palette.run(word('replace:commands.rename'));
    const whom = dialog.getByRole('combobox', { name: word('replace:whom') });
    await hasFocus(whom);
    await page.keyboard.insertText('荷');
    const options = page.getByRole('option');
    await expect.poll(() => options.allTextContents(), soon).toEqual(['阿荷']);
    expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await whom.inputValue()).toBe('阿荷');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('谁也不是');
    await page.getByText(word('replace:nobodyFound')).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => whom.inputValue(), soon).toBe('阿荷');
    await dialog.getByLabel(word('replace:newName')).fill('阿莲');
    await dialog.getByText(word('replace:none')).waitFor();
  });

  it('leads to the first entry where a codex has nobody to rename [W2]', async () => {
    const project = await desk.project({ '01.md': '# 第一章\n\n郑九敲锣。\n' });
    const { page, palette, word } = await desk.window('zh-CN', { project });
    await palette.run(word('replace:commands.rename'));
    const dialog = page.getByRole('dialog', { name: word('replace:title') });
    await dialog.getByText(word('replace:noEntries')).waitFor();
    await dialog.getByRole('button', { name: word('codex:add') }).click();
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(page.getByRole('textbox', { name: word('codex:form.name'), exact: true }));
    expect(await page.getByText(word('codex:form.new')).isVisible()).toBe(true);
  });

  for (const language of ['zh-CN', 'en'] satisfies Language[]) {
    it(`stops with the chapter’s name when another window changed a place meanwhile, and nothing is replaced (${language}) [W2]`, async () => {
      const { page, dialog, word, text, project, bytes, findPlaces } = await open(language);
      await text.text.focus();
      await findPlaces(6);
      const other = await desk.window(language, { project });
      await other.binder.open('来信');
      await other.text.caretAfter('信是');
      await other.page.keyboard.insertText('昨夜');
      await expect.poll(async () => (await bytes())[1], soon).toContain('信是昨夜郑九');
      const before = await bytes();
      const replace = dialog.locator('.replace-foot').getByRole('button');
      await replace.click();
      const failure = dialog.locator('.ui-error');
      await failure.getByText('来信').waitFor();
      expect(await failure.textContent()).toContain(word('errors:REPLACE_PLACE_CHANGED.what'));
      expect(await bytes()).toEqual(before);
      await settled(page);
      expect(await axeFindings(page, { inside: '[role=dialog]' })).toEqual([]);
      await failure.getByRole('button', { name: word('replace:again') }).click();
      await dialog.locator('.replace-foot button:not([disabled])').click();
      await dialog.waitFor({ state: 'detached' });
      await expect.poll(async () => (await bytes())[1], soon).toContain('信是昨夜郑石');
    });
  }

  it('leaves the caret of this and of another window between the places it changes [W2]', async () => {
    const project = await desk.project({
      '01.md': '# 渡口\n\n郑九敲锣。\n\n路上没有人。天黑了。\n\n郑九不说话。\n',
    });
    const other = await desk.window('zh-CN', { project });
    await other.text.caretAfter('天黑了。');
    const { page, text, word } = await desk.window('zh-CN', { project });
    await text.caretAfter('没有人。');
    await page.keyboard.press('Control+Shift+H');
    const dialog = page.getByRole('dialog', { name: word('replace:title') });
    await hasFocus(dialog.getByRole('textbox', { name: word('replace:find'), exact: true }));
    await page.keyboard.type('郑九');
    await dialog.getByLabel(word('replace:with')).fill('郑石');
    await dialog.locator('.replace-foot button:not([disabled])').click();
    await dialog.waitFor({ state: 'detached' });
    for (const one of [text, other.text]) {
      await expect.poll(() => one.text.textContent(), soon).toContain('郑石不说话');
    }
    await hasFocus(text.text);
    await page.keyboard.insertText('雪停了。');
    await text.saved();
    await expect.poll(() => other.text.text.textContent(), soon).toContain('雪停了。');
    await other.page.keyboard.insertText('他们走了。');
    await other.text.saved();
    expect(await readFile(desk.file(project, '01.md'), 'utf8')).toBe(
      '# 渡口\n\n郑石敲锣。\n\n路上没有人。雪停了。天黑了。他们走了。\n\n郑石不说话。\n',
    );
  });

  it('shows counts and scenes of all chapters as a replacement in many left them, and as its undo did [W1, W2]', async () => {
    const names = ['甲', '乙', '丙', '丁', '戊', '己', '庚'];
    const project = await desk.project(
      Object.fromEntries(
        names.map((name) => [`${name}.md`, `# ${name}郑九\n\n雪落。\n\n***\n\n郑九敲锣。\n`]),
      ),
    );
    const { page, text, binder, word } = await desk.window('zh-CN', { project });
    const dialog = page.getByRole('dialog', { name: word('replace:title') });
    const chapters = binder.binder.locator('.binder-item:not(.binder-scene)');
    const counts = () => chapters.locator('.binder-row .ui-row-count').allTextContents();
    const scenes = binder.binder.locator('.binder-scene');
    const all = (count: string) => names.map(() => count);
    await binder.chapter('甲郑九').focus();
    await expect
      .poll(() => binder.chapter('甲郑九').getAttribute('aria-expanded'), soon)
      .toBe('false');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => scenes.allTextContents(), soon).toEqual(['1雪落。2', '2郑九敲锣。4']);
    const before = await counts();
    await text.text.focus();
    await page.keyboard.press('Control+Shift+H');
    await hasFocus(dialog.getByRole('textbox', { name: word('replace:find'), exact: true }));
    await page.keyboard.type('郑九');
    await dialog.getByLabel(word('replace:with')).fill('郑石头');
    const what = word('replace:places', { count: 14 });
    await dialog.getByRole('button', { name: word('replace:replace', { what }) }).click();
    await dialog.waitFor({ state: 'detached' });
    const undo = page.getByRole('button', { name: word('app:actions.undo') });
    await undo.hover();
    await expect.poll(() => scenes.allTextContents(), soon).toEqual(['1雪落。2', '2郑石头敲锣。5']);
    await expect.poll(counts, soon).toEqual(before.map((count) => `${Number(count) + 2}`));
    await undo.click();
    await expect.poll(() => scenes.allTextContents(), soon).toEqual(['1雪落。2', '2郑九敲锣。4']);
    await expect.poll(counts, soon).toEqual(before);
    expect(before).toEqual(all(before[0] ?? ''));
  });
});
