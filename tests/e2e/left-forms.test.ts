/** What was typed into a form that is left by a click beside it, by another choice or with the page: it is there again (W4 W10). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { openChat } from './pages/chat-desk.ts';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';

let desk: Desk;
let server: ModelServer;
beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

const open = async () => {
  const project = await desk.project({ '01.md': '# 第一章\n\n林远坐在灯下。林远睡了。\n' });
  const models = await desk.window('zh-CN', { project });
  const { projectId, documents } = project;
  const documentId = documents[0]?.documentId ?? '';
  const stored = async () => (await desk.call('forms:list', { projectId })).items;
  return { ...models, projectId, documentId, stored };
};

/** At the edge of the window, where every dialog leaves the desk free. */
const clickBeside = ({ page }: Pick<DeskModels, 'page'>) => page.mouse.click(3, 3);

describe('a form that is left', () => {
  it('of a model has its fields again after a click beside it, until it is let go of [W4]', async () => {
    const models = await open();
    const { page, word, palette } = models;
    await palette.run(word('models:command'));
    const dialog = page.getByRole('dialog');
    const action = dialog.getByRole('button', { name: word('models:online.action') });
    const model = dialog.getByRole('textbox', { name: word('models:form.model') });
    await action.click();
    await model.fill('deepseek-chat');
    await clickBeside(models);
    await model.waitFor({ state: 'detached' });
    await action.click();
    await expect.poll(() => model.inputValue(), soon).toBe('deepseek-chat');
    await dialog.getByRole('button', { name: word('app:actions.cancel') }).click();
    await action.click();
    await model.waitFor();
    expect(await model.inputValue()).toBe('');
  });

  it('of a renaming has its fields and what was ticked by hand again [W2 W4]', async () => {
    const models = await open();
    const { page, word, palette, projectId } = models;
    const made = { projectId, kind: 'character', name: '林远', summary: '' } as const;
    await desk.call('knowledge:entities:create', made);
    const dialog = page.getByRole('dialog', { name: word('replace:title') });
    const name = dialog.getByRole('textbox', { name: word('replace:newName') });
    const ticks = dialog.locator('.replace-place');
    const show = async () => {
      await palette.run(word('replace:commands.rename'));
      await name.waitFor();
    };
    await show();
    await dialog.locator('.replace-fields .ui-select-button').click();
    await page.getByRole('option', { name: '林远' }).click();
    await name.fill('林深');
    await ticks.first().waitFor();
    await ticks.first().press('Space');
    await expect.poll(() => ticks.first().isChecked(), soon).toBe(false);
    await clickBeside(models);
    await dialog.waitFor({ state: 'detached' });
    await show();
    await expect.poll(() => name.inputValue(), soon).toBe('林深');
    await dialog.getByText(word('app:kept.back')).waitFor();
    await ticks.first().waitFor();
    await expect.poll(() => ticks.first().isChecked(), soon).toBe(false);
    expect(await ticks.nth(1).isChecked()).toBe(true);
    await dialog.getByRole('button', { name: word('app:kept.startOver') }).click();
    await expect.poll(() => name.inputValue(), soon).toBe('');
  });

  it('of a git version has its message again [W9 W4]', async () => {
    const models = await open();
    const { page, word, palette, projectId } = models;
    await desk.call('git:update', { projectId, enabled: true });
    const dialog = page.getByRole('dialog', { name: word('settings:title') });
    const message = dialog.getByRole('textbox', { name: word('git:message') });
    await palette.run(word('backups:title'));
    await message.fill('第一章定稿');
    await clickBeside(models);
    await dialog.waitFor({ state: 'detached' });
    await palette.run(word('backups:title'));
    await expect.poll(() => message.inputValue(), soon).toBe('第一章定稿');
  });

  it('of a version’s name has it again after another version was looked at [W8 W4]', async () => {
    const { page, word, projectId, documentId, text } = await open();
    const scope = { projectId, documentId };
    await desk.call('documents:snapshots:create', { ...scope, name: '寄给编辑的' });
    await desk.call('documents:snapshots:create', { ...scope, name: '自己留的' });
    await text.ready();
    await page.keyboard.press('Control+Alt+H');
    const screen = page.getByRole('main', { name: word('history:title') });
    const version = (name: string) => screen.locator('.history-version').filter({ hasText: name });
    const change = screen.getByRole('button', { name: word('history:rename.change') });
    const name = screen.getByRole('textbox', { name: word('history:rename.label') });
    await version('寄给编辑的').click();
    await change.click();
    await name.fill('寄给两位');
    await version('自己留的').click();
    await name.waitFor({ state: 'detached' });
    await version('寄给编辑的').click();
    await change.click();
    await expect.poll(() => name.inputValue(), soon).toBe('寄给两位');
    await name.press('Enter');
    await name.waitFor({ state: 'detached' });
    await expect
      .poll(async () => (await desk.call('documents:snapshots:list', scope)).items, soon)
      .toContainEqual(expect.objectContaining({ name: '寄给两位' }));
  });
});

