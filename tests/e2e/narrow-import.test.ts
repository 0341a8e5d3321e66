import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, isInside, smallSizes } from './pages/boxes.ts';
import { type Desk, startDesk } from './pages/desk.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;

// Its own: no book has been opened in it yet.
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

describe('an import in a small window', () => {
  it.each([...smallSizes, { width: 790, height: 600 }])(
    'can be split as the writer wants, and is taken at the right, at $width × $height [B10 F24]',
    async (size) => {
      const { page, word } = await desk.window('zh-CN', size);
      await page.getByRole('button', { name: word('import:welcome.action') }).click();
      const dialog = page.getByRole('dialog');
      const buffer = Buffer.from('第一章 雪\n\n雪停了。\n\n第二章 马\n\n换马。\n');
      const file = { name: '旧稿.txt', mimeType: 'text/plain', buffer };
      await page.locator('input[type=file]').first().setInputFiles(file);
      await dialog.getByText('雪停了').waitFor();
      await settled(page);
      const settings = page.locator('.import-settings');
      const hidden = await settings.evaluate((column) => column.scrollHeight - column.clientHeight);
      expect(hidden).toBeLessThanOrEqual(0);
      // No click is forced: what is clipped away is not hit.
      await dialog.getByText(word('import:split.none'), { exact: true }).click();
      await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1);
      await dialog.getByText('雪停了').scrollIntoViewIfNeeded();
      const list = await boxOf(page.locator('.import-list'));
      expect(list.height).toBeGreaterThan(150);
      const foot = await boxOf(page.locator('.import-foot'));
      const take = dialog.getByRole('button', { name: word('import:take', { count: 1 }) });
      expect(foot.right - (await boxOf(take)).right).toBeLessThan(4);
      expect(await isInside(take, dialog)).toBe(true);
    },
  );
});
