import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jpegOf } from '#tests/helpers/jpeg.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { codexModel } from './pages/dock-models.ts';
import { held } from './pages/held.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const open = async () => {
  const project = await desk.project({
    '01.md': '# 第一章\n\n林远坐在灯下，郑九没有来。\n',
    '02.md': '# 第二章\n\n潮水涨了一夜。\n',
    '03.md': '# 第三章\n\n阿远等着，林远等着，等到天亮。\n',
  });
  const { projectId } = project;
  const create = async (name: string, aliases: string[], validFromChapter?: number) => {
    const given = {
      projectId,
      kind: 'character' as const,
      name,
      aliases,
      summary: `${name}的事。`,
    };
    const { entityId } = await desk.call('knowledge:entities:create', {
      ...given,
      ...(validFromChapter === undefined ? {} : { validFromChapter }),
    });
    return entityId;
  };
  const lin = await create('林远', ['阿远']);
  const zheng = await create('郑九', [], 3);
  await desk.call('knowledge:relations:create', {
    ...{ projectId, subjectId: zheng, predicate: '师父', objectId: lin },
  });
  const models = await desk.window('zh-CN', { project });
  return { ...models, codex: codexModel(models.page, 'zh-CN'), projectId };
};

describe('a name of the text that became an entry [W6]', () => {
  it('is taken back, though another name of it was accepted and taken back meanwhile', async () => {
    const said = (name: string) => `${name}笑道：“好。”${name}没有动。\n\n`;
    const names = ['顾长河', '沈雁回'];
    const project = await desk.project({
      '01.md': `# 第一章\n\n${names.map((name) => said(name).repeat(3)).join('')}`,
    });
    const { projectId } = project;
    const { page, word, palette } = await desk.window('zh-CN', { project });
    const { dock } = codexModel(page, 'zh-CN');
    const entries = async () =>
      (await desk.call('knowledge:entities:list', { projectId })).items.map(({ name, aliases }) => [
        name,
        ...aliases,
      ]);
    await palette.run(word('codex:newNames.title'));
    const row = (name: string) => dock.getByRole('listitem').filter({ hasText: name });
    await row('顾长河').getByRole('button', { name: '添成条目' }).press('Enter');
    await row('顾长河').waitFor({ state: 'detached' });
    await row('沈雁回').getByRole('button', { name: '是谁的别名' }).press('Enter');
    await page.getByRole('menuitem', { name: '顾长河' }).click();
    await expect.poll(entries, soon).toEqual([names]);
    await row('沈雁回').waitFor({ state: 'detached' });
    await dock.getByRole('button', { name: word('codex:back') }).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(entries, soon).toEqual([['顾长河']]);
    await row('沈雁回').waitFor();
    await dock.getByRole('button', { name: word('codex:back') }).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(entries, soon).toEqual([]);
    expect(await page.getByText(word('errors:FIELD_CHANGED.what')).count()).toBe(0);
    // One that others are tied to by now stays, and its ties with it.
    await row('顾长河').getByRole('button', { name: '添成条目' }).press('Enter');
    await row('顾长河').waitFor({ state: 'detached' });
    const { items } = await desk.call('knowledge:entities:list', { projectId });
    const { entityId = '' } = items[0] ?? {};
    const other = await desk.call('knowledge:entities:create', {
      ...{ projectId, kind: 'location', name: '桥', summary: '', aliases: [] },
    });
    await desk.call('knowledge:relations:create', {
      ...{ projectId, subjectId: entityId, predicate: '守着', objectId: other.entityId },
    });
    await dock.getByRole('button', { name: word('codex:back') }).focus();
    await page.keyboard.press('Control+z');
    const ties = word('codex:fields.relations');
    await page.getByText(word('codex:changedSince.ties', { name: '顾长河', ties })).waitFor();
    expect((await entries()).flat()).toContain('顾长河');
  });
});

describe('a name that another window made an entry of first [W6]', () => {
  it('is listed no more, and it is said which entry has it', async () => {
    const said = (name: string) => `${name}笑道：“好。”${name}没有动。\n\n`;
    const names = ['顾长河', '沈雁回'];
    const project = await desk.project({
      '01.md': `# 第一章\n\n${names.map((name) => said(name).repeat(3)).join('')}`,
    });
    const { projectId } = project;
    const { page, word, palette } = await desk.window('zh-CN', { project });
    const { dock } = codexModel(page, 'zh-CN');
    await palette.run(word('codex:newNames.title'));
    const row = (name: string) => dock.getByRole('listitem').filter({ hasText: name });
    const accept = (name: string) =>
      row(name)
        .getByRole('button', { name: word('codex:newNames.accept') })
        .press('Enter');
    const late = await held(page, 'knowledge:entities:create');
    await accept('顾长河');
    await late.asked;
    await desk.call('knowledge:entities:create', {
      ...{ projectId, kind: 'character', name: '顾长河', summary: '', aliases: [] },
    });
    // The list hears of it while the window's own change is under way.
    await settled(page);
    late.give();
    const told = dock.getByRole('alert');
    await told.getByText(word('codex:newNames.taken.what', { name: '顾长河' })).waitFor();
    await row('顾长河').waitFor({ state: 'detached' });
    expect(await row('沈雁回').count()).toBe(1);
    const [block, list] = await Promise.all([told.boundingBox(), dock.boundingBox()]);
    expect((block?.x ?? 0) - (list?.x ?? 0)).toBeGreaterThanOrEqual(12);
    expect(await axeFindings(page)).toEqual([]);
    await accept('沈雁回');
    await row('沈雁回').waitFor({ state: 'detached' });
    await told.waitFor({ state: 'detached' });
  });
});

