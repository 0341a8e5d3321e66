import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

it('a window that is loaded anew goes on where it was, and not where another one of the same book is [W10]', async () => {
  const project = await desk.project({
    '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n',
    '02.md': '# 第二章 归途\n\n天亮了，路上没有人。\n',
  });
  const one = await desk.window('zh-CN', { project });
  const other = await desk.window('zh-CN', { project });
  await one.text.caretAfter('一夜。');
  await other.binder.open('归途');
  await other.text.caretAfter('没有人。');
  const { projectId } = project;
  const kept = async () =>
    (await desk.call('settings:get', {})).layout[`place:${projectId}`] as { documentId: string };
  const second = project.documents[1]?.documentId;
  await expect.poll(async () => (await kept()).documentId, soon).toBe(second);
  await one.page.reload();
  await one.text.ready();
  expect(await one.binder.current.textContent()).toContain('雪夜');
  await one.page.keyboard.insertText('没有停。');
  await expect.poll(() => one.text.text.textContent(), soon).toContain('一夜。没有停。');
});
