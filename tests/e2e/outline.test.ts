import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '上卷/01.md': '# 第一章 记潮的人\n\n阿禾头一回上潮屋。\n\n她不敢开口。\n',
  '上卷/02.md': '# 第二章 门槛\n\n母亲量水。\n',
  '下卷/03.md': '# 第三章 空簿\n\n簿子泡在水里。\n',
};

/** Gives the first chapter's cell of a column the keys. */
const focusOn = async (page: Page, field: string): Promise<void> => {
  const cell = page.locator(`[data-cell$=":${field}"]`).first();
  await cell.click();
  await page.locator(`[data-cell$=":${field}"]:focus`).waitFor();
};

describe('the outline', () => {
  it('is a table whose cells are edited by keyboard, goals among them, with one undo each, keeps what was folded, and axe finds nothing [W1 W3]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, word, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    const first = async () => (await desk.call('documents:list', { projectId })).documents[0];
    await text.text.focus();
    await page.keyboard.press('Control+Alt+2');
    const grid = page.getByRole('grid', { name: word('structure:outline') });
    await grid.waitFor();
    const focused = page.locator('[data-cell]:focus');
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('F2');
    await page.keyboard.insertText('数目落纸之前，谁也不许先开口。');
    // How long it is stands below it, with the keys that leave it.
    const hint = page.locator('.structure-hint');
    await expect.poll(() => hint.textContent(), soon).toContain('13 字');
    expect(await hint.textContent()).toContain(word('structure:hint.leave'));
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Tab');
    await page
      .getByRole('combobox', { name: word('structure:fields.status') })
      .selectOption('draft');
    await page.keyboard.press('Enter');
    const decided = { synopsis: '数目落纸之前，谁也不许先开口。', status: 'draft' };
    await expect.poll(first, soon).toMatchObject(decided);
    await expect.poll(() => grid.textContent(), soon).toContain('数目落纸之前');
    await expect.poll(() => focused.count(), soon).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(first, soon).toMatchObject({ ...decided, status: null });

    // A goal is a cell like the others; what is no number of words says so and stays in its field.
    const column = (field: string) => page.locator(`[role="gridcell"][data-field="${field}"]`);
    await focusOn(page, 'wordGoal');
    await page.keyboard.press('F2');
    await page.keyboard.insertText('三千');
    await page.keyboard.press('Enter');
    const wrong = page.getByRole('alert').filter({ hasText: word('days:goals.wrong') });
    await wrong.waitFor();
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('3,000');
    await page.keyboard.press('Tab');
    await expect.poll(first, soon).toMatchObject({ wordGoal: 3_000 });
    await page.keyboard.press('Escape');
    await expect.poll(() => focused.textContent(), soon).toContain('门槛');
    // Set in another window, it is here too, and in the sums of volume and book.
    const second = project.documents[1]?.documentId ?? '';
    await desk.call('documents:update', { projectId, documentId: second, wordGoal: 500 });
    await expect
      .poll(() => column('wordGoal').allTextContents(), soon)
      .toEqual(['3,500', '3,000', '500', '', '–']);
    const lead = page.locator('.structure-lead');
    await expect.poll(() => lead.textContent(), soon).toContain('定了目标的 2 章要 3,500 字');
    await desk.call('goals:update', { projectId, perBook: 10_000 });
    await expect.poll(() => lead.textContent(), soon).toContain('目标 10,000，还差');
    expect(await lead.textContent()).not.toContain('速度');
    await page.keyboard.press('Control+z');
    await expect.poll(first, soon).toMatchObject({ wordGoal: null });

    // A column goes and comes back, by keys; the title cannot go.
    await page.getByRole('button', { name: word('structure:columns') }).focus();
    await page.keyboard.press('Enter');
    const item = (field: string) =>
      page.getByRole('menuitemcheckbox', { name: word(`structure:fields.${field}`) });
    await item('wordGoal').waitFor();
    expect(await item('title').getAttribute('aria-disabled')).toBe('true');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await item('wordGoal').press('Space');
    await expect.poll(() => column('wordGoal').count(), soon).toBe(0);
    await page.keyboard.press('Escape');
    // So do volumes, in table and binder each for itself; both are as they were at the next look.
    const volume = (name: string) => grid.getByRole('button', { name, exact: true });
    const isOpen = (name: string) => volume(name).getAttribute('aria-expanded');
    const binder = page.getByRole('treegrid', { name: word('binder:chapters') });
    const section = (name: string) => binder.getByRole('row', { name, exact: true });
    await volume('下卷').click();
    await section('上卷')
      .getByRole('button', { name: word('binder:fold') })
      .click();
    const kept = async () => (await desk.call('settings:get', {})).layout;
    await expect.poll(kept, soon).toMatchObject({
      desk: { outlineColumns: expect.not.arrayContaining(['wordGoal']) },
      [`folds:${projectId}`]: {
        binder: [expect.stringContaining('上卷')],
        outline: ['下卷'],
      },
    });
    await page.reload();
    await page.locator('.cm-content:focus').waitFor();
    await page.keyboard.press('Control+Alt+2');
    await expect.poll(() => column('words').count(), soon).toBe(4);
    expect([await isOpen('上卷'), await isOpen('下卷')]).toEqual(['true', 'false']);
    expect(await section('上卷').getAttribute('aria-expanded')).toBe('false');
    expect(await section('下卷').getAttribute('aria-expanded')).toBe('true');
    await volume('下卷').click();
    await expect.poll(() => column('words').count(), soon).toBe(5);
    expect(await column('wordGoal').count()).toBe(0);
    await page.getByRole('button', { name: word('structure:columns') }).click();
    await item('wordGoal').click();
    await expect.poll(() => column('wordGoal').count(), soon).toBe(5);
    await page.keyboard.press('Escape');

    // A volume is folded away from its title, and has the keyboard for its chapters then.
    await focusOn(page, 'title');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused.textContent(), soon).toBe('上卷');
    expect(await isOpen('上卷')).toBe('false');
    expect(await column('title').count()).toBe(3);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.textContent(), soon).toContain('空簿');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused.textContent(), soon).toBe('上卷');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    expect(await isOpen('上卷')).toBe('true');
    await volume('下卷').click();
    await expect.poll(() => focused.textContent(), soon).toBe('下卷');
    // What is written in is seen: Tab goes from the last cell above into the first below.
    await page.locator('[data-cell$=":wordGoal"]').last().click();
    await page.locator('[data-cell$=":wordGoal"]:focus').waitFor();
    await page.keyboard.press('F2');
    await page.locator('[data-editing="true"]').waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => isOpen('下卷'), soon).toBe('true');
    await page.getByRole('textbox', { name: word('structure:fields.title') }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focused.textContent(), soon).toContain('空簿');

    // A chapter that is deleted elsewhere while its cell is written says so.
    await focusOn(page, 'synopsis');
    await page.keyboard.press('F2');
    await page.keyboard.insertText('她把');
    await page.route('**/rpc/documents%3Aupdate', async (route) => {
      const documentId = project.documents[0]?.documentId ?? '';
      await desk.call('documents:delete', { projectId, documentId });
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.getByText(word('errors:DOCUMENT_NOT_FOUND.what')).waitFor();
    await expect.poll(() => grid.textContent(), soon).not.toContain('记潮的人');
    await page.keyboard.press('Escape');
    await expect.poll(() => grid.count(), soon).toBe(0);
  });
});

