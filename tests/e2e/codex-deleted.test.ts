import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, startDesk } from './pages/desk.ts';
import { codexModel } from './pages/dock-models.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

/** What a program answers whose database another one holds. */
const locked = { json: { ok: false, error: { code: 'DATABASE_LOCKED', message: 'busy' } } };

const open = async () => {
  const project = await desk.project({ '第一章.md': '# 第一章\n\n林远坐在灯下。\n' });
  const { projectId } = project;
  const made = { projectId, kind: 'character' as const };
  await desk.call('knowledge:entities:create', { ...made, name: '林远', summary: '摆船的人。' });
  await desk.call('knowledge:entities:create', { ...made, name: '渡口', summary: '村子东头。' });
  const models = await desk.window('zh-CN', { project });
  const codex = codexModel(models.page, 'zh-CN');
  const stored = async () => (await desk.call('knowledge:entities:list', { projectId })).items;
  return { ...models, codex, projectId, stored };
};

describe('an entry of the codex that is deleted', () => {
  it('gives back with an entry what was written in its form, and keeps the form where it could not be deleted [W6 F24]', async () => {
    const { codex, page, stored, text, word } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.field('summary').fill('摆船的人，怕水。');
    await page.route('**/rpc/knowledge%3Aentities%3Adelete', (route) => route.fulfill(locked), {
      times: 1,
    });
    await codex.remove.click();
    await page.getByText(word('errors:DATABASE_LOCKED.what')).first().waitFor();
    await expect.poll(() => codex.field('summary').inputValue()).toBe('摆船的人，怕水。');
    await codex.remove.click();
    await expect.poll(async () => (await stored()).length).toBe(1);
    await text.text.click();
    await codex.undo.click();
    await expect.poll(async () => (await stored()).length).toBe(2);
    await expect.poll(() => codex.field('summary').inputValue()).toBe('摆船的人，怕水。');
  });

  it('brings an entry back later where it could not be at once, and nothing older in its place [W1 W6]', async () => {
    const { codex, page, stored, projectId, text, word } = await open();
    await codex.show();
    for (const name of ['渡口', '林远']) {
      await codex.entry(name).click();
      await codex.remove.click();
      await expect.poll(async () => (await stored()).map((one) => one.name)).not.toContain(name);
    }
    await text.text.click();
    await page.route('**/rpc/knowledge%3Aentities%3Arestore', (route) => route.fulfill(locked), {
      times: 1,
    });
    await codex.undo.click();
    await page.getByText(word('errors:DATABASE_LOCKED.what')).first().waitFor();
    expect((await desk.call('knowledge:entities:list', { projectId })).items).toEqual([]);
    await codex.dock.getByRole('tab', { name: word('codex:title') }).focus();
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await stored()).map(({ name }) => name)).toEqual(['林远']);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await stored()).length).toBe(2);
  });
});
