/** What two windows decide of one entry of a list, one of them with a form it opened before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { codexModel, constraintsModel, memoryModel } from './pages/dock-models.ts';
import { held } from './pages/held.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = { '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n' };
const neverSend = { neverSend: true } as const;

/** A window in which the first of these constraints is being written; another window changes it. */
const editConstraint = async (...texts: readonly [string, ...string[]]) => {
  const project = await desk.project(files);
  const { projectId } = project;
  const list = async () => (await desk.call('constraints:list', { projectId })).items;
  for (const text of texts) {
    await desk.call('constraints:create', { projectId, type: 'narrative', text });
  }
  const elsewhere = async (
    change: Omit<Input<'constraints:update'>, 'projectId' | 'constraintId' | 'expectedVersion'>,
  ) => {
    const [first] = await list();
    if (first === undefined) throw new Error('nothing is stored');
    const { constraintId, version } = first;
    const scope = { projectId, constraintId, expectedVersion: version };
    return desk.call('constraints:update', { ...scope, ...change });
  };
  const models = await desk.window('zh-CN', { project });
  const constraints = constraintsModel(models.page, 'zh-CN');
  await constraints.show();
  await constraints.main(texts[0]).click();
  const stored = async () => (await list())[0];
  return { ...models, constraints, elsewhere, stored, list, projectId };
};

describe('a constraint that is being written while another window changes it', () => {
  it('keeps the fence it got there when the words of this window are chosen [N3]', async () => {
    const { constraints, elsewhere, stored, word, page } = await editConstraint('不写梦。');
    await constraints.editor.fill('少写梦。');
    await elsewhere({ text: '只写一次梦。', fence: neverSend });
    await page.keyboard.press('Control+Enter');
    const alert = constraints.dock.getByRole('alert');
    await alert.getByText('只写一次梦。').waitFor();
    // Which of both is fenced is seen before one is chosen; here it is both.
    await expect.poll(() => alert.getByText(word('codex:fence.neverSent')).count(), soon).toBe(2);
    await alert.getByRole('button', { name: word('constraints:conflict.useMine') }).click();
    await constraints.main('少写梦。').waitFor();
    expect(await stored()).toMatchObject({ text: '少写梦。', fence: neverSend });
  });

  it('keeps it also where its form was left before, and is opened again after [N3]', async () => {
    const { constraints, elsewhere, stored, word, page } = await editConstraint(
      '不写梦。',
      '少比喻。',
    );
    await constraints.editor.fill('少写梦。');
    await constraints.main('少比喻。').click();
    await elsewhere({ fence: neverSend });
    await expect
      .poll(() => constraints.facts('不写梦。'), soon)
      .toContain(word('codex:fence.neverSent'));
    await constraints.main('不写梦。').click();
    await expect.poll(() => constraints.editor.inputValue(), soon).toBe('少写梦。');
    await page.keyboard.press('Control+Enter');
    await constraints.main('少写梦。').waitFor();
    expect(await stored()).toMatchObject({ text: '少写梦。', fence: neverSend });
  });

  it('keeps it where it is deleted there, and had back with the words of this window [N3]', async () => {
    const { constraints, elsewhere, stored, word, page, projectId } = await editConstraint(
      '不写梦。',
      '少比喻。',
    );
    await constraints.editor.fill('少写梦。');
    await constraints.main('少比喻。').click();
    const { constraintId } = await elsewhere({ text: '梦可以写。', fence: neverSend });
    await desk.call('constraints:delete', { projectId, constraintId });
    await constraints.dock.getByRole('button', { name: word('app:kept.restore') }).click();
    await expect.poll(() => constraints.editor.inputValue(), soon).toBe('少写梦。');
    await page.keyboard.press('Control+Enter');
    await constraints.main('少写梦。').waitFor();
    expect(await stored()).toMatchObject({ text: '少写梦。', fence: neverSend });
  });
});

describe('an entry of the codex that is being written while another window changes it', () => {
  it('shows where both differ, and keeps the fence it got there when the words of this window are chosen [N3]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const made = { projectId, kind: 'character', name: '阿禾', summary: '渔家女' } as const;
    const { entityId, version } = await desk.call('knowledge:entities:create', made);
    const { page, word } = await desk.window('zh-CN', { project });
    const codex = codexModel(page, 'zh-CN');
    await codex.show();
    await codex.entry('阿禾').click();
    await codex.field('summary').fill('记潮的人');
    const scope = { projectId, entityId, expectedVersion: version };
    await desk.call('knowledge:entities:update', { ...scope, summary: '守潮人', fence: neverSend });
    await codex.save.click();
    const alert = codex.dock.getByRole('alert');
    const versions = alert.getByRole('definition');
    await expect.poll(() => versions.allTextContents(), soon).toEqual(['守潮人', '记潮的人']);
    await alert.getByRole('button', { name: word('codex:conflict.useMine') }).click();
    const stored = async () => (await desk.call('knowledge:entities:list', { projectId })).items[0];
    await expect.poll(stored, soon).toMatchObject({ summary: '记潮的人' });
    expect(await stored()).toMatchObject({ fence: neverSend });
  });
});

describe('a note that is being written while another window changes it', () => {
  it('keeps its kind that was chosen there, with the words of this window [W4]', async () => {
    const project = await desk.project(files);
    const [chapter] = project.documents;
    const { projectId } = project;
    const scope = { projectId, documentId: chapter?.documentId ?? '', start: 9, end: 18 };
    const { noteId } = await desk.call('notes:create', {
      ...scope,
      text: '几时停？',
      kind: 'note',
    });
    const { page, word, palette } = await desk.window('zh-CN', { project });
    await palette.run(word('notes:commands.open'));
    await page.locator('.note-actions button').first().press('Enter');
    const field = page.getByRole('textbox', { name: word('notes:text') });
    await field.fill('天亮停。');
    await desk.call('notes:update', { projectId, noteId, kind: 'todo' });
    const form = page.locator('.note-form');
    await form.getByRole('radio', { name: word('notes:kinds.todo'), checked: true }).waitFor();
    await field.press('Control+Enter');
    await field.waitFor({ state: 'detached' });
    const { items } = await desk.call('notes:list', { projectId });
    expect(items).toMatchObject([{ text: '天亮停。', kind: 'todo' }]);
  });
});