describe('the keys of the outline', () => {
  it('are of no other chapter on a scene, come back to it when it is asked for again, and lead to its very top [W1 F24]', async () => {
    const names = Array.from({ length: 40 }, (_, at) => `潮${String(at + 1).padStart(2, '0')}`);
    const chapters = names.map((name, at) => [
      `卷${at < 30 ? 1 : 2}/${name}.md`,
      `# ${name}\n\n${at === 0 ? '阿禾上潮屋。\n\n***\n\n灯灭了。' : '雪。'}\n`,
    ]);
    const project = await desk.project(Object.fromEntries(chapters));
    const { projectId } = project;
    const { page, word, binder } = await desk.window('zh-CN', { project, width: 1024 });
    const titles = async () =>
      (await desk.call('documents:list', { projectId })).documents.map(({ title }) => title);
    const before = await titles();
    await binder.chapter('潮02').click();
    await page.keyboard.press('Control+Alt+2');
    const focused = page.locator('[data-cell]:focus');
    await expect.poll(() => focused.textContent(), soon).toContain('潮02');
    await page.keyboard.press('Home');
    // The scenes are there to be unfolded.
    await page.locator('[data-cell][aria-expanded="false"]:focus').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.textContent(), soon).toContain('阿禾上潮屋');
    await page.keyboard.press('F2');
    expect(await page.locator('.structure-field, .binder-rename').count()).toBe(0);
    await page.keyboard.press('End');
    await expect.poll(() => focused.textContent(), soon).toContain('潮40');
    await page.keyboard.press('Home');
    await expect.poll(() => focused.textContent(), soon).toContain('潮01');
    const top = () =>
      page.locator('.structure-scroller').evaluate(({ scrollTop }) => Math.round(scrollTop));
    await expect.poll(top, soon).toBe(0);
    await binder.chapter('潮02').focus();
    await page.keyboard.press('Control+Alt+2');
    await expect.poll(() => focused.textContent(), soon).toContain('潮01');
    await page.getByRole('grid', { name: word('structure:outline') }).waitFor();
    expect(await titles()).toEqual(before);
  });
});

