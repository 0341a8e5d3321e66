import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { codexModel } from './pages/dock-models.ts';
import { heldAnswer } from './pages/held.ts';

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

  it('comes back with the relation that was being filled in, which is named where only the other entry was chosen [W4 W6]', async () => {
    const { codex, page, stored, word } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.relation.choose('渡口');
    await codex.remove.click();
    await expect.poll(async () => (await stored()).length).toBe(1);
    const kept = codex.dock.getByRole('list', { name: word('app:kept.deleted') });
    await kept.getByText('渡口', { exact: true }).waitFor();
    await codex.undo.click();
    await kept.waitFor({ state: 'detached' });
    if (await codex.entry('林远').isVisible()) await codex.entry('林远').click();
    await expect.poll(() => codex.relation.chosen(), soon).toContain('渡口');
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('a relation whose form is left before the answer', () => {
  it('is added once, and does not stand in its form again [W4 W6]', async () => {
    const { codex, page, projectId, text } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.relation.predicate.fill('守着');
    await codex.relation.choose('渡口');
    const adding = await heldAnswer(page, 'knowledge:relations:create');
    await codex.relation.add.click();
    await adding.asked;
    await codex.relation.predicate.fill('怕');
    await codex.back.click();
    await adding.give();
    await text.text.click();
    await codex.entry('林远').click();
    await expect.poll(() => codex.relation.predicate.inputValue(), soon).toBe('怕');
    const { items } = await desk.call('knowledge:relations:list', { projectId });
    expect(items.map(({ predicate }) => predicate)).toEqual(['守着']);
    const forms = async () => (await desk.call('forms:list', { projectId })).items.length;
    await expect.poll(forms, soon).toBe(1);
  });
});

describe('an entry of the codex that another window deletes', () => {
  const remove = async (projectId: string, name: string) => {
    const { items } = await desk.call('knowledge:entities:list', { projectId });
    const entityId = items.find((one) => one.name === name)?.entityId ?? '';
    await desk.call('knowledge:entities:delete', { projectId, entityId });
    return () => desk.call('knowledge:entities:restore', { projectId, entityId });
  };

  it('is said to be gone by its card, which leads nowhere until it is back [W6]', async () => {
    const { page, palette, text, projectId, word } = await open();
    await text.ready();
    await text.caretAfter('林远');
    await palette.run(word('codex:commands.card'));
    const card = page.getByRole('dialog', { name: '林远' });
    await card.getByText('摆船的人。').waitFor();
    const restore = await remove(projectId, '林远');
    await card.getByText(word('codex:card.gone')).waitFor();
    expect(await card.getByRole('button', { name: word('codex:card.open') }).count()).toBe(0);
    expect(await card.getByText('摆船的人。').count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await restore();
    await card.getByText('摆船的人。').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator('.codex-form').waitFor();
  });

  it('stays what is looked at in the overview, which says so, and comes back there [W6]', async () => {
    const { page, binder, codex, text, projectId, word } = await open();
    await text.ready();
    await binder.binder.getByRole('button', { name: word('codex:world.entry') }).click();
    const world = page.locator('.world');
    const heading = (name: string) => world.getByRole('heading', { name, exact: true });
    await heading('林远').waitFor();
    const drawn = await page.evaluate(() => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 90, height: 60 });
      return canvas.toDataURL('image/png').replace(/^[^,]*,/, '');
    });
    await world.locator('input[type=file]').setInputFiles({
      ...{ name: 'face.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') },
    });
    const dialog = page.getByRole('dialog', { name: word('codex:portrait.crop') });
    await dialog.waitFor();
    const restore = await remove(projectId, '林远');
    const gone = world.getByText(word('codex:world.gone.title', { name: '林远' }));
    await gone.waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await heading('渡口').count()).toBe(0);
    await restore();
    await heading('林远').waitFor();
    await remove(projectId, '林远');
    await gone.waitFor();
    await codex.entry('渡口').click();
    await heading('渡口').waitFor();
    expect(await gone.count()).toBe(0);
  });
});