describe('the codex and the text [W6]', () => {
  it('draws where an entry is named; keys go from chapter to chapter and open one', async () => {
    const { page, binder, text } = await open();
    await text.ready();
    await binder.binder.getByRole('button', { name: '设定总览' }).click();
    await page.getByText('在 3 章里提到 3 处，出现在 2 章').waitFor();
    const map = page.getByRole('slider', { name: '林远在各章的提及' });
    await map.focus();
    await page.keyboard.press('End');
    await expect.poll(() => map.getAttribute('aria-valuetext')).toContain('2 处，全书最多');
    expect(await page.locator('.world-alias').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    // The picture is for the pointer; keys reach the table, and both show the same line.
    const chosen = page.locator('.world-edge[data-chosen]');
    await page.locator('.world-ties').getByRole('button', { name: '郑九' }).focus();
    await expect.poll(() => chosen.count()).toBe(1);
    await page.keyboard.press('Shift+Tab');
    await hasFocus(map);
    await expect.poll(() => chosen.count()).toBe(0);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await text.paragraph('等到天亮').waitFor();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('阿远');
  });

  it('counts relations, not whom they are with, and says of each in which chapters it holds', async () => {
    const { page, binder, text, word, projectId } = await open();
    const { items } = await desk.call('knowledge:entities:list', { projectId });
    const idOf = (name: string) => items.find((one) => one.name === name)?.entityId ?? '';
    await desk.call('knowledge:relations:create', {
      ...{ projectId, subjectId: idOf('林远'), objectId: idOf('郑九'), predicate: '仇人' },
      ...{ validFromChapter: 2, validToChapter: 3 },
    });
    await text.ready();
    await binder.binder.getByRole('button', { name: '设定总览' }).click();
    await page
      .getByRole('heading', { name: word('codex:world.relations', { count: 2 }) })
      .waitFor();
    const rows = page.locator('.world-ties tbody tr');
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/^郑九\s+郑九 — 师父\s+一直\s+\d$/u),
      expect.stringMatching(/^仇人\s+第二章到第三章$/u),
    ]);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has fields that change from a chapter on: written in the form, shown on the line of chapters', async () => {
    const { page, binder, text } = await open();
    await text.ready();
    await binder.binder.getByRole('button', { name: '设定总览' }).click();
    await page.locator('.world').getByRole('button', { name: '改' }).press('Enter');
    await hasFocus(page.locator('.codex-form'));
    const form = page.locator('.codex-details');
    // A line that was added is written in at once.
    await form.getByRole('button', { name: '身份' }).press('Enter');
    const texts = form.getByRole('textbox', { name: '身份的内容' });
    await hasFocus(texts);
    await page.keyboard.type('摆渡人');
    await form.getByRole('button', { name: '身份从某章起有变化' }).press('Enter');
    await hasFocus(texts.nth(1));
    await page.keyboard.type('守灯人');
    await form.getByRole('textbox', { name: '身份从第几章起' }).nth(1).fill('三');
    await form.getByText('请填章数').waitFor();
    await form.getByRole('textbox', { name: '身份从第几章起' }).nth(1).fill('3');
    // Esc lets go of the form, not of what is looked at; what was written is had back.
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'detached' });
    await page.locator('.world-fields, .world-summary').first().waitFor();
    await page.getByRole('button', { name: '撤销' }).click();
    await expect.poll(() => texts.nth(1).inputValue()).toBe('守灯人');
    await texts.nth(1).focus();
    await page.keyboard.press('Control+Enter');
    const changes = page.getByRole('table', { name: '林远的变化' });
    await changes.getByRole('row', { name: /第 3 章起.*守灯人.*还没到/ }).waitFor();
    await page.locator('.world-fields').getByText('摆渡人').waitFor();
    expect(await axeFindings(page)).toEqual([]);
  });

  it('has its portrait again once it can be read, in the page that could not read it [W6]', async () => {
    const { page, binder, text, projectId } = await open();
    await text.ready();
    const { items } = await desk.call('knowledge:entities:list', { projectId });
    const [lin] = items;
    const { entityId = '', version = 0 } = lin ?? {};
    const failed = page.waitForResponse((response) => response.url().includes('portraits%3Aread'));
    await page.route('**/rpc/knowledge%3Aportraits%3Aread', (route) =>
      route.fulfill({ json: { ok: false, error: { code: 'PORTRAIT_UNREADABLE', message: '' } } }),
    );
    const image = jpegOf({ width: 512, height: 512 }).toString('base64');
    await desk.call('knowledge:portraits:set', { projectId, entityId, image });
    await binder.binder.getByRole('button', { name: '设定总览' }).click();
    await failed;
    await page.getByText('头像').first().waitFor();
    expect(await page.locator('.world-portrait img').count()).toBe(0);
    await page.unrouteAll({ behavior: 'wait' });
    const change = { projectId, entityId, expectedVersion: version, summary: '等人的人。' };
    await desk.call('knowledge:entities:update', change);
    await page.locator('.world-portrait img').waitFor({ state: 'attached' });
  });

  it('has a portrait: chosen from a file, cropped by keys, kept small, and shown wherever the entry is', async () => {
    const { page, binder, text, palette, projectId } = await open();
    await text.ready();
    await binder.binder.getByRole('button', { name: '设定总览' }).click();
    const input = page.locator('.world-portrait input[type=file]');
    await input.setInputFiles({
      ...{ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') },
    });
    await page.getByText('这个文件不是能用的图片').waitFor();
    const drawn = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 900, height: 600 });
      const pen = canvas.getContext('2d');
      pen?.fillRect(0, 0, 450, 600);
      return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
    });
    const picture = {
      ...{ name: 'face.txt', mimeType: 'text/plain', buffer: Buffer.from(drawn, 'base64') },
    };
    await input.setInputFiles(picture);
    const dialog = page.getByRole('dialog', { name: '裁成头像' });
    // Esc ends the dialog alone.
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await input.setInputFiles(picture);
    await dialog.getByRole('slider', { name: '左右' }).focus();
    await page.keyboard.press('Home');
    expect(await axeFindings(page)).toEqual([]);
    await dialog.getByRole('button', { name: '用这一张' }).click();
    await page.locator('.world-portrait img').waitFor();
    await page.locator('.codex-entry-portrait img').waitFor();
    const { items } = await desk.call('knowledge:portraits:list', { projectId });
    expect(items).toHaveLength(1);
    // Taken away and had back.
    await page.getByRole('button', { name: '去掉头像' }).press('Enter');
    await page.locator('.world-portrait img').waitFor({ state: 'detached' });
    await hasFocus(page.locator('.world-portrait').getByRole('button'));
    await page.keyboard.press('Control+z');
    await page.locator('.world-portrait img').waitFor();
    await binder.binder.getByRole('button', { name: '设定总览' }).click();
    await text.text.waitFor();
    await text.caretAfter('林远');
    await palette.run('看光标处名字的卡片');
    await page.getByRole('dialog', { name: '林远' }).locator('img').waitFor();
  });

  it('shows the card of the name at the cursor, as far as the chapter knows, and goes on from there', async () => {
    const { page, text, palette } = await open();
    await text.ready();
    await text.caretAfter('林远');
    await palette.run('看光标处名字的卡片');
    const card = page.getByRole('dialog', { name: '林远' });
    await hasFocus(card);
    await card.getByText('到这一章提到 1 处').waitFor();
    // Who is tied to him holds from the third chapter on.
    expect(await card.getByText('师父').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Alt+ArrowDown');
    await text.paragraph('等到天亮').waitFor();
    await text.caretAfter('林远');
    await palette.run('看光标处名字的卡片');
    await card.getByText('郑九 — 师父').waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(text.text);
    expect(await card.count()).toBe(0);
  });

  it('shows it under the resting pointer, and goes with the next key', async () => {
    const { page, text } = await open();
    await text.ready();
    await text.caretAfter('林远');
    const caret = await page.evaluate(() => {
      const range = getSelection()?.getRangeAt(0);
      const { left, top, height } = range?.getBoundingClientRect() ?? new DOMRect();
      return { x: left, y: top + height / 2 };
    });
    await page.mouse.move(caret.x - 20, caret.y - 60);
    await page.mouse.move(caret.x - 12, caret.y);
    const card = page.getByRole('dialog', { name: '林远' });
    await card.waitFor();
    await hasFocus(text.text);
    await page.keyboard.type('，');
    await card.waitFor({ state: 'detached' });
    await text.paragraph('林远，坐在灯下').waitFor();
    expect(await card.count()).toBe(0);
  });
});
