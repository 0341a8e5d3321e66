import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { codexModel } from './pages/dock-models.ts';
import { hasFocus } from './pages/settled.ts';

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

const keptForms = async (projectId: string): Promise<string> =>
  (await desk.call('forms:list', { projectId })).items.map(({ fields }) => fields).join();

describe('the codex in the dock', () => {
  it('shows first what the chapter mentions, and finds by alias', async () => {
    const { codex, palette, word } = await open();
    await codex.show();
    await codex.dock.getByText('这一章提到 1 条').first().waitFor();
    await codex.search.fill('阿远');
    await codex.entry('林远').waitFor();
    await expect.poll(() => codex.entry('渡口').count()).toBe(0);
    // With the overview open it is the mentions that are told; a number alone could be either.
    expect(await codex.entry('林远').textContent()).toMatch(/\d+ 词元/);
    await palette.run(word('codex:commands.world'));
    await codex.entry('林远').getByText('提及 1 处').waitFor();
  });

  it('counts as mentioned what requests find, not part of a longer name or word, and follows the codex [W6]', async () => {
    const { codex, projectId, stored } = await open('# 第一章\n\n阿远山上的 Marylebone 灯下。\n');
    const named = { projectId, kind: 'location', summary: '' } as const;
    await desk.call('knowledge:entities:create', { ...named, name: '阿远山' });
    await desk.call('knowledge:entities:create', { ...named, name: 'Mary' });
    await codex.show();
    const sentence = codex.dock.locator('.ui-lead');
    await expect.poll(() => sentence.textContent()).toContain('设定集有 4 条');
    await expect.poll(() => sentence.textContent()).toContain('这一章提到 1 条');
    // The text stays as it is, and another entry bears a name of it.
    const { entityId = '', version = 0 } =
      (await stored()).find(({ name }) => name === 'Mary') ?? {};
    const change = { projectId, entityId, expectedVersion: version, aliases: ['Marylebone'] };
    await desk.call('knowledge:entities:update', change);
    await expect.poll(() => sentence.textContent()).toContain('这一章提到 2 条');
  });

  it('opens on the kind a line of the binder names', async () => {
    const { codex, binder } = await open();
    await binder.binder.getByRole('row', { name: /地点/ }).click();
    await codex.entry('渡口').waitFor();
    expect(await codex.entry('林远').count()).toBe(0);
  });

  it('writes an entry with aliases, chapters and a fence', async () => {
    const { page, codex, stored } = await open();
    await codex.show();
    await codex.add.click();
    await codex.field('name').fill('沈青');
    await codex.field('aliases').fill('青儿');
    await page.keyboard.press('Enter');
    await codex.field('summary').fill('收灯的人。');
    await codex.field('validFrom').fill('5');
    await codex.field('validTo').fill('3');
    expect(await codex.save.isDisabled()).toBe(true);
    await codex.field('validTo').fill('9');
    await page.keyboard.press('Control+Enter');
    await codex.entry('沈青').waitFor();
    const entity = (await stored()).find(({ name }) => name === '沈青');
    expect(entity).toMatchObject({
      aliases: ['青儿'],
      summary: '收灯的人。',
      validFromChapter: 5,
      validToChapter: 9,
    });
  });

  it('ties two entries and undoes that; deletes one and brings it back with its ties', async () => {
    const { page, codex, projectId, stored } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.dock.getByRole('textbox', { name: '是什么关系' }).fill('住在');
    await codex.dock.getByRole('button', { name: /选一条/ }).click();
    await page.getByRole('option', { name: '渡口' }).click();
    await codex.dock.getByRole('button', { name: '加上' }).click();
    await codex.dock.getByText('林远 — 住在 — 渡口').waitFor();
    await codex.remove.click();
    await expect.poll(async () => (await stored()).length).toBe(1);
    await codex.undo.click();
    await codex.entry('林远').waitFor();
    const relations = await desk.call('knowledge:relations:list', { projectId });
    expect(relations.items.map(({ predicate }) => predicate)).toEqual(['住在']);
  });

  it('goes back to the list on Esc without storing anything', async () => {
    const { page, codex, stored } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.field('name').fill('别的名字');
    await page.keyboard.press('Escape');
    await codex.entry('林远').waitFor();
    expect((await stored()).map(({ name }) => name).toSorted()).toEqual(
      ['林远', '渡口'].toSorted(),
    );
  });

  it('saves and lets go by keys from the field of aliases as well, and takes back what was saved [W1, W6, F24]', async () => {
    const { page, codex, stored } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.field('aliases').press('Escape');
    await codex.entry('林远').click();
    await codex.field('aliases').fill('远哥');
    await codex.field('aliases').press('Enter');
    await codex.field('aliases').press('Control+Enter');
    await codex.entry('林远').waitFor();
    expect((await stored()).find(({ name }) => name === '林远')?.aliases).toEqual(['阿远', '远哥']);
    // What was saved is taken back as any other step is.
    await page.keyboard.press('Control+z');
    await expect
      .poll(async () => (await stored()).find(({ name }) => name === '林远')?.aliases)
      .toEqual(['阿远']);
  });

  it('stores the alias that is being typed with Ctrl Enter; after Esc it is taken back, after a reload it stands there [W4, W6]', async () => {
    const { page, text, codex, stored, projectId } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.field('aliases').fill('远哥');
    await page.keyboard.press('Escape');
    await codex.entry('林远').waitFor();
    await codex.undo.click();
    await expect.poll(() => codex.field('aliases').inputValue()).toBe('远哥');
    await expect.poll(() => keptForms(projectId)).toMatch('远哥');
    await page.reload();
    await text.ready();
    await codex.show();
    await codex.entry('林远').click();
    expect(await codex.field('aliases').inputValue()).toBe('远哥');
    await codex.field('aliases').press('Control+Enter');
    await codex.entry('林远').waitFor();
    expect((await stored()).find(({ name }) => name === '林远')?.aliases).toEqual(['阿远', '远哥']);
    await expect.poll(() => keptForms(projectId)).toBe('');
  });

  it('leaves the aliases to a Backspace that is held down to empty their field [W6]', async () => {
    const { page, codex } = await open();
    await codex.show();
    await codex.entry('林远').click();
    const chips = codex.dock.locator('.ui-chip');
    await codex.field('aliases').fill('远');
    for (const _repeat of [1, 2, 3]) await page.keyboard.down('Backspace');
    await page.keyboard.up('Backspace');
    expect(await codex.field('aliases').inputValue()).toBe('');
    expect(await chips.allTextContents()).toEqual(['阿远']);
    await page.keyboard.press('Backspace');
    await expect.poll(() => chips.count()).toBe(0);
  });

  it('has what was filled in of a relation when its entry is opened again, after a reload too, and not once it is added [W4, W6]', async () => {
    const { page, text, codex, word, projectId } = await open();
    await codex.show();
    const predicate = codex.dock.getByRole('textbox', { name: word('codex:relations.predicate') });
    await codex.entry('林远').click();
    await predicate.fill('住在');
    await page.keyboard.press('Escape');
    await codex.entry('渡口').click();
    expect(await predicate.inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await codex.entry('林远').click();
    expect(await predicate.inputValue()).toBe('住在');
    await expect.poll(() => keptForms(projectId)).toMatch('住在');
    await page.reload();
    await text.ready();
    await codex.show();
    await codex.entry('林远').click();
    expect(await predicate.inputValue()).toBe('住在');
    await codex.dock.getByRole('button', { name: /选一条/ }).click();
    await page.getByRole('option', { name: '渡口' }).click();
    await predicate.press('Enter');
    await codex.dock.getByText('林远 — 住在 — 渡口').waitFor();
    await expect.poll(() => predicate.inputValue()).toBe('');
    await expect.poll(() => keptForms(projectId)).toBe('');
  });

  it('keeps what was filled in of a relation whose entry is deleted elsewhere, and brings both back [W4, W6]', async () => {
    const { page, codex, word, projectId, stored } = await open();
    await codex.show();
    const predicate = codex.dock.getByRole('textbox', { name: word('codex:relations.predicate') });
    await codex.entry('林远').click();
    await predicate.fill('住在');
    await page.keyboard.press('Escape');
    const entityId = (await stored()).find(({ name }) => name === '林远')?.entityId ?? '';
    await desk.call('knowledge:entities:delete', { projectId, entityId });
    const deleted = codex.dock.getByRole('list', { name: word('app:kept.deleted') });
    await deleted.getByText('住在').waitFor();
    await deleted.getByRole('button', { name: word('app:kept.restore') }).click();
    await expect.poll(() => predicate.inputValue()).toBe('住在');
    expect(await stored()).toHaveLength(2);
  });

  it('leaves the focus to the next name that can be taken out, to the one before, then to the field [F24]', async () => {
    const { page, codex, word } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.field('aliases').fill('远哥、老林，');
    const alias = (name: string) =>
      codex.dock.getByRole('button', { name: word('codex:form.removeAlias', { name }) });
    await alias('远哥').press('Enter');
    await hasFocus(alias('老林'));
    await page.keyboard.press('Enter');
    await hasFocus(alias('阿远'));
    await page.keyboard.press('Enter');
    await hasFocus(codex.field('aliases'));
    // Who may know it: with the last one that can be chosen its field goes, and comes back.
    const knownBy = codex.dock.getByRole('button', { name: word('codex:fence.addPerson') });
    await knownBy.click();
    await page.getByRole('option', { name: '林远' }).click();
    const person = word('codex:fence.removePerson', { name: '林远' });
    await codex.dock.getByRole('button', { name: person }).press('Enter');
    await hasFocus(knownBy);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('gives back what was let go of with Esc: by the notice, and by Ctrl Z once that is gone [W4, W6]', async () => {
    const { page, codex, stored, word } = await open();
    await codex.show();
    await codex.entry('林远').click();
    const story = '摆船的人，从前在营里吹号。';
    await codex.field('summary').fill(story);
    await page.keyboard.press('Escape');
    await codex.entry('林远').waitFor();
    await codex.undo.click();
    await expect.poll(() => codex.field('summary').inputValue()).toBe(story);
    await codex.field('summary').press('Escape');
    await codex.entry('林远').waitFor();
    await codex.dock.getByRole('tab', { name: word('inspect:title') }).click();
    await page.keyboard.press('Control+z');
    await expect.poll(() => codex.field('summary').inputValue()).toBe(story);
    await codex.field('summary').press('Control+Enter');
    await codex.entry('林远').waitFor();
    expect((await stored()).map(({ summary }) => summary)).toContain(story);
  });

  it('keeps the focus: in the form that a row opens, then on the row, then in the panel of an empty codex [F24]', async () => {
    const { page, codex, palette, word } = await open();
    await codex.show();
    const form = codex.dock.locator('.codex-form');
    for (const leave of ['Escape', 'Control+Enter']) {
      await codex.entry('渡口').focus();
      await page.keyboard.press('Enter');
      await hasFocus(form);
      await page.keyboard.press(leave);
      await hasFocus(codex.entry('渡口'));
    }
    await palette.run(word('codex:commands.add'));
    await hasFocus(codex.field('name'));
    await page.keyboard.press('Escape');
    await hasFocus(codex.dock.locator('.codex'));
    expect(await form.count()).toBe(0);
  });

  it('leaves the focus to the next entry when one is deleted [F24]', async () => {
    const { codex, stored, projectId } = await open();
    const made = { projectId, kind: 'character' as const, summary: '' };
    await desk.call('knowledge:entities:create', { ...made, name: '陈默' });
    await codex.show();
    await codex.entry('陈默').waitFor();
    const rows = codex.dock.locator('[data-rove]');
    const order = await rows.allTextContents();
    const [, second = '', third = ''] = order;
    await rows.nth(1).press('Enter');
    await codex.remove.press('Enter');
    await expect.poll(async () => (await stored()).length).toBe(2);
    await expect.poll(() => rows.allTextContents()).not.toContain(second);
    await hasFocus(rows.filter({ hasText: third.slice(0, 2) }));
  });

  it('says of an entry that was deleted elsewhere that it is, and brings it back with what is written [W6]', async () => {
    const { page, codex, word, projectId, stored } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.field('summary').fill('写到一半');
    const entityId = (await stored()).find(({ name }) => name === '林远')?.entityId ?? '';
    expect(await codex.remove.count()).toBe(1);
    await desk.call('knowledge:entities:delete', { projectId, entityId });
    await page.getByText(word('codex:form.isGone')).waitFor();
    await codex.dock.getByRole('heading', { name: '林远' }).waitFor();
    expect(await codex.remove.count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await codex.field('summary').press('Control+Enter');
    await codex.entry('林远').waitFor();
    expect((await stored()).find((one) => one.entityId === entityId)?.summary).toBe('写到一半');
  });

  it('takes a new name of the whole book into a form that is open, and keeps what is written there [W2, W6]', async () => {
    const { page, codex, projectId, stored } = await open();
    await codex.show();
    await codex.entry('林远').click();
    await codex.field('summary').fill('写到一半');
    const [entity] = (await stored()).filter(({ name }) => name === '林远');
    const renamed = {
      entityId: entity?.entityId ?? '',
      expectedVersion: entity?.version ?? 0,
      name: '林近',
    };
    await desk.call('knowledge:entities:update', { projectId, ...renamed });
    await expect.poll(() => codex.field('name').inputValue()).toBe('林近');
    expect(await codex.field('summary').inputValue()).toBe('写到一半');
    await codex.field('summary').press('Control+Enter');
    await codex.entry('林近').waitFor();
    const summaries = (await stored()).map(({ name, summary }) => [name, summary]);
    expect(summaries).toContainEqual(['林近', '写到一半']);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