describe('the author of an export', () => {
  it('is stored while the dialog stands [B10 W4]', async () => {
    const { page, word, projectId } = await open();
    await page.keyboard.press('Control+Alt+E');
    const dialog = page.getByRole('dialog', { name: word('export:title') });
    await dialog.getByText(word('export:formats.manuscript.name')).first().click();
    await dialog.getByLabel(word('export:author')).fill('沈青');
    const author = async () =>
      (await desk.call('documents:export:choices:get', { projectId })).choices.author;
    await expect.poll(author, soon).toBe('沈青');
    expect(await dialog.isVisible()).toBe(true);
  });
});

describe('a message with a file', () => {
  it('has its file again after the page was loaded anew, or says which one did not come back [W10]', async () => {
    const { page, chat, project, text } = await openChat(desk, server);
    const { projectId } = project;
    await page.locator('input[type="file"]').setInputFiles(
      ['一.txt', '二.txt'].map((name) => ({
        ...{ name, mimeType: 'text/plain', buffer: Buffer.from('潮在子时。\n') },
      })),
    );
    await chat.chips.nth(1).waitFor();
    const kept = async () =>
      (await desk.call('forms:list', { projectId })).items.map(({ fields }) => fields).join();
    await expect.poll(kept, soon).toContain('二.txt');
    // Before a word of it was said.
    await page.reload();
    await text.ready();
    await expect.poll(() => chat.chips.count(), soon).toBe(2);
    await chat.field.fill('潮在几时？');
    await expect.poll(kept, soon).toContain('潮在几时？');
    await page.reload();
    await text.ready();
    await expect.poll(() => chat.field.inputValue(), soon).toBe('潮在几时？');
    await expect.poll(() => chat.chips.count(), soon).toBe(2);
    const { items: conversations } = await desk.call('conversation:list', { projectId });
    const conversationId = conversations[0]?.conversationId ?? '';
    const { items } = await desk.call('context-files:list', { conversationId });
    const gone = items.find(({ hint }) => hint.includes('一.txt')) ?? items[0];
    await desk.call('context-files:delete', { conversationId, id: gone?.id ?? '' });
    await page.reload();
    await text.ready();
    await page.getByText(chat.say('attach.lost', { names: '一.txt' })).waitFor();
    await expect.poll(() => chat.chips.count(), soon).toBe(1);
    expect(await chat.field.inputValue()).toBe('潮在几时？');
  });

  it('takes as many as go with one message, and says which are left out [W10]', async () => {
    const { page, chat } = await openChat(desk, server);
    const names = Array.from({ length: 22 }, (_, index) => `潮${index + 1}.txt`);
    await page.locator('input[type="file"]').setInputFiles(
      names.map((name) => ({
        ...{ name, mimeType: 'text/plain', buffer: Buffer.from('潮在子时。\n') },
      })),
    );
    const told = chat.say('attach.leftOut', { max: 20, names: '潮21.txt、潮22.txt' });
    await page.getByRole('alert').getByText(told).waitFor();
    await expect.poll(() => chat.chips.count(), soon).toBe(20);
    expect(await chat.chips.last().textContent()).toContain('潮20.txt');
  });
});
