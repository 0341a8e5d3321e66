import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { codexModel } from './pages/dock-models.ts';
import { held, heldAnswer } from './pages/held.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const first = '# 第一章 雪夜\n\n窗外的雪落了一夜。\n\n林远坐在灯下。\n';

const open = async () => {
  const project = await desk.project({ '01.md': first });
  const models = await desk.window('zh-CN', { project });
  return { ...models, project, projectId: project.projectId };
};

const openSettings = async (section: 'book' | 'context' | 'tools') => {
  const { page, word, ...models } = await open();
  await page.keyboard.press('Control+Comma');
  const form = page.getByRole('dialog', { name: word('settings:title') });
  await form.getByRole('tab', { name: word(`settings:sections.${section}`) }).click();
  const field = (key: string) => form.getByRole('textbox', { name: word(key), exact: true });
  const button = (key: string) => form.getByRole('button', { name: word(key), exact: true });
  return { ...models, page, word, form, field, button };
};

describe('what is typed while a choice between two texts is being written', () => {
  for (const choice of ['theirs', 'mine'] as const) {
    it(`stays on the page and is saved behind it, ${choice} [F17]`, async () => {
      const { page, text, project, word } = await open();
      await text.caretAfter('坐在灯下。');
      await page.keyboard.insertText('没有风。');
      await writeFile(desk.file(project, '01.md'), first.replace('坐在灯下。', '站在窗前。'));
      const bar = page.getByRole('alert').filter({ hasText: word('editor:conflict.lead') });
      await bar.waitFor();
      const resolving = await held(page, 'documents:conflict:resolve');
      await bar.getByRole('button', { name: word(`editor:conflict.${choice}`) }).click();
      await resolving.asked;
      await text.caretAfter('落了一夜。');
      await page.keyboard.insertText('天亮了。');
      resolving.give();
      await bar.waitFor({ state: 'detached' });
      await text.saved();
      const last = choice === 'mine' ? '坐在灯下。没有风。' : '站在窗前。';
      await expect
        .poll(() => readFile(desk.file(project, '01.md'), 'utf8'), soon)
        .toBe(first.replace('坐在灯下。', last).replace('一夜。', '一夜。天亮了。'));
      expect(await text.visibleLines()).toContain('窗外的雪落了一夜。天亮了。');
    });
  }
});

describe('a choice between two texts', () => {
  it('is over once it is written, also where the page had read of both just before [F17]', async () => {
    const { page, text, project, projectId, word } = await open();
    await text.caretAfter('坐在灯下。');
    await page.keyboard.insertText('没有风。');
    await writeFile(desk.file(project, '01.md'), first.replace('坐在灯下。', '站在窗前。'));
    const bar = page.getByRole('alert').filter({ hasText: word('editor:conflict.lead') });
    await bar.waitFor();
    const documentId = project.documents[0]?.documentId ?? '';
    const value = await desk.call('documents:conflict:read', { projectId, documentId });
    let reads = 0;
    await page.route('**/rpc/documents%3Aconflict%3Aread', async (route) => {
      await route.fulfill({ json: { ok: true, value } });
      reads += 1;
    });
    const resolved = await heldAnswer(page, 'documents:conflict:resolve');
    const before = reads;
    await bar.getByRole('button', { name: word('editor:conflict.mine') }).click();
    await resolved.asked;
    await expect.poll(() => reads, soon).toBeGreaterThan(before);
    await resolved.give();
    await bar.waitFor({ state: 'detached' });
    await text.saved();
    expect(await readFile(desk.file(project, '01.md'), 'utf8')).toContain('坐在灯下。没有风。');
  });
});

