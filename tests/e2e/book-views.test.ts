import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const prose = 'I know that Jane was glad. When Jane came, Jane sat.';
const files = { '01.md': `# One\n\n${prose}\n`, '02.md': '# Two\n\nNothing.\n' };

describe('views in place of the page', () => {
  it('have the focus when they open and keep it, and F6 walks through them [W7, F24]', async () => {
    const project = await desk.project(files, 'en');
    const { page, word, text } = await desk.window('en', { project });
    const screen = page.locator('main.ui-screen');
    await hasFocus(text.text);
    for (const command of ['reports:commands.open', 'threads:commands.open'] as const) {
      await page.keyboard.press('Control+K');
      await page.keyboard.type(word(command));
      await page.getByRole('option', { selected: true, name: word(command) }).waitFor();
      await page.keyboard.press('Enter');
      await hasFocus(screen);
    }
    await page.keyboard.press('Control+Alt+4');
    await screen.getByRole('button', { name: word('reports:make') }).press('Enter');
    await screen.getByRole('tab').first().waitFor();
    await hasFocus(screen);

    for (const pane of ['.status-bar', '.binder', 'main.ui-screen', '.status-bar']) {
      await page.keyboard.press('F6');
      await hasFocus(page.locator(pane));
    }
    await page.keyboard.press('Escape');
    await hasFocus(text.text);
    expect(await screen.count()).toBe(0);
  });

  it.each(['corkboard', 'outline', 'reports', 'history'] as const)(
    'give way to the page when the open chapter’s own line is clicked (%s) [W1, W7]',
    async (view) => {
      const project = await desk.project(files, 'en');
      const { page, word, text, binder, palette } = await desk.window('en', { project });
      const command = {
        corkboard: 'structure:commands.corkboard',
        outline: 'structure:commands.outline',
        reports: 'reports:commands.open',
        history: 'history:command',
      }[view];
      const screen = page.locator('main.ui-screen');
      const history = page.getByRole('main', { name: word('history:title') });
      await palette.run(word(command));
      await (view === 'history' ? history : screen).waitFor();
      // What is in the line has its own to do.
      await binder.chapter('One').hover();
      await binder.chapter('One').getByRole('button').last().click();
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      expect(await text.text.isVisible()).toBe(false);
      await binder.open('One');
      await text.text.waitFor();
      expect(await screen.or(history).count()).toBe(0);
      await hasFocus(text.text);
      await page.keyboard.type('Here.');
      expect(await text.text.textContent()).toContain('Here.');
    },
  );

  it.each(['en', 'zh-CN'] as const)(
    'stand in the binder in words, folded in signs, and stay as the writer left them (%s) [W1, F24]',
    async (language) => {
      const project = await desk.project(files, language);
      const { page, word, text } = await desk.window(language, { project });
      const list = page.getByRole('toolbar', { name: word('binder:wholeBook') });
      const fold = list.getByRole('button', { name: word('binder:wholeBook'), exact: true });
      const promises = list.getByRole('button', { name: word('threads:title') });
      const screen = page.locator('main.ui-screen');
      expect(await fold.getAttribute('aria-expanded')).toBe('true');
      expect(await promises.textContent()).toBe(word('threads:title'));
      await fold.focus();
      for (let line = 0; line < 4; line += 1) await page.keyboard.press('ArrowDown');
      await hasFocus(promises);
      await page.keyboard.press('Enter');
      await screen.waitFor();
      expect(await promises.getAttribute('aria-pressed')).toBe('true');
      expect(await axeFindings(page)).toEqual([]);
      await promises.click();
      await screen.waitFor({ state: 'detached' });
      await list.getByRole('button', { name: word('days:title') }).click();
      await page.getByRole('dialog', { name: word('days:title') }).waitFor();
      await page.keyboard.press('Escape');

      await fold.click();
      await expect.poll(() => promises.textContent()).toBe('');
      await fold.press('ArrowRight');
      await hasFocus(list.getByRole('button', { name: word('structure:entry') }));
      expect(await axeFindings(page)).toEqual([]);
      const kept = async () => (await desk.call('settings:get', {})).layout.desk;
      await expect.poll(kept, soon).toMatchObject({ wholeBookOpen: false });
      await page.reload();
      await text.ready();
      expect(await fold.getAttribute('aria-expanded')).toBe('false');
      await fold.click();
      await expect.poll(kept, soon).toMatchObject({ wholeBookOpen: true });
    },
  );

  it('leave a lower window to the chapters, until they are unfolded there [W1]', async () => {
    await desk.call('settings:update', { layout: { desk: {} } });
    const project = await desk.project(files, 'en');
    const { page, word } = await desk.window('en', { project, width: 1024, height: 700 });
    const fold = page
      .getByRole('toolbar', { name: word('binder:wholeBook') })
      .getByRole('button', { name: word('binder:wholeBook') });
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('false');
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(() => fold.getAttribute('aria-expanded')).toBe('true');
  });

  it('of the whole book’s places keep the space before each and count in words [W2]', async () => {
    const project = await desk.project(files, 'en');
    const { page } = await desk.window('en', { project });
    await page.keyboard.press('Control+Shift+H');
    const dialog = page.getByRole('dialog');
    await hasFocus(dialog);
    await page.keyboard.type('Jane');
    const before = dialog.locator('.replace-before bdi');
    await expect.poll(() => before.count(), soon).toBe(3);
    await settled(page);
    // Drawn at the other end of the words, it would leave “thatJane”.
    const gaps = await before.evaluateAll((all) =>
      all.map((one) => {
        const [node] = one.childNodes;
        if (node === undefined) return false;
        const range = document.createRange();
        const length = node.textContent?.length ?? 0;
        range.setStart(node, length - 1);
        range.setEnd(node, length);
        const space = range.getBoundingClientRect();
        return space.width > 1 && space.right >= one.getBoundingClientRect().right - 1;
      }),
    );
    expect(gaps).toEqual([true, true, true]);
    await dialog.getByText('3 places in 1 chapter, 3 ticked.').waitFor();
  });
});