describe('a habit that another window rewrites', () => {
  it('is not confirmed by who has not read the new words [S3-20]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const proposed = { projectId, text: '句子短。', confidence: 0.6 };
    const { ruleId, version } = await desk.call('memory:rules:create', proposed);
    const { page, word } = await desk.window('zh-CN', { project });
    const memory = memoryModel(page, 'zh-CN');
    await memory.show();
    const confirm = memory.dock.getByRole('button', { name: word('memory:confirm') });
    await confirm.waitFor();
    const list = await held(page, 'memory:rules:list');
    const text = '句子长。';
    await desk.call('memory:rules:update', { projectId, ruleId, expectedVersion: version, text });
    await list.asked;
    await confirm.click();
    await memory.dock.getByText(word('errors:MEMORY_RULE_CONFLICT.what')).waitFor();
    list.give();
    await memory.rules.filter({ hasText: text }).waitFor();
    const { items } = await desk.call('memory:rules:list', { projectId });
    expect(items).toMatchObject([{ text, confirmed: false }]);
  });
});

describe('what another window adds while a list of it is open', () => {
  it('is an expectation named by its entry, which was made after the list was opened [N11]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const expected = { projectId, at: { every: true }, expect: 'out' } as const;
    await desk.call('expectations:create', { ...expected, item: { text: '银簪子' } });
    const { page } = await desk.window('zh-CN', { project });
    await page.locator('.expectations-status').click();
    const rows = page.getByRole('dialog').locator('.expectations-row');
    await rows.getByText('银簪子').waitFor();
    const entity = { projectId, kind: 'character', name: '沈砚秋', summary: '' } as const;
    const { entityId } = await desk.call('knowledge:entities:create', entity);
    await desk.call('expectations:create', { ...expected, item: { entityId } });
    await rows.getByText('沈砚秋').waitFor();
    expect(await rows.count()).toBe(2);
  });
});

describe('the notes of the sitting', () => {
  it('come with what is written, in another window or in this one [S3-20]', async () => {
    const project = await desk.project({ ...files, '02.md': '# 第二章 渡口\n\n灯灭了。\n' });
    const { projectId, documents } = project;
    const { page, text, word } = await desk.window('zh-CN', { project });
    const memory = memoryModel(page, 'zh-CN');
    await memory.show();
    const shown = (count: number) =>
      memory.dock.getByText(word('memory:groups.working', { count })).waitFor();
    await shown(0);
    const scope = { projectId, documentId: documents[1]?.documentId ?? '' };
    const { version } = await desk.call('documents:read', scope);
    await desk.call('documents:save', {
      ...{ ...scope, expectedVersion: version },
      text: '# 第二章 渡口\n\n灯又亮了。\n',
    });
    await shown(1);
    await text.caretAfter('落了一夜。');
    await page.keyboard.type('没有人来。');
    await shown(2);
    const { items } = await desk.call('memory:working:list', { projectId });
    expect(items.map(({ documentId }) => documentId)).toEqual(
      [documents[1], documents[0]].map((one) => one?.documentId),
    );
  });
});

describe('a model whose form is open while another window changes the models', () => {
  const model = {
    provider: 'openai-compatible',
    baseUrl: 'http://127.0.0.1:9/v1',
    model: 'never-asked',
    contextWindow: 60_000,
    maxOutput: 2000,
  } as const;
  const open = async () => {
    const { page, word, palette } = await desk.window('zh-CN', {
      project: await desk.project(files),
    });
    await palette.run(word('models:command'));
    const dialog = page.getByRole('dialog');
    const field = (key: string) =>
      dialog.getByRole('textbox', { name: word(`models:form.${key}`) });
    const save = async () => {
      await dialog.getByRole('button', { name: word('models:form.save') }).click();
      await field('model').waitFor({ state: 'detached' });
    };
    return { word, dialog, field, save };
  };
  const stored = async () => (await desk.call('ai:models:list', {})).items;

  it('keeps what was set there and is not changed here [S3-18]', async () => {
    const id = 'changed-there';
    await desk.call('ai:models:save', { ...model, id });
    const { word, dialog, field, save } = await open();
    await dialog.getByRole('button', { name: word('models:actions.edit') }).click();
    await field('maxInput').fill('9000');
    await desk.call('ai:models:save', { ...model, id, maxOutput: 3000 });
    await save();
    expect(await stored()).toMatchObject([{ id, maxOutput: 3000, maxInput: 9000 }]);
    await desk.call('ai:models:remove', { id });
  });

  it('takes the place of none that was made there [S3-18]', async () => {
    const { word, dialog, field, save } = await open();
    await dialog.getByRole('button', { name: word('models:online.action') }).click();
    await field('model').fill(model.model);
    await field('baseUrl').fill('http://127.0.0.1:8/v1');
    await desk.call('ai:models:save', { ...model, id: model.model });
    await save();
    const places = (await stored()).map(({ id, baseUrl }) => ({ id, baseUrl }));
    expect(places).toEqual([
      { id: 'never-asked', baseUrl: 'http://127.0.0.1:9/v1' },
      { id: 'never-asked-2', baseUrl: 'http://127.0.0.1:8/v1' },
    ]);
  });
});
