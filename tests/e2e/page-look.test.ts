import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const paragraphs = Array.from(
  { length: 60 },
  (_, at) => `第${at + 1}天，潮水涨到石阶，灯照着渡口。`,
);
const files = { '01.md': `# 第一章 记潮的人\n\n${paragraphs.join('\n\n')}\n` };

describe('the page as the writer likes it [W5]', () => {
  it('keeps the line in the middle, dims the other paragraphs, has another measure and spacing and more contrast when asked for', async () => {
    const project = await desk.project(files);
    const { page, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    const line = page.locator('.cm-line', { hasText: '第60天' });
    const styleOf = (name: 'color' | 'lineHeight') =>
      line.evaluate((one, key) => getComputedStyle(one)[key], name);
    await text.text.focus();
    await page.keyboard.press('Control+End');
    await line.waitFor();
    const [height, ink] = [await styleOf('lineHeight'), await styleOf('color')];
    await desk.call('settings:update', {
      contrast: 'more',
      editor: { typewriter: true, dimOthers: true, measure: 'narrow', spacing: 'loose' },
    });
    await expect.poll(() => page.locator('.cm-here').count(), soon).toBe(1);
    await expect.poll(() => styleOf('lineHeight'), soon).not.toBe(height);
    await expect.poll(() => styleOf('color'), soon).not.toBe(ink);
    await page.keyboard.insertText('，天亮了');
    const share = async () => {
      const box = await line.boundingBox();
      const outer = await page.locator('.cm-scroller').boundingBox();
      return box && outer ? (box.y - outer.y) / outer.height : 0;
    };
    await expect.poll(share, soon).toBeGreaterThan(0.35);
    expect(await share()).toBeLessThan(0.6);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => page.locator('.cm-here').textContent(), soon).not.toContain('第60天');
    expect(await page.locator('.cm-here').count()).toBe(1);
    expect(await axeFindings(page)).toEqual([]);
    await desk.call('settings:update', {
      contrast: 'system',
      editor: { typewriter: false, dimOthers: false, measure: 'usual', spacing: 'usual' },
    });
    await expect.poll(() => page.locator('.cm-here').count(), soon).toBe(0);
    await expect.poll(() => styleOf('lineHeight'), soon).toBe(height);
    await page.emulateMedia({ contrast: 'more' });
    await expect.poll(() => styleOf('color'), soon).toBe('rgb(0, 0, 0)');
    await page.close();
  });
});
