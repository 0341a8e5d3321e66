/** A book that one window leaves while another one is at work in it. */
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = {
  '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n',
  '02.md': '# 第二章 归途\n\n天亮了。\n',
};

describe.each(['zh-CN', 'en'] as const)('a book closed in another window (%s)', (language) => {
  it('goes on where it stands on the page, and is saved there [F17 W10]', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const one = await desk.window(language, { project });
    const other = await desk.window(language, { project });
    await one.page.keyboard.press('Control+o');
    await one.page.locator('.welcome').waitFor();
    await other.text.caretAfter('一夜。');
    await other.page.keyboard.type('门开了。');
    await expect
      .poll(() => readFile(desk.file(project, '01.md'), 'utf8'), soon)
      .toContain('一夜。门开了。');
    await other.text.saved();
    expect(await other.page.locator('.page-foot').count()).toBe(0);
    await other.binder.open('归途');
    await other.text.paragraph('天亮了。').waitFor();
    expect((await desk.call('projects:get', { projectId })).readOnly).toBe(false);
  });

  it('is read once more where reading it failed, and calls nothing unsaved that is [F17 F24]', async () => {
    const project = await desk.project(files);
    const { page, text, word } = await desk.window(language, { project });
    const reads = '**/rpc/documents%3Aread';
    await page.route(reads, (route) => route.abort());
    const file = desk.file(project, '01.md');
    await writeFile(file, (await readFile(file, 'utf8')).replace('一夜。', '两夜。'));
    const foot = page.locator('.page-foot');
    const again = foot.getByRole('button', { name: word('app:actions.retry') });
    await again.waitFor();
    await page.unroute(reads);
    await again.click();
    await text.paragraph('落了两夜。').waitFor();
    await foot.waitFor({ state: 'detached' });
    expect(await text.saveState.getAttribute('data-state')).toBe('saved');
  });

  it('is opened by the save that is refused, where the word of it never came [F17 W10]', async () => {
    const project = await desk.project(files);
    const { page, text } = await desk.window(language, { project, isOwn: true });
    await page.route('**/events?**', () => undefined);
    await page.reload();
    await text.ready();
    await desk.call('projects:close', { projectId: project.projectId });
    await text.caretAfter('一夜。');
    await page.keyboard.type('门开了。');
    await expect
      .poll(() => readFile(desk.file(project, '01.md'), 'utf8'), soon)
      .toContain('一夜。门开了。');
    await text.saved();
  });
});
