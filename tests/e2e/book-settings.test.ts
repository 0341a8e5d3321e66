import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { type Desk, deskModels, soon, startDesk } from './pages/desk.ts';

let desk: Desk;
let novel: ProjectInfo;
beforeAll(async () => {
  desk = await startDesk();
  novel = await desk.project({ '01.md': '# 第一章\n\n雪落了一夜。\n' });
  await desk.call('settings:update', { debugMode: true });
});
afterAll(() => desk.close());

const openForm = async () => {
  const { page, word } = await desk.window('zh-CN', { project: novel });
  await page.keyboard.press('Control+Comma');
  const form = page.getByRole('dialog', { name: word('settings:title') });
  await form.getByRole('tab', { name: word('settings:sections.book') }).click();
  return { page, word: deskModels(page, 'zh-CN').word, form };
};

const inspectPrompt = async (): Promise<string> => {
  const { projectId, documents } = novel;
  const documentId = documents[0]?.documentId ?? '';
  const request = { projectId, documentId, cursorPosition: 5, skillId: 'continue' };
  return (await desk.call('context:inspect', request)).prompt;
};

describe('the settings of a book', () => {
  it('are settled in the window, sent with the next request, and shown again [S3-48]', async () => {
    const { page, word, form } = await openForm();
    const save = form.getByRole('button', { name: word('settings:book.save') });
    expect(await save.isDisabled()).toBe(true);
    await form.getByRole('button', { name: word('settings:book.person.label') }).click();
    await page.getByRole('option', { name: '第一人称' }).click();
    await form.getByRole('textbox', { name: word('settings:book.tense.label') }).fill('过去时');
    await form.getByRole('textbox', { name: word('settings:book.style.label') }).fill('短句。');
    await save.click();
    await form.getByText(word('settings:book.saved')).waitFor();
    expect(await desk.call('projects:get', { projectId: novel.projectId })).toMatchObject({
      narrativePerson: 'first',
      tense: 'past',
      style: '短句。',
    });
    const prompt = await inspectPrompt();
    for (const settled of ['第一人称', '过去时', '短句。']) expect(prompt).toContain(settled);
    await page.close();

    const again = await openForm();
    const tense = again.form.getByRole('textbox', { name: word('settings:book.tense.label') });
    await expect.poll(() => tense.inputValue(), soon).toBe('过去时');
    await tense.fill('长'.repeat(101));
    await again.form.getByText(word('settings:book.tooLong', { count: 100 })).waitFor();
    await tense.fill('');
    await again.form.getByRole('button', { name: word('settings:book.save') }).click();
    await expect.poll(inspectPrompt, soon).not.toContain('过去时');
    expect(await inspectPrompt()).toContain('第一人称');
  });
});

describe('a switch of the settings', () => {
  it.each(['zh-CN', 'en'] as const)(
    'is worked by its words, too (%s) [W5, F24]',
    async (language) => {
      await desk.call('settings:update', { editor: { typewriter: false } });
      const { page, word } = await desk.window(language, { project: novel });
      await page.keyboard.press('Control+Comma');
      const form = page.getByRole('dialog', { name: word('settings:title') });
      await form.getByRole('tab', { name: word('settings:sections.writing') }).click();
      const toggle = form.getByRole('switch', {
        name: word('settings:typewriter.label'),
        exact: true,
      });
      expect(await toggle.isChecked()).toBe(false);
      await form.getByText(word('settings:typewriter.label'), { exact: true }).click();
      await expect.poll(() => toggle.isChecked(), soon).toBe(true);
      await form.getByText(word('settings:typewriter.hint'), { exact: true }).click();
      await expect.poll(() => toggle.isChecked(), soon).toBe(false);
      await toggle.press('Space');
      await expect.poll(() => toggle.isChecked(), soon).toBe(true);
    },
  );
});
