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

describe('what is typed into the settings of a book and not saved', () => {
  const openOwn = async () => {
    const project = await desk.project({ '01.md': '# 第一章\n\n雪落了一夜。\n' });
    const { page, word, text } = await desk.window('zh-CN', { project });
    const { projectId } = project;
    const form = page.getByRole('dialog', { name: word('settings:title') });
    const tab = (name: string) =>
      form.getByRole('tab', { name: word(`settings:sections.${name}`) });
    const field = (key: string) =>
      form.getByRole('textbox', { name: word(`settings:book.${key}.label`), exact: true });
    const open = async () => {
      await page.keyboard.press('Control+Comma');
      await tab('book').click();
      await field('style').waitFor();
    };
    const forms = async () => (await desk.call('forms:list', { projectId })).items;
    await open();
    return { page, word, text, projectId, form, tab, field, open, forms };
  };

  it('stands there again after Esc, a click beside, another section and a reload [W4 W10 S3-48]', async () => {
    const { page, word, text, projectId, form, tab, field, open, forms } = await openOwn();
    await field('style').fill('短句。');
    const leaving = [
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(4, 4),
      async () => {
        await tab('writing').click();
        await page.keyboard.press('Escape');
      },
      async () => {
        await expect.poll(forms, soon).toHaveLength(1);
        await page.reload();
        await text.ready();
      },
    ];
    for (const leave of leaving) {
      await leave();
      await form.waitFor({ state: 'detached' });
      await open();
      await expect.poll(() => field('style').inputValue(), soon).toBe('短句。');
    }
    await form.getByText(word('app:kept.back')).waitFor();
    await form.getByRole('button', { name: word('settings:book.save') }).click();
    await form.getByText(word('settings:book.saved')).waitFor();
    expect(await desk.call('projects:get', { projectId })).toMatchObject({ style: '短句。' });
    await expect.poll(forms, soon).toEqual([]);
    expect(await form.getByText(word('app:kept.back')).count()).toBe(0);
    await field('style').fill('长句。');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await open();
    await form.getByRole('button', { name: word('app:kept.startOver') }).click();
    expect(await field('style').inputValue()).toBe('短句。');
    await expect.poll(forms, soon).toEqual([]);
  });

  it('follows what another window settles, and says where a save would go over it [S3-48 W4]', async () => {
    const { page, word, projectId, form, field, open, forms } = await openOwn();
    const contested = form.getByText(word('settings:book.changedElsewhere'));
    await field('style').fill('短句。');
    await desk.call('projects:update', { projectId, tense: 'past' });
    await expect.poll(() => field('tense').inputValue(), soon).toBe('过去时');
    expect(await contested.count()).toBe(0);
    await desk.call('projects:update', { projectId, style: '长句。' });
    await contested.waitFor();
    expect(await field('style').inputValue()).toBe('短句。');
    await form.getByRole('button', { name: word('settings:book.takeTheirs') }).click();
    expect(await field('style').inputValue()).toBe('长句。');
    await contested.waitFor({ state: 'detached' });
    await expect.poll(forms, soon).toEqual([]);

    await field('style').fill('短句，少形容。');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await desk.call('projects:update', { projectId, style: '长句，慢。', tense: 'present' });
    await open();
    await contested.waitFor();
    expect(await field('style').inputValue()).toBe('短句，少形容。');
    expect(await field('tense').inputValue()).toBe('现在时');
    await form.getByRole('button', { name: word('settings:book.save') }).click();
    await contested.waitFor({ state: 'detached' });
    expect(await desk.call('projects:get', { projectId })).toMatchObject({
      ...{ style: '短句，少形容。', tense: 'present' },
    });
  });
});