const statuses = ['idea', 'draft', 'revised', 'done'] as const;

describe('what stands in little room', () => {
  it.each(['zh-CN', 'en'] as const)(
    'is told whole: the states of a volume, and the lines of a card with a long title and scenes (%s) [W1]',
    async (language) => {
      const title = '甄士隐梦幻识通灵 贾雨村风尘怀闺秀';
      const chapter = (at: number) => `# 第${at}回 ${title}\n\n雪落。\n\n***\n\n天亮。\n`;
      const names = [1, 2, 3, 4].map((at) => [`卷/0${at}.md`, chapter(at)] as const);
      const more = { '末卷/05.md': chapter(5) };
      const project = await desk.project({ ...Object.fromEntries(names), ...more }, language);
      for (const [at, { documentId }] of project.documents.entries()) {
        const decided = { status: statuses[at] ?? null, synopsis: '士隐在书房里闲坐。'.repeat(9) };
        await desk.call('documents:update', {
          ...{ projectId: project.projectId, documentId },
          ...decided,
        });
      }
      const { page, text } = await desk.window(language, { project, width: 1024, height: 700 });
      await text.text.focus();
      await page.keyboard.press('Control+Alt+2');
      const cells = page.locator('.structure-volume-row .structure-text');
      await expect.poll(() => cells.count(), soon).toBeGreaterThan(2);
      await settled(page);
      const cut = await cells.evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
      expect(cut).toEqual([]);
      await page.keyboard.press('Control+Alt+1');
      const lines = page.locator('.structure-card-text');
      await page.locator('.structure-scenes').first().waitFor();
      await settled(page);
      const heights = await lines.evaluateAll((all) => all.map((one) => one.clientHeight));
      expect(heights).toEqual([40, 40, 40, 40, 40]);
    },
  );

  it('is a card’s foot whose labels give way to its figures, and a synopsis that is written in all its height; a volume’s words are those its goal is of [W1 W3]', async () => {
    const project = await desk.project(files, 'en');
    const { projectId, documents } = project;
    const chapter = { projectId, documentId: documents[0]?.documentId ?? '' };
    const labels = ['Netherfield', 'an invitation', 'comedy'];
    await desk.call('documents:update', { ...chapter, wordGoal: 1_200, labels, status: 'draft' });
    const { page, text } = await desk.window('en', { project, width: 1024, height: 700 });
    await text.text.focus();
    await page.keyboard.press('Control+Alt+1');
    const foot = page.locator('.structure-card-foot').first();
    await foot.getByText('1,200').waitFor();
    await settled(page);
    const right = async (place: Locator) => {
      const box = (await place.boundingBox()) ?? assert.fail('not drawn');
      return box.x + box.width;
    };
    expect(await right(foot.locator('.structure-sum'))).toBeLessThanOrEqual(
      (await right(foot)) + 1,
    );
    const shown = await foot.locator('.structure-label').allTextContents();
    expect(shown).toEqual(['Netherfield', '+2']);
    const ends = await foot
      .locator('.structure-label')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).textOverflow));
    expect(ends).toEqual(['ellipsis', 'clip']);
    const volume = page.locator('.structure-volume').first();
    const words = documents[0]?.wordCount ?? 0;
    expect(await volume.textContent()).toContain(`1 with a goal: ${words} of 1,200`);
    await page.keyboard.press('F2');
    const field = page.locator('textarea.structure-field');
    await field.waitFor();
    await settled(page);
    expect(await field.evaluate(({ clientHeight }) => clientHeight)).toBeGreaterThanOrEqual(66);
    await page.keyboard.press('Escape');
  });

  it('is a goal, which F2 takes up where it stands, to be written anew [W1, W3]', async () => {
    const project = await desk.project(files);
    const documentId = project.documents[0]?.documentId ?? '';
    const chapter = { projectId: project.projectId, documentId };
    await desk.call('documents:update', { ...chapter, wordGoal: 3_000 });
    const { page, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    await text.text.focus();
    await page.keyboard.press('Control+Alt+2');
    await focusOn(page, 'wordGoal');
    await page.keyboard.press('F2');
    const field = page.locator('input.structure-field');
    await expect.poll(() => field.inputValue(), soon).toBe('3000');
    expect(await field.evaluate((input) => getComputedStyle(input).textAlign)).toBe('right');
    await page.keyboard.type('4500');
    await page.keyboard.press('Enter');
    const goal = async () =>
      (await desk.call('documents:list', { projectId: project.projectId })).documents[0]?.wordGoal;
    await expect.poll(goal, soon).toBe(4_500);
  });

  it.each([
    ['zh-CN', 'longLabel', `渡口，${'灯'.repeat(41)}`],
    ['en', 'manyLabels', Array.from({ length: 21 }, (_, index) => `label ${index}`).join(', ')],
  ] as const)(
    'cuts no label and leaves out none: it says what is too much, and the field stays (%s, %s) [W1]',
    async (language, fault, typed) => {
      const project = await desk.project(files, language);
      const { projectId, documents } = project;
      const documentId = documents[0]?.documentId ?? '';
      await desk.call('documents:update', { projectId, documentId, labels: ['夜'] });
      // Columns that somebody chose before, without labels, are those of all windows.
      await desk.call('settings:update', { layout: { desk: { outlineColumns: null } } });
      const { page, word, text } = await desk.window(language, { project, width: 1920 });
      const labels = async () =>
        (await desk.call('documents:list', { projectId })).documents[0]?.labels;
      await text.text.focus();
      await page.keyboard.press('Control+Alt+2');
      await focusOn(page, 'labels');
      await page.keyboard.press('F2');
      const field = page.locator('input.structure-field');
      await field.fill(typed);
      await page.keyboard.press('Enter');
      const limits = { length: 40, number: 20 };
      await page
        .getByRole('alert')
        .getByText(word(`structure:labelsWrong.${fault}`, limits))
        .waitFor();
      expect(await axeFindings(page)).toEqual([]);
      // Left all the same, it is told of, and stands there again.
      await page.locator('[data-cell$=":title"]').nth(1).click();
      await field.waitFor({ state: 'detached' });
      await page.getByText(word(`structure:labelsLeft.${fault}`, limits)).waitFor();
      expect(await labels()).toEqual(['夜']);
      await focusOn(page, 'labels');
      await page.keyboard.press('F2');
      await expect.poll(() => field.inputValue(), soon).toBe(typed);
      await field.fill('夜，灯');
      await page.keyboard.press('Enter');
      await expect.poll(labels, soon).toEqual(['夜', '灯']);
    },
  );
});