describe('what is typed into a form while it is being saved', () => {
  it('stays in the settings of the book, beside what was saved [S3-48]', async () => {
    const { page, word, form, projectId, field, button } = await openSettings('book');
    await field('settings:book.style.label').fill('短句。');
    const saving = await heldAnswer(page, 'projects:update');
    await button('settings:book.save').click();
    await saving.asked;
    await field('settings:book.style.label').fill('短句。少用形容词。');
    await field('settings:book.tense.label').fill('过去时');
    await saving.give();
    expect(await field('settings:book.style.label').inputValue()).toBe('短句。少用形容词。');
    expect(await field('settings:book.tense.label').inputValue()).toBe('过去时');
    expect(await form.getByText(word('settings:book.changedElsewhere')).count()).toBe(0);
    await button('settings:book.save').click();
    await expect
      .poll(() => desk.call('projects:get', { projectId }), soon)
      .toMatchObject({ tense: 'past', style: '短句。少用形容词。' });
  });

  it('stays in the budget, and is saved against the version that was saved before [S3-05]', async () => {
    const { page, projectId, field, button } = await openSettings('context');
    await field('settings:budget.outputReserve').fill('3000');
    const saving = await heldAnswer(page, 'context:budget:update');
    await button('settings:budget.save').click();
    await saving.asked;
    await field('settings:budget.outputReserve').fill('4000');
    await saving.give();
    expect(await field('settings:budget.outputReserve').inputValue()).toBe('4000');
    await button('settings:budget.save').click();
    await expect
      .poll(() => desk.call('context:budget:get', { projectId }), soon)
      .toMatchObject({ outputReserve: 4000 });
  });

  it('stays in the form of a tool server, which stays open for it [S3-27]', async () => {
    const { page, field, button } = await openSettings('tools');
    await button('settings:tools.servers.add').click();
    await field('settings:tools.servers.name').fill('notes');
    await field('settings:tools.servers.command').fill('no-such-program');
    const saving = await heldAnswer(page, 'mcp:servers:save');
    await button('app:actions.save').click();
    await saving.asked;
    await field('settings:tools.servers.args').fill('--quiet');
    await saving.give();
    expect(await field('settings:tools.servers.args').inputValue()).toBe('--quiet');
    await button('app:actions.save').click();
    await field('settings:tools.servers.args').waitFor({ state: 'detached' });
    const { items } = await desk.call('mcp:servers:list', {});
    // Arguments are answered by their place alone.
    expect(items).toMatchObject([{ name: 'notes', transport: { args: [0] } }]);
  });

  it('stays in the form of a model, which stays open for it [S3-18]', async () => {
    const { page, word, palette } = await open();
    await palette.run(word('models:command'));
    const form = page.getByRole('dialog');
    await form.getByRole('button', { name: word('models:online.action') }).click();
    const field = (key: string) => form.getByRole('textbox', { name: word(`models:form.${key}`) });
    await field('model').fill('deepseek-chat');
    await field('baseUrl').fill('http://127.0.0.1:9/v1');
    const saving = await heldAnswer(page, 'ai:models:save');
    const save = form.getByRole('button', { name: word('models:form.save') });
    await save.click();
    await saving.asked;
    await field('maxOutput').fill('2000');
    await saving.give();
    expect(await field('maxOutput').inputValue()).toBe('2000');
    await save.click();
    await field('maxOutput').waitFor({ state: 'detached' });
    const { items } = await desk.call('ai:models:list', {});
    expect(items).toMatchObject([{ model: 'deepseek-chat', maxOutput: 2000 }]);
  });

  it('stays in the words to look out for, and counts from what was saved [W7]', async () => {
    const { page, word, palette, projectId } = await open();
    await palette.run(word('reports:commands.open'));
    await page.getByRole('button', { name: word('reports:make') }).click();
    await page.getByRole('tab', { name: word('reports:kinds.watched') }).click({ timeout: 15_000 });
    const field = page.getByRole('textbox', { name: word('reports:watched.book') });
    await field.fill('雪');
    const saving = await heldAnswer(page, 'reports:watched:change');
    const save = page.getByRole('button', { name: word('reports:watched.save') });
    await save.click();
    await saving.asked;
    await field.fill('雪\n灯');
    await saving.give();
    expect(await field.inputValue()).toBe('雪\n灯');
    await save.click();
    const words = async () => (await desk.call('reports:watched:list', { projectId })).words;
    await expect.poll(words, soon).toEqual(['灯', '雪']);
  });
});

