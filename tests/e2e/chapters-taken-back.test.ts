import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

describe('a chapter with front matter [W1]', () => {
  it('is merged without it, which is said, and has it again with the undo', async () => {
    const two = '---\ntags: [草稿]\n---\n# 门槛\n\n母亲量水。\n';
    const project = await desk.project({ '01.md': '# 渡口\n\n舅公不在。\n', '02.md': two });
    const { page, text, binder, word } = await desk.window('zh-CN', { project });
    await binder.menu('渡口', 'merge');
    await text.paragraph('母亲量水。').waitFor();
    await page.getByText(word('binder:mergedWithoutFrontMatter', { title: '门槛' })).waitFor();
    expect(await text.text.textContent()).not.toContain('tags');
    await page.keyboard.press('Control+z');
    await expect
      .poll(() => readFile(desk.file(project, '02.md'), 'utf8').catch(() => ''), soon)
      .toBe(two);
  });
});
