import type { Desk, DeskModels, WindowOptions } from './desk.ts';

const files = {
  '01.md': '# 第一章 雪夜\n\n林远坐在灯下。\n',
  '02.md': '# 第二章 归途\n\n渡口没有人。\n',
};

/** From the welcome page. */
export const openFromWelcome = async ({ page, text }: DeskModels, name: string): Promise<void> => {
  await page.locator('.welcome-project', { hasText: name }).first().click();
  await text.ready();
};

/** Closes the open book and opens another one. */
export const changeBook = async (models: DeskModels, name: string): Promise<void> => {
  await models.page.keyboard.press('Control+o');
  await openFromWelcome(models, name);
};

/**
 * A book in a window, and another one that can be opened there.
 * @param desk there once the tests begin
 */
export const twoBooks = (desk: () => Desk, first: Record<string, string> = files) => ({
  open: async (options: Pick<WindowOptions, 'isOwn'> = {}) => {
    const project = await desk().project(first);
    const models = await desk().window('zh-CN', { ...options, project });
    return { ...models, project, projectId: project.projectId };
  },
  otherBook: () => desk().project({ '01.md': '# 潮声\n\n潮来了。\n' }),
});