describe('a line of a report [W7]', () => {
  it('shows the words it is about in a narrow window', async () => {
    const ahead = '远处的锣一声紧一声慢，';
    const chapter = `# 一\n\n${`${ahead.repeat(5)}母亲望着门槛。${ahead.repeat(5)}\n\n`.repeat(6)}`;
    const project = await desk.project({ '01.md': chapter });
    const { page, word } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    await page.keyboard.press('Control+Alt+4');
    await page.getByRole('button', { name: word('reports:make') }).press('Enter');
    await page.getByRole('tab', { name: word('reports:kinds.overused') }).waitFor();
    const quotes = page.locator('.reports-quote');
    await quotes.filter({ hasText: '门槛' }).first().waitFor();
    await settled(page);
    const seen = await quotes.evaluateAll((all) =>
      all.map((quote) => {
        const row = quote.closest('.reports-line')?.getBoundingClientRect().right ?? 0;
        const mark = quote.querySelector('mark');
        if (mark === null) return false;
        // As wide as they would be: a hair less room, and the last of them is an ellipsis.
        const words = document.createRange();
        words.selectNodeContents(mark);
        return (
          words.getBoundingClientRect().width <= mark.getBoundingClientRect().width + 0.01 &&
          mark.getBoundingClientRect().right <= row
        );
      }),
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual(seen.map(() => true));
  });
});

describe('a replacement that was stopped [W2]', () => {
  it('leaves the focus in its dialog, which Escape closes [F24]', async () => {
    const project = await desk.project(files, 'en');
    const { page, word, text } = await desk.window('en', { project });
    await page.keyboard.press('Control+Shift+H');
    const dialog = page.getByRole('dialog');
    await hasFocus(dialog);
    await page.keyboard.type('Jane');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ann');
    const what = word('replace:places', { count: 3 });
    const replace = dialog.getByRole('button', { name: word('replace:replace', { what }) });
    await replace.waitFor();
    await writeFile(desk.file(project, '01.md'), '# One\n\nI know that she was glad.\n');
    await replace.press('Enter');
    await dialog.getByText(word('errors:REPLACE_PLACE_CHANGED.what')).waitFor();
    await hasFocus(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(text.text);
    await text.paragraph('I know that she was glad.').waitFor();
    expect(await text.visibleLines()).not.toContain(prose);
  });
});

describe('several notes beside one line [W4]', () => {
  it.each(['zh-CN', 'en'] as const)(
    'are counted in sight in a narrow window, and named with their number (%s) [F24]',
    async (language) => {
      const project = await desk.project(files, language);
      const { projectId } = project;
      const { documentId = '' } = project.documents[0] ?? {};
      const { text } = await desk.call('documents:read', { projectId, documentId });
      const start = text.indexOf(prose);
      const place = { documentId, start, end: start + prose.length, quote: prose };
      for (const said of ['Who?', 'When?']) {
        await desk.call('notes:create', { projectId, ...place, text: said, kind: 'note' });
      }
      const { page } = await desk.window(language, { project, width: 1024, height: 700 });
      const mark = page.locator('.note-mark');
      await mark.waitFor();
      if (!(await page.locator('.dock').isVisible())) await page.keyboard.press('Control+J');
      await page.locator('.dock').waitFor();
      await expect.poll(() => page.locator('.note-mark').count(), soon).toBe(1);
      await settled(page);
      const box = await mark.locator('span').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect(await axeFindings(page, { inside: '.note-mark' })).toEqual([]);
      await page.close();
    },
  );
});
