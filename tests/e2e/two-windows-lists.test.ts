/** What two windows decide of one entry of a list, one of them with a form it opened before. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Input } from '#shared/contract/index.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { codexModel, constraintsModel } from './pages/dock-models.ts';

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
  it('keeps the fence it got there when the words of this window are chosen [N3]', async () => {
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
    await codex.dock.getByRole('button', { name: word('codex:conflict.useMine') }).click();
    const stored = async () => (await desk.call('knowledge:entities:list', { projectId })).items[0];
    await expect.poll(stored, soon).toMatchObject({ summary: '记潮的人' });
    expect(await stored()).toMatchObject({ fence: neverSend });
  });
});
