/** What two windows decide of one chapter, one of them with a form it opened before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chapterModel } from './pages/chapter-model.ts';
import { type Desk, type DeskModels, soon, startDesk } from './pages/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n\n***\n\n灯灭了。\n',
  '02.md': '# 第二章 归途\n\n天亮了。\n',
};

const open = async () => {
  const project = await desk.project(files);
  const { projectId } = project;
  const documentId = project.documents[0]?.documentId ?? '';
  const stored = async () => (await desk.call('documents:list', { projectId })).documents[0];
  const window = () => desk.window('zh-CN', { project });
  return { projectId, documentId, stored, window };
};

const openOutline = async ({ page, text, word }: DeskModels) => {
  await text.text.focus();
  await page.keyboard.press('Control+Alt+2');
  const grid = page.getByRole('grid', { name: word('structure:outline') });
  const cell = (field: string) => grid.locator(`[data-cell$=":${field}"]`).first();
  await cell('title').waitFor();
  return {
    cell,
    field: grid.getByRole('textbox', { name: word('structure:fields.synopsis') }),
  };
};

const fence = { neverSend: true } as const;

/** The settings of the first chapter, open, with somebody else chosen to tell it. */
const chooseTeller = async () => {
  const { projectId, documentId, stored, window } = await open();
  const made = { projectId, kind: 'character' as const, summary: '', name: '阿禾' };
  const { entityId } = await desk.call('knowledge:entities:create', made);
  const { page, text, word } = await window();
  const form = chapterModel(page, 'zh-CN');
  await text.text.focus();
  await page.keyboard.press('Shift+F2');
  await form.dialog('第一章 雪夜').waitFor();
  await form.chooseTeller('阿禾');
  const fenceElsewhere = () => desk.call('documents:update', { projectId, documentId, fence });
  return { page, text, word, form, fenceElsewhere, stored, entityId };
};

describe('the settings of a chapter, open while another window decides', () => {
  it('keep the fence that was set there, and say it, when somebody else is chosen here [N3]', async () => {
    const { word, form, fenceElsewhere, stored, entityId } = await chooseTeller();
    await fenceElsewhere();
    await expect.poll(() => form.meaning.textContent(), soon).toBe(word('chapter:meaning.never'));
    await form.save.click();
    await form.dialog('第一章 雪夜').waitFor({ state: 'detached' });
    expect(await stored()).toMatchObject({ fence, pointOfViewEntityId: entityId });
  });

  it('keep it also where what was chosen here was left before, and is taken up after [N3]', async () => {
    const { page, text, word, form, fenceElsewhere, stored, entityId } = await chooseTeller();
    await page.keyboard.press('Escape');
    await form.dialog('第一章 雪夜').waitFor({ state: 'detached' });
    await fenceElsewhere();
    await form.mark('雪夜').waitFor();
    await text.text.focus();
    await page.keyboard.press('Shift+F2');
    await expect.poll(() => form.meaning.textContent(), soon).toBe(word('chapter:meaning.never'));
    await form.save.click();
    await form.dialog('第一章 雪夜').waitFor({ state: 'detached' });
    expect(await stored()).toMatchObject({ fence, pointOfViewEntityId: entityId });
  });
});

describe('a field of the outline', () => {
  it('that is left as it was writes nothing over what another window wrote [W1]', async () => {
    const { projectId, documentId, stored, window } = await open();
    const models = await window();
    const { cell, field } = await openOutline(models);
    await cell('synopsis').dblclick();
    await field.waitFor();
    await desk.call('documents:update', { projectId, documentId, synopsis: '雪夜来客。' });
    await expect.poll(() => field.inputValue(), soon).toBe('雪夜来客。');
    await models.page.keyboard.press('Enter');
    await expect.poll(() => cell('synopsis').textContent(), soon).toContain('雪夜来客。');
    expect(await stored()).toMatchObject({ synopsis: '雪夜来客。' });
  });

  it('that was written in both says so, and the undo has what the other window wrote [W1]', async () => {
    const { projectId, documentId, stored, window } = await open();
    const models = await window();
    const { cell, field } = await openOutline(models);
    await cell('synopsis').dblclick();
    await field.fill('灯下一夜。');
    await desk.call('documents:update', { projectId, documentId, synopsis: '雪夜来客。' });
    await models.page
      .getByRole('status')
      .filter({ hasText: models.word('structure:writtenElsewhere', { text: '雪夜来客。' }) })
      .waitFor();
    expect(await field.inputValue()).toBe('灯下一夜。');
    await models.page.keyboard.press('Enter');
    await expect.poll(stored, soon).toMatchObject({ synopsis: '灯下一夜。' });
    await cell('synopsis').focus();
    await models.page.keyboard.press('Control+z');
    await expect.poll(stored, soon).toMatchObject({ synopsis: '雪夜来客。' });
  });

  it('is not taken back over what another window wrote since, which is said [W1]', async () => {
    const { projectId, documentId, stored, window } = await open();
    const models = await window();
    const { page, word } = models;
    const { cell, field } = await openOutline(models);
    await cell('synopsis').dblclick();
    await field.fill('灯下一夜。');
    await page.keyboard.press('Enter');
    await expect.poll(stored, soon).toMatchObject({ synopsis: '灯下一夜。' });
    await desk.call('documents:update', { projectId, documentId, synopsis: '雪夜来客。' });
    await expect.poll(() => cell('synopsis').textContent(), soon).toContain('雪夜来客。');
    await page.keyboard.press('Control+z');
    await page.getByText(word('errors:FIELD_CHANGED.what')).waitFor();
    expect(await stored()).toMatchObject({ synopsis: '雪夜来客。' });
  });

  it('of a scene is not either [W1]', async () => {
    const { projectId, window } = await open();
    const models = await window();
    const { page, word } = models;
    const { cell } = await openOutline(models);
    await page.getByRole('radio', { name: word('structure:depth.scenes') }).press('Space');
    const synopsis = cell('1:synopsis');
    await synopsis.dblclick();
    await page.keyboard.insertText('灯下一夜。');
    await page.keyboard.press('Enter');
    const facts = async () =>
      (await desk.call('manuscript:scenes', { projectId })).items[0]?.scenes[1]?.facts;
    await expect.poll(facts, soon).toMatchObject({ synopsis: '灯下一夜。' });
    const sceneId = (await facts())?.sceneId ?? '';
    await desk.call('manuscript:scenes:update', { projectId, sceneId, synopsis: '雪夜来客。' });
    await expect.poll(() => synopsis.textContent(), soon).toContain('雪夜来客。');
    await page.keyboard.press('Control+z');
    await page.getByText(word('errors:FIELD_CHANGED.what')).waitFor();
    expect(await facts()).toMatchObject({ synopsis: '雪夜来客。' });
  });
});
