import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { codexModel, inspectModel } from './pages/dock-models.ts';
import { filesModel } from './pages/files-model.ts';
import { held, heldAnswer } from './pages/held.ts';
import { drawn, hasFocus } from './pages/settled.ts';
import { changeBook, twoBooks } from './pages/two-books.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const { open, otherBook } = twoBooks(() => desk);

describe('what was read for one thing and comes when another is shown', () => {
  it('does not count as goals of a book what was set for the one before [W3]', async () => {
    const models = await open();
    const { page, word, palette } = models;
    const other = await otherBook();
    await desk.call('goals:update', { projectId: other.projectId, perDay: 700 });
    await palette.run(word('days:commands.open'));
    const days = page.getByRole('dialog', { name: word('days:title') });
    const goal = days.getByRole('textbox', { name: word('days:goals.perDay') });
    const setting = await heldAnswer(page, 'goals:update');
    await goal.fill('1000');
    await goal.press('Tab');
    await setting.asked;
    await page.keyboard.press('Escape');
    await days.waitFor({ state: 'detached' });
    await changeBook(models, other.name);
    await palette.run(word('days:commands.open'));
    await expect.poll(() => goal.inputValue(), soon).toBe('700');
    await page.keyboard.press('Escape');
    await days.waitFor({ state: 'detached' });
    await setting.give();
    await palette.run(word('days:commands.open'));
    await goal.waitFor();
    expect(await goal.inputValue()).toBe('700');
  });

  it('exports a book by its own choices, not by those of the one before [B10]', async () => {
    const models = await open();
    const { page, word } = models;
    const other = await otherBook();
    const reading = await heldAnswer(page, 'documents:export:choices:get');
    await page.keyboard.press('Control+Alt+e');
    await reading.asked;
    await page.keyboard.press('Escape');
    await changeBook(models, other.name);
    await page.keyboard.press('Control+Alt+e');
    const dialog = page.getByRole('dialog', { name: word('export:title') });
    const target = dialog.locator('.export-target');
    const name = path.basename(other.path);
    await expect.poll(() => target.textContent(), soon).toContain(name);
    await reading.give();
    expect(await target.textContent()).toContain(name);
  });

  it('shows the request that was chosen last, not the one whose text comes last [N5]', async () => {
    const { page, text, word } = await open();
    const inspect = inspectModel(page, 'zh-CN');
    await inspect.show();
    await inspect.view('requests');
    await inspect.keep.click();
    await expect.poll(() => inspect.requests.count(), soon).toBe(1);
    await text.caretAfter('坐在灯下。');
    await page.keyboard.type('灯花落了。');
    await text.saved();
    await inspect.keep.click();
    await expect.poll(() => inspect.requests.count(), soon).toBe(2);
    await inspect.requests.nth(0).click();
    await inspect.requests.nth(1).click();
    const buttons = inspect.dock.getByRole('button', { name: word('inspect:requests.replay') });
    await expect.poll(() => buttons.count(), soon).toBe(2);
    const replaying = await heldAnswer(page, 'context:history:replay');
    await buttons.nth(0).click();
    await replaying.asked;
    await buttons.nth(1).click();
    await inspect.replayed.waitFor();
    const shown = await inspect.replayed.textContent();
    await replaying.give();
    expect(await inspect.replayed.textContent()).toBe(shown);
  });

  it('tells of the chapter on the page whom it mentions, not of the one before [W6]', async () => {
    const { page, text, binder, projectId } = await open();
    const kinds = [
      ['character', '林远'],
      ['location', '渡口'],
    ] as const;
    for (const [kind, name] of kinds) {
      await desk.call('knowledge:entities:create', { projectId, kind, name, summary: '' });
    }
    const codex = codexModel(page, 'zh-CN');
    await codex.show();
    const first = () => codex.list.getByRole('button').first().textContent();
    await expect.poll(first, soon).toContain('林远');
    // The page has its text; only the codex asks for it anew when it is saved.
    await text.caretAfter('坐在灯下。');
    const reading = await heldAnswer(page, 'documents:read');
    await page.keyboard.type('灯花落了。');
    await reading.asked;
    await binder.open('归途');
    await expect.poll(first, soon).toContain('渡口');
    await reading.give();
    expect(await first()).toContain('渡口');
  });

  it('shows an expectation no more once it is deleted, though an older list comes after [N11]', async () => {
    const { page, palette, word, projectId } = await open();
    const kept = { projectId, at: { every: true }, expect: 'in', note: '' } as const;
    const { expectationId } = await desk.call('expectations:create', {
      ...{ ...kept, item: { text: '灯' } },
    });
    await palette.run(word('expectations:commands.open'));
    const rows = page.getByRole('dialog').locator('.expectations-row');
    await expect.poll(() => rows.count(), soon).toBe(1);
    const listing = await heldAnswer(page, 'expectations:list');
    await desk.call('expectations:create', { ...kept, item: { text: '渡口' } });
    await listing.asked;
    await desk.call('expectations:delete', { projectId, expectationId });
    await expect
      .poll(() => rows.allTextContents(), soon)
      .toEqual([expect.stringContaining('渡口')]);
    await listing.give();
    expect(await rows.count()).toBe(1);
  });

  it('shows the files of the conversation that was chosen last [F15]', async () => {
    const { page, projectId } = await open();
    for (const title of ['其一', '其二', '其三']) {
      const { conversationId } = await desk.call('conversation:create', { projectId, title });
      const file = { conversationId, name: `${title}.txt`, text: title };
      await desk.call('conversation:attach', file);
    }
    const shown = filesModel(page, 'zh-CN');
    await shown.show();
    const choose = async (title: string): Promise<void> => {
      await shown.dock.getByRole('button', { name: shown.say('conversations') }).click();
      await page.getByRole('option', { name: title }).click();
    };
    await expect.poll(shown.titles, soon).toEqual([expect.stringContaining('其三')]);
    const listing = await heldAnswer(page, 'context-files:list');
    await choose('其一');
    await listing.asked;
    await choose('其二');
    await expect.poll(shown.titles, soon).toEqual([expect.stringContaining('其二')]);
    await listing.give();
    expect(await shown.titles()).toEqual([expect.stringContaining('其二')]);
  });
});

