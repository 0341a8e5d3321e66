import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { constraintsModel } from './pages/dock-models.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const chapter = { '第一章.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n' };

const create = (project: ProjectInfo, texts: readonly string[]) =>
  Promise.all(
    texts.map((text, index) =>
      desk.call('constraints:create', {
        projectId: project.projectId,
        type: index % 2 === 0 ? 'narrative' : 'style',
        text,
        priority: texts.length - index,
      }),
    ),
  );

const open = async (texts: readonly string[]) => {
  const project = await desk.project(chapter);
  await create(project, texts);
  const { page } = await desk.window('zh-CN', { project });
  const constraints = constraintsModel(page, 'zh-CN');
  await constraints.show();
  const stored = async () =>
    (await desk.call('constraints:list', { projectId: project.projectId })).items;
  return { page, constraints, project, stored };
};

describe('constraints in the dock', () => {
  it('S3-24 teaches in one line when there is none, and adds the first', async () => {
    const { page, constraints, stored } = await open([]);
    await constraints.dock.getByText('还没有约束').waitFor();
    await constraints.dock.getByRole('button', { name: '添加约束' }).click();
    await hasFocus(constraints.adding);
    await page.keyboard.type('第一人称，只写阿禾看见的。');
    await page.keyboard.press('Enter');
    await constraints.row('第一人称').waitFor();
    await expect.poll(() => constraints.lead.textContent()).toContain('1 条约束都开着');
    expect((await stored()).map(({ text }) => text)).toEqual(['第一人称，只写阿禾看见的。']);
  });

  it('S3-22 edits in place, keeps the focus, and lets go on Esc', async () => {
    const { page, constraints, stored } = await open(['不写梦。', '少用比喻。']);
    await constraints.main('不写梦。').focus();
    await page.keyboard.press('Enter');
    await constraints.editor.fill('不写梦，也不写回忆。');
    await page.keyboard.press('Control+Enter');
    await constraints.main('也不写回忆').waitFor();
    await hasFocus(constraints.main('也不写回忆'));
    await page.keyboard.press('Enter');
    await constraints.editor.fill('算了');
    await page.keyboard.press('Escape');
    await constraints.main('也不写回忆').waitFor();
    expect((await stored()).map(({ text }) => text)).toEqual([
      '不写梦，也不写回忆。',
      '少用比喻。',
    ]);
  });

  it('switches one off and on, and takes the switch back when it cannot be stored', async () => {
    const { page, constraints, stored } = await open(['不写梦。']);
    await constraints.switchOf('不写梦。').press('Space');
    await expect.poll(async () => (await stored())[0]?.enabled).toBe(false);
    await expect.poll(() => constraints.facts('不写梦。')).toContain('不送');
    await page.route('**/rpc/constraints%3Aupdate', (route) =>
      route.fulfill({
        json: { ok: false, error: { code: 'DATABASE_LOCKED', message: 'busy' } },
      }),
    );
    await constraints.switchOf('不写梦。').press('Space');
    await constraints.dock.getByRole('alert').waitFor();
    await expect.poll(() => constraints.switchOf('不写梦。').isChecked()).toBe(false);
  });

  it('S3-22 reorders by the keyboard and by the pointer', async () => {
    const { page, constraints, stored } = await open(['甲条', '乙条', '丙条', '丁条']);
    await constraints.main('丙条').focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(constraints.texts).toEqual(['甲条', '丙条', '乙条', '丁条']);
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(constraints.texts).toEqual(['丙条', '甲条', '乙条', '丁条']);
    await constraints.drag('丁条', '甲条');
    await expect.poll(constraints.texts).toEqual(['丙条', '丁条', '甲条', '乙条']);
    await expect
      .poll(async () => (await stored()).map(({ text }) => text))
      .toEqual(['丙条', '丁条', '甲条', '乙条']);
  });

  it('deletes with undo, at its old place', async () => {
    const { page, constraints } = await open(['甲条', '乙条', '丙条']);
    await constraints.main('乙条').focus();
    await page.keyboard.press('Delete');
    await expect.poll(constraints.texts).toEqual(['甲条', '丙条']);
    await constraints.undo.click();
    await expect.poll(constraints.texts).toEqual(['甲条', '乙条', '丙条']);
  });

  it('keeps both versions when another window was faster, and lets the writer choose', async () => {
    const { page, constraints, project, stored } = await open(['不写梦。']);
    await constraints.main('不写梦。').click();
    await constraints.editor.fill('我的写法。');
    const [theirs] = await stored();
    if (theirs === undefined) throw new Error('nothing is stored');
    await desk.call('constraints:update', {
      projectId: project.projectId,
      constraintId: theirs.constraintId,
      expectedVersion: theirs.version,
      text: '别处的写法。',
    });
    await page.keyboard.press('Control+Enter');
    const alert = constraints.dock.getByRole('alert');
    await alert.getByText('别处的写法。').waitFor();
    await alert.getByText('我的写法。').waitFor();
    await alert.getByRole('button', { name: '用我写的' }).click();
    await constraints.main('我的写法。').waitFor();
    expect((await stored()).map(({ text }) => text)).toEqual(['我的写法。']);
  });

  it('N3 fences one until a chapter, and says so in the row', async () => {
    const { page, constraints, stored } = await open(['不说破那一页。']);
    await constraints.main('不说破').click();
    await constraints.dock.getByRole('button', { name: '保密…' }).click();
    const field = constraints.dock.getByRole('textbox', { name: '第几章之前不送' });
    await field.fill('九');
    await constraints.dock.getByText('请填章数').waitFor();
    await field.fill('9');
    await page.keyboard.press('Control+Enter');
    await constraints.main('不说破').waitFor();
    await expect.poll(() => constraints.facts('不说破')).toContain('第九章起才送');
    expect((await stored())[0]?.fence).toEqual({ notBeforeChapter: 9 });
  });

  it('S3-43 filters 500 of them while drawing only those on the screen', async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `约束之${index}，不可违背。`);
    const { page, constraints } = await open(texts);
    await constraints.rows.first().waitFor();
    expect(await constraints.rows.count()).toBeLessThan(60);
    await constraints.dock.getByText('已满 500 条').waitFor();
    await page.locator('.binder-head, .status-bar').first().click();
    await page.keyboard.press('/');
    await hasFocus(constraints.filter);
    await page.keyboard.type('约束之499');
    await expect.poll(constraints.texts).toEqual(['约束之499，不可违背。']);
    expect(await constraints.row('约束之499').locator('.constraint-number').textContent()).toBe(
      '500',
    );
    await page.keyboard.press('Escape');
    await expect.poll(() => constraints.rows.count()).toBeGreaterThan(5);
  });

  it('shows what another window adds', async () => {
    const { constraints, project } = await open(['甲条']);
    await constraints.row('甲条').waitFor();
    await create(project, ['别处加的一条']);
    await expect.poll(constraints.texts).toContain('别处加的一条');
  });
});
