import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGate } from '#tests/helpers/gate.ts';
import { axeFindings } from './pages/axe.ts';
import { binderModel } from './pages/binder-model.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus, settled } from './pages/settled.ts';

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

describe('the whole book', () => {
  it('is a corkboard whose cards are moved and opened by keyboard, in English and dark too [W1]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, word, text } = await desk.window('en', { project, colorScheme: 'dark' });
    const titles = async () =>
      (await desk.call('documents:list', { projectId })).documents.map(({ title }) => title);
    await text.text.focus();
    await page.keyboard.press('Control+Alt+1');
    await page.getByRole('grid', { name: word('structure:corkboard') }).waitFor();
    const focused = page.locator('[data-cell]:focus');
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    // The card at the end of a volume makes a chapter there, whose title is written at once; one undo takes it out.
    const add = page.getByRole('button', { name: word('structure:addChapter') });
    await expect.poll(() => add.count(), soon).toBe(2);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused.textContent(), soon).toContain('门槛');
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-add]:focus').waitFor();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused.textContent(), soon).toContain('门槛');
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-add]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: word('structure:fields.title') }).waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('第二章 半 灯');
    await page.keyboard.press('Enter');
    await expect
      .poll(titles, soon)
      .toEqual([...['第一章 记潮的人', '第二章 门槛', '第二章 半 灯', '第三章 空簿']]);
    const added = (await desk.call('documents:list', { projectId })).documents[2];
    expect(added?.group).toBe('上卷');
    await expect.poll(() => focused.textContent(), soon).toContain('灯');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(titles, soon).toEqual(['第一章 记潮的人', '第二章 门槛', '第三章 空簿']);
    await page.locator('.structure-card', { hasText: '记潮的人' }).click();
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    await page.keyboard.press('Alt+ArrowRight');
    await expect.poll(titles, soon).toEqual(['第二章 门槛', '第一章 记潮的人', '第三章 空簿']);
    // No key waits for the answer to the one before it.
    await page.keyboard.press('Alt+ArrowRight');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await expect.poll(titles, soon).toEqual(['第一章 记潮的人', '第二章 门槛', '第三章 空簿']);
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused.textContent(), soon).toContain('门槛');
    // Every field of a card is written on it: Tab leads from one to the next.
    await page.keyboard.press('F2');
    await page.keyboard.insertText('母亲量水。');
    await page.keyboard.press('Tab');
    await page
      .getByRole('combobox', { name: word('structure:fields.status') })
      .selectOption('revised');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.insertText('渡口，夜');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused.textContent(), soon).toContain('渡口');
    await page.keyboard.press('F2');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText('第二章 门里');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    const second = async () => (await desk.call('documents:list', { projectId })).documents[1];
    await expect.poll(second, soon).toMatchObject({
      ...{ title: '第二章 门里', synopsis: '母亲量水。', status: 'revised' },
      labels: ['渡口', '夜'],
    });
    await expect.poll(() => focused.textContent(), soon).toContain('门里');
    await page.keyboard.press('Enter');
    await expect.poll(() => text.text.textContent(), soon).toContain('母亲量水。');
  });

  it('shows the scenes of a chapter in outline and corkboard, by keyboard, and opens the text at one [W1]', async () => {
    const project = await desk.project({
      '01.md':
        '# 第一章 记潮的人\n\n阿禾头一回上潮屋。\n\n***\n\n她不敢开口。\n\n***\n\n灯灭了。\n',
      '02.md': '# 第二章 门槛\n\n母亲量水。\n',
    });
    const { page, word, text } = await desk.window('zh-CN', { project });
    const focused = page.locator('[data-cell]:focus');
    await text.text.focus();
    await page.keyboard.press('Control+Alt+2');
    const outline = page.getByRole('grid', { name: word('structure:outline') });
    const folder = outline.locator('[aria-expanded]');
    await expect.poll(() => folder.getAttribute('aria-expanded'), soon).toBe('false');
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => outline.textContent(), soon).toContain('1.3灯灭了。');
    for (const opening of ['阿禾头一回上潮屋。', '她不敢开口。']) {
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => focused.textContent(), soon).toContain(opening);
    }
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => outline.textContent(), soon).not.toContain('灯灭了。');
    // All scenes at once, and a goal of one.
    await page.getByRole('radio', { name: word('structure:depth.scenes') }).press('Space');
    await expect.poll(() => outline.textContent(), soon).toContain('1.3灯灭了。');
    await outline.locator('[data-cell$=":2:wordGoal"]').dblclick();
    await page.keyboard.insertText('1200');
    await page.keyboard.press('Enter');
    const { projectId } = project;
    const facts = async () => {
      const { items } = await desk.call('manuscript:scenes', { projectId });
      return items[0]?.scenes[2]?.facts?.wordGoal ?? null;
    };
    await expect.poll(facts, soon).toBe(1_200);
    await page.keyboard.press('Control+z');
    await expect.poll(facts, soon).toBeNull();
    await page
      .getByRole('radio', { name: word('structure:depth.chapters'), exact: true })
      .press('Space');
    await expect.poll(() => outline.textContent(), soon).not.toContain('灯灭了。');
    await outline.locator('[data-cell$=":title"]').first().click();

    await page.keyboard.press('Control+Alt+1');
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused.textContent(), soon).toContain('她不敢开口。');
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await text.ready();
    await page.keyboard.insertText('（此处）');
    await expect.poll(() => text.text.textContent(), soon).toContain('（此处）她不敢开口。');
  });

  it('shows the scenes of a chapter in the binder when asked, opens the text at one and follows what is written [W1]', async () => {
    const project = await desk.project({
      '01.md': '# 第一章 记潮的人\n\n阿禾头一回上潮屋。\n\n***\n\n她不敢开口。\n',
      '02.md': '# 第二章 门槛\n\n母亲量水。\n',
    });
    const { page, word, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    const { binder, chapter } = binderModel(page, 'zh-CN');
    const scenes = binder.locator('.binder-scene');
    const focused = page.locator('[role="row"]:focus');
    const folder = chapter('记潮的人');
    await expect.poll(() => folder.getAttribute('aria-expanded'), soon).toBe('false');
    expect(await chapter('门槛').getAttribute('aria-expanded')).toBeNull();
    expect(await scenes.count()).toBe(0);
    await folder.focus();
    await page.keyboard.press('ArrowRight');
    await expect
      .poll(() => scenes.allTextContents(), soon)
      .toEqual(['1阿禾头一回上潮屋。8', '2她不敢开口。5']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.textContent(), soon).toContain('她不敢开口。');
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await text.ready();
    await expect
      .poll(() => text.text.evaluate((own) => own.contains(document.activeElement)), soon)
      .toBe(true);
    await page.keyboard.insertText('灯灭了。\n\n***\n\n');
    await expect
      .poll(() => scenes.allTextContents(), soon)
      .toEqual(['1阿禾头一回上潮屋。8', '2灯灭了。3', '3她不敢开口。5']);
    await scenes.first().click();
    await text.ready();
    await page.keyboard.insertText('（此处）');
    await expect.poll(() => text.text.textContent(), soon).toContain('（此处）阿禾');
    await folder
      .getByRole('button', { name: word('binder:scenes', { title: '第一章 记潮的人' }) })
      .click();
    await expect.poll(() => scenes.count(), soon).toBe(0);
  });

  it('opens a chapter of the binder whose scenes are not read yet as soon as they are [W1]', async () => {
    const project = await desk.project({
      '01.md': '# 第一章 记潮的人\n\n阿禾头一回上潮屋。\n\n***\n\n她不敢开口。\n',
    });
    const { page } = await desk.window('zh-CN', { project });
    const { binder, chapter } = binderModel(page, 'zh-CN');
    const held = createGate();
    await page.route('**/rpc/manuscript%3Ascenes', async (route) => {
      await held.opened;
      await route.continue();
    });
    await page.reload();
    // The page has the keyboard once its chapter is read.
    await page.locator('.cm-content:focus').waitFor();
    await chapter('记潮的人').focus();
    await page.keyboard.press('ArrowRight');
    expect(await chapter('记潮的人').getAttribute('aria-expanded')).toBeNull();
    held.open();
    await expect.poll(() => binder.locator('.binder-scene').count(), soon).toBe(2);
  });

  it('scrolls to its end by the wheel, and the keyboard goes on from where it was [W1]', async () => {
    const chapters = Array.from({ length: 120 }, (_, at) => at + 1);
    const project = await desk.project(
      Object.fromEntries(
        chapters.map((at) => [
          `${String(at).padStart(3, '0')}.md`,
          `# 第${at}章 潮${at}\n\n雪。\n`,
        ]),
      ),
    );
    const { page, word, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    await text.text.focus();
    const focused = page.locator('[data-cell]:focus');
    const first = /潮1(?!\d)/;
    for (const [keys, view] of [
      ['Control+Alt+2', 'structure:outline'],
      ['Control+Alt+1', 'structure:corkboard'],
    ] as const) {
      await page.keyboard.press(keys);
      const grid = page.getByRole('grid', { name: word(view) });
      const last = grid.locator('[data-cell]').filter({ hasText: '潮120' });
      await grid.hover();
      await expect.poll(() => focused.textContent(), soon).toMatch(first);
      await page.mouse.wheel(0, 100_000);
      // What scrolls back under the pointer cannot be clicked.
      await last.hover();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      await expect.poll(() => focused.textContent(), soon).toMatch(first);
      await expect.poll(() => focused.isVisible(), soon).toBe(true);
      await page.mouse.wheel(0, 100_000);
      await last.click();
      await expect.poll(() => focused.textContent(), soon).toContain('潮120');
      await page.keyboard.press('Home');
      await expect.poll(() => focused.textContent(), soon).toMatch(first);
    }
    // A list of results is a hundred and more rows as well.
    await page.keyboard.press('Control+Shift+H');
    const dialog = page.getByRole('dialog', { name: word('replace:title') });
    await dialog.getByRole('textbox', { name: word('replace:find'), exact: true }).fill('雪');
    const row = dialog.locator('[data-rove]:focus');
    await dialog.locator('[data-rove]').first().focus();
    for (const [key, chapter] of [
      ['End', '潮120'],
      ['Home', '潮1'],
      ['ArrowDown', '潮1'],
    ] as const) {
      await page.keyboard.press(key);
      const shown = dialog.getByText(chapter, { exact: false }).first();
      await expect.poll(() => shown.isVisible(), soon).toBe(true);
      await expect.poll(() => row.count(), soon).toBe(1);
    }
  });

  it('shows in the binder, by hover and by a mark, what happens in a chapter and whether its text went on since [E3]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, word } = await desk.window('zh-CN', { project });
    const documentId = project.documents[2]?.documentId ?? '';
    await desk.call('documents:update', { projectId, documentId, synopsis: '簿子空了。' });
    const row = page.locator('.binder-row', { hasText: '空簿' });
    const title = row.locator('.ui-row-title');
    await expect.poll(() => title.getAttribute('title'), soon).toContain('簿子空了。');
    const mark = row.getByText(word('binder:staleSynopsis'));
    expect(await mark.count()).toBe(0);
    const { version } = await desk.call('documents:read', { projectId, documentId });
    const text = '# 第三章 空簿\n\n天亮以后，所有的人都到了潮屋门前，一个接一个说出自己的名字。\n';
    await desk.call('documents:save', { projectId, documentId, text, expectedVersion: version });
    await expect.poll(() => mark.count(), soon).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has its chapter split at the caret, and one undo joins it again [W1]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const { page, text } = await desk.window('zh-CN', { project });
    const counted = async () => (await desk.call('documents:list', { projectId })).documents.length;
    await text.caretAfter('阿禾头一回上潮屋。');
    await page.keyboard.press('Control+Alt+Enter');
    await expect.poll(counted, soon).toBe(4);
    await expect.poll(() => text.text.textContent(), soon).not.toContain('头一回');
    // The keys of the notice are pressed where the caret is: the new chapter has nothing of its own to undo.
    await hasFocus(text.text);
    await page.keyboard.press('Control+z');
    await expect.poll(counted, soon).toBe(3);
    // The half comes first into the page, the whole once it is read.
    await expect.poll(() => text.text.textContent(), soon).toMatch(/头一回.*她不敢开口。/s);
    await text.caretAfter('阿禾头一回上潮屋。');
    await page.keyboard.press('Control+Alt+Enter');
    await expect.poll(counted, soon).toBe(4);
    await expect.poll(() => text.text.textContent(), soon).not.toContain('头一回');
    await hasFocus(text.text);
    await page.keyboard.insertText('潮。');
    await page.keyboard.press('Control+z');
    await expect.poll(() => text.text.textContent(), soon).not.toContain('潮。');
    await page.locator('.binder-whole button').first().focus();
    expect(await counted()).toBe(4);
    await page.keyboard.press('Control+z');
    await expect.poll(counted, soon).toBe(3);
  });

  it('has lanes of promises: marked by the selection’s menu, walked and opened by keyboard, and axe finds nothing [N13]', async () => {
    const project = await desk.project(files);
    const { projectId, documents } = project;
    const { page, word, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    await text.text.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: word('threads:commands.mark') }).click();
    const dialog = page.getByRole('dialog', { name: word('threads:mark.title') });
    await dialog.getByRole('textbox', { name: word('threads:name') }).fill('她为什么不开口');
    await dialog.getByRole('button', { name: word('threads:mark.do') }).click();
    await expect.poll(() => dialog.count(), soon).toBe(0);
    const listed = async () => (await desk.call('threads:list', { projectId })).items[0];
    await expect.poll(listed, soon).toMatchObject({ title: '她为什么不开口', state: 'open' });

    await page.keyboard.press('Control+Alt+3');
    const lane = page.locator('.threads-lane');
    await expect.poll(() => lane.textContent(), soon).toContain('她为什么不开口');
    await lane.focus();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary', { name: '她为什么不开口' });
    await expect.poll(() => detail.textContent(), soon).toContain('阿禾头一回上潮屋');
    expect(await axeFindings(page)).toEqual([]);
    await lane.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.locator('.threads-chosen').count(), soon).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(() => lane.count(), soon).toBe(0);
    await expect.poll(() => text.text.textContent(), soon).toContain('阿禾头一回上潮屋');
    expect(documents[0]?.documentId).toBe((await listed())?.places[0]?.documentId);
  });

  it('has reports, of which each line opens its place, also where the text went on since, and says when it is gone [W7]', async () => {
    const project = await desk.project({
      ...files,
      '下卷/04.md': '# 第四章 灯\n\n他迫不急待地点灯。\n\n灯又灭了,谁也不说话。\n',
    });
    const { projectId, documents } = project;
    const { page, word, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    await text.text.focus();
    await page.keyboard.press('Control+Alt+4');
    await page.getByRole('button', { name: word('reports:make') }).press('Enter');
    const tab = (kind: string) => page.getByRole('tab', { name: word(`reports:kinds.${kind}`) });
    // Who does not see the page hears that it is done, and goes on from the first report.
    await hasFocus(tab('overused'));
    await page.locator('.reports [role="status"]').getByText('读了 4 章').waitFor();
    await tab('typos').click();
    const line = page.locator('.reports-line');
    await expect.poll(() => line.textContent(), soon).toContain('迫不急待 → 迫不及待');
    expect(await axeFindings(page)).toEqual([]);
    const documentId = documents[3]?.documentId ?? '';
    const change = async (from: string, to: string) => {
      const now = await desk.call('documents:read', { projectId, documentId });
      const save = { projectId, documentId, text: now.text.replace(from, to) };
      await desk.call('documents:save', { ...save, expectedVersion: now.version });
    };
    await change('灯\n\n', '灯\n\n雪落了一夜。\n\n');
    await page.getByText(word('reports:stale')).waitFor();
    await line.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => text.text.textContent(), soon).toContain('雪落了一夜');
    const selected = () => page.evaluate(() => getSelection()?.toString());
    await expect.poll(selected, soon).toBe('迫不急待');

    await page.keyboard.press('Control+Alt+4');
    await tab('punctuation').click();
    await expect.poll(() => line.textContent(), soon).toContain('中文里的半角标点');
    await change('灯又灭了,谁也不说话。', '灯又灭了。');
    await line.focus();
    await page.keyboard.press('Enter');
    await page.getByText(word('reports:gone')).waitFor();
  });
});