describe('a chapter that comes late', () => {
  it('leaves the keys where a click has led meanwhile, and has them where none has [F24]', async () => {
    const { page, text, binder, word } = await open();
    await hasFocus(text.text);
    const dock = page.getByRole('complementary', { name: word('app:panes.dock') });
    const tab = dock.getByRole('tab', { name: word('memory:title') });
    const reading = await heldAnswer(page, 'documents:read');
    await binder.open('归途');
    await reading.asked;
    await tab.click();
    await reading.give();
    await text.paragraph('渡口没有人。').waitFor();
    await drawn(page);
    await hasFocus(tab);
    await binder.open('雪夜');
    await text.paragraph('林远坐在灯下。').waitFor();
    await hasFocus(text.text);
    expect(await tab.getAttribute('aria-selected')).toBe('true');
  });
});

describe('what was asked for and is carried out when another thing is open', () => {
  it('exports in the format it was asked for, whatever dialog is open by then [B10]', async () => {
    const models = await open();
    const { page, word, projectId } = models;
    const other = await otherBook();
    await page.keyboard.press('Control+Alt+e');
    const dialog = page.getByRole('dialog', { name: word('export:title') });
    await dialog.getByText(word('export:formats.markdown.name')).click();
    const keeping = await heldAnswer(page, 'documents:export:choices:update');
    const exporting = page.waitForRequest(/documents%3Aexport%3Adownload/);
    await page.keyboard.press('Control+Enter');
    await keeping.asked;
    await page.keyboard.press('Escape');
    await changeBook(models, other.name);
    await page.keyboard.press('Control+Alt+e');
    await dialog.getByRole('radio', { name: word('export:formats.docx.name') }).waitFor();
    await keeping.give();
    expect((await exporting).postDataJSON()).toMatchObject({ projectId, format: 'markdown' });
  });

  it('checks the chapter in which it was asked for [S3-25]', async () => {
    const { page, text, binder, palette, word, project } = await open();
    const saving = await held(page, 'documents:save');
    await text.caretAfter('坐在灯下。');
    await page.keyboard.type('灯花落了。');
    await saving.asked;
    const checking = page.waitForRequest(/judge%3Acheck$/);
    await palette.run(word('findings:commands.check'));
    await binder.open('归途');
    await text.paragraph('渡口没有人。').waitFor();
    saving.give();
    const asked = (await checking).postDataJSON();
    expect(asked).toMatchObject({ documentId: project.documents[0]?.documentId });
  });
});
