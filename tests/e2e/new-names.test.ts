import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { codexModel } from './pages/dock-models.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const open = async (text = '# 第一章\n\n林远坐在灯下。\n') => {
  const project = await desk.project({ '第一章.md': text });
  const { projectId } = project;
  await desk.call('knowledge:entities:create', {
    projectId,
    kind: 'character',
    name: '林远',
    aliases: ['阿远'],
    summary: '摆船的人。',
  });
  await desk.call('knowledge:entities:create', {
    projectId,
    kind: 'location',
    name: '渡口',
    summary: '村子东头。',
  });
  const models = await desk.window('zh-CN', { project });
  const codex = codexModel(models.page, 'zh-CN');
  const stored = async () => (await desk.call('knowledge:entities:list', { projectId })).items;
  return { ...models, codex, projectId, stored };
};

describe('names of the text that no entry has', () => {
  it('opens the names of the text from the palette before they were read once, and takes the focus only then [W6]', async () => {
    const { page, codex, palette, text, word } = await open('# 第一章\n\n雪停了。\n');
    await text.ready();
    await palette.run(word('codex:newNames.title'));
    const back = codex.dock.getByRole('button', { name: word('codex:back') });
    await hasFocus(back);
    // Earlier versions take the place of page and dock: both are drawn anew when they go.
    await palette.run(word('history:command'));
    await page.locator('.history').waitFor();
    await page.keyboard.press('Escape');
    await back.waitFor();
    await hasFocus(text.text);
    expect(await back.evaluate((one) => one === document.activeElement)).toBe(false);
  });

  it('offers names of the text: one becomes an entry, one an alias, one goes; each can be taken back [W6]', async () => {
    const said = (name: string) => `${name}笑道：“好。”${name}没有动。林远看着${name}。\n\n`;
    const names = ['顾长河', '沈雁回', '许长庚'];
    const { page, codex, palette, stored, text, word } = await open(
      `# 第一章\n\n${names.map((name) => said(name).repeat(2)).join('')}`,
    );
    await codex.show();
    await codex.dock.getByRole('button', { name: '新出现：3 个名字，见于 1 章' }).press('Enter');
    const row = (name: string) => codex.dock.getByRole('listitem').filter({ hasText: name });
    await row('顾长河').getByText('6 次，1 章').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await row('顾长河')
      .getByRole('button', { name: /顾长河笑道/ })
      .first()
      .click();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('顾长河');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    // In a long book the row stays until the names are read anew, and is pressed once more.
    const accept = row('顾长河').getByRole('button', { name: '添成条目' });
    await accept.evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await row('顾长河').waitFor({ state: 'detached' });
    expect((await stored()).map(({ name }) => name)).toContain('顾长河');
    await page.getByRole('button', { name: '撤销' }).click();
    await row('顾长河').waitFor();
    expect((await stored()).map(({ name }) => name)).not.toContain('顾长河');
    expect(asked.filter((url) => url.endsWith('/rpc/knowledge%3Aentities%3Acreate'))).toHaveLength(
      1,
    );
    await row('沈雁回').getByRole('button', { name: '是谁的别名' }).press('Enter');
    // Typing finds an entry, also one that is not among the likeliest.
    await page.getByRole('searchbox', { name: '找条目' }).fill('林');
    await page.getByRole('menuitem', { name: '林远' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await row('沈雁回').waitFor({ state: 'detached' });
    const aliases = async () => (await stored()).find(({ name }) => name === '林远')?.aliases;
    expect(await aliases()).toEqual(['阿远', '沈雁回']);
    await page.getByRole('button', { name: '撤销' }).click();
    await row('沈雁回').waitFor();
    expect(await aliases()).toEqual(['阿远']);
    // One after another by Enter alone: the same button of the next row has the focus.
    const dismiss = (name: string) => row(name).getByRole('button', { name: '不是名字' });
    await dismiss('沈雁回').press('Enter');
    await hasFocus(dismiss('许长庚'));
    await page.keyboard.press('Enter');
    await hasFocus(dismiss('顾长河'));
    await codex.dock.getByText('不再列出的 2 个').waitFor();
    // Over the codex in the book Esc leaves the list, not what is looked at.
    await palette.run(word('codex:commands.world'));
    await page.locator('.world-main').waitFor();
    await settled(page);
    await codex.dock.getByRole('button', { name: '回到列表' }).press('Escape');
    await codex.dock.getByRole('button', { name: '新出现：1 个名字，见于 1 章' }).waitFor();
    expect(await page.locator('.world-main').count()).toBe(1);
    await page.keyboard.press('Escape');
    await text.ready();
  });
});