describe('what is asked for twice before the answer', () => {
  it('holds in both switches of the budget, and what is being typed there stays [S3-05]', async () => {
    const { page, word, form, projectId, field } = await openSettings('context');
    await field('settings:budget.outputReserve').fill('3000');
    const before = await desk.call('context:budget:get', { projectId });
    const answer = await heldAnswer(page, 'context:budget:update');
    await form.getByRole('switch', { name: word('settings:storySoFar.label') }).press('Space');
    await answer.asked;
    await form.getByRole('switch', { name: word('settings:lookUp.label') }).press('Space');
    await answer.give();
    const after = () => desk.call('context:budget:get', { projectId });
    await expect
      .poll(after, soon)
      .toMatchObject({ storySoFar: !before.storySoFar, lookUp: !before.lookUp });
    // Another window was first, too: its number is shown, and the switch holds all the same.
    const { version } = await after();
    const theirs = { projectId, expectedVersion: version, contextWindow: 20_000 };
    await desk.call('context:budget:update', theirs);
    await form.getByRole('switch', { name: word('settings:lookUp.label') }).press('Space');
    await expect.poll(after, soon).toMatchObject({ lookUp: before.lookUp, contextWindow: 20_000 });
    await expect
      .poll(() => field('settings:budget.contextWindow').inputValue(), soon)
      .toBe('20000');
    expect(await field('settings:budget.outputReserve').inputValue()).toBe('3000');
    expect(await form.getByRole('alert').count()).toBe(0);
  });

  it('saves the budget once for each of its states, and keeps what is typed over what another window saved [S3-05]', async () => {
    const { page, word, form, projectId, field, button } = await openSettings('context');
    const budget = () => desk.call('context:budget:get', { projectId });
    const { version } = await budget();
    await field('settings:budget.outputReserve').fill('3000');
    const saving = await held(page, 'context:budget:update');
    await button('settings:budget.save').click();
    await saving.asked;
    await field('settings:budget.outputReserve').press('Enter');
    await field('settings:budget.outputReserve').fill('3500');
    await button('settings:budget.save').click();
    saving.give();
    await form.getByText(word('settings:budget.saved')).waitFor();
    expect(await budget()).toMatchObject({ version: version + 2, outputReserve: 3500 });
    await field('settings:budget.outputReserve').fill('4000');
    const theirs = { projectId, expectedVersion: version + 2, contextWindow: 20_000 };
    await desk.call('context:budget:update', theirs);
    await button('settings:budget.save').click();
    await form.getByText(word('errors:CONTEXT_BUDGET_CONFLICT.what')).waitFor();
    expect(await field('settings:budget.contextWindow').inputValue()).toBe('20000');
    expect(await field('settings:budget.outputReserve').inputValue()).toBe('4000');
    await button('settings:budget.save').click();
    await form.getByText(word('settings:budget.saved')).waitFor();
    expect(await budget()).toMatchObject({ contextWindow: 20_000, outputReserve: 4000 });
  });

  it('ties two entries once [W6]', async () => {
    const { page, word, layout, projectId } = await withTwoEntries();
    await layout();
    const dock = page.locator('.codex-form');
    await dock.getByRole('textbox', { name: word('codex:relations.predicate') }).fill('住在');
    await dock.getByRole('button', { name: /选一条/ }).click();
    await page.getByRole('option', { name: '渡口' }).click();
    const adding = await held(page, 'knowledge:relations:create');
    const add = dock.getByRole('button', { name: word('codex:relations.add') });
    await add.click();
    await adding.asked;
    await add.click({ force: true });
    await dock.getByRole('textbox', { name: word('codex:relations.predicate') }).press('Enter');
    adding.give();
    await dock.getByText('林远 — 住在 — 渡口').first().waitFor();
    await expect
      .poll(
        () => dock.getByRole('textbox', { name: word('codex:relations.predicate') }).inputValue(),
        soon,
      )
      .toBe('');
    const { items } = await desk.call('knowledge:relations:list', { projectId });
    expect(items).toHaveLength(1);
  });
});

async function withTwoEntries() {
  const { projectId, ...models } = await open();
  for (const [name, kind] of [
    ['林远', 'character'],
    ['渡口', 'location'],
  ] as const) {
    await desk.call('knowledge:entities:create', { projectId, name, kind, summary: '' });
  }
  const layout = async () => {
    const codex = codexModel(models.page, 'zh-CN');
    await codex.show();
    await codex.entry('林远').click();
  };
  return { ...models, projectId, layout };
}
