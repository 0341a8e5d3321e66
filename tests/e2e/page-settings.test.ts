import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { held } from './pages/held.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = { '01.md': '# 第一章 记潮的人\n\n潮水涨到石阶，灯照着渡口。\n' };

describe('the settings of the page [W5]', () => {
  const openSettings = async () => {
    const project = await desk.project(files);
    await desk.call('settings:update', { editor: { fontSize: 18, typewriter: false } });
    const { page, word } = await desk.window('zh-CN', { project });
    await page.keyboard.press('Control+Comma');
    const form = page.getByRole('dialog', { name: word('settings:title') });
    return { page, word, form };
  };
  const editor = async () => (await desk.call('settings:get', {})).editor;

  it('count each press of larger and smaller, also those that come before the answer to the first', async () => {
    const { page, word, form } = await openSettings();
    const press = async (key: 'smaller' | 'larger', times: number) => {
      const name = word(`settings:fontSize.${key}`);
      await form.getByRole('button', { name }).focus();
      for (let at = 0; at < times; at += 1) await page.keyboard.press('Enter');
    };
    const first = await held(page, 'settings:update');
    await press('larger', 6);
    await first.asked;
    await press('smaller', 2);
    await expect.poll(() => form.locator('output').textContent(), soon).toBe('22');
    first.give();
    await expect.poll(async () => (await editor()).fontSize, soon).toBe(22);
    await press('larger', 1);
    await expect.poll(async () => (await editor()).fontSize, soon).toBe(23);
    await desk.call('settings:update', { editor: { fontSize: 18 } });
    await expect.poll(() => form.locator('output').textContent(), soon).toBe('18');
  });

  it('take a font by its name where no list has it, and none that this computer does not have', async () => {
    const { page, word, form } = await openSettings();
    const label = word('settings:font.fontZh');
    await form.getByRole('button', { name: label }).press('Enter');
    await page.getByRole('option', { name: word('settings:font.another') }).press('Enter');
    const field = form.getByRole('textbox', { name: word('settings:font.name', { label }) });
    await field.fill('Sabon of Nowhere');
    await field.press('Enter');
    await form.getByText(word('settings:font.missing')).waitFor();
    expect((await editor()).fontZh).toBe('');
    await field.fill('Noto Serif CJK JP');
    await field.press('Enter');
    await expect.poll(async () => (await editor()).fontZh, soon).toBe('Noto Serif CJK JP');
    await desk.call('settings:update', { editor: { fontZh: '' } });
  });

  it('tell where the writer is when one could not be stored, and show what holds', async () => {
    const { page, word, form } = await openSettings();
    await page.setViewportSize({ width: 1024, height: 480 });
    await page.route('**/rpc/settings%3Aupdate', (route) =>
      route.fulfill({
        json: { ok: false, error: { code: 'DATABASE_LOCKED', message: 'busy' } },
      }),
    );
    const typewriter = form.getByRole('switch', { name: word('settings:typewriter.label') });
    await typewriter.press('Space');
    const told = form.getByRole('alert');
    await told.waitFor();
    const isInSight = () =>
      told.evaluate((alert) => {
        const { left, top, height } = alert.getBoundingClientRect();
        return alert.contains(document.elementFromPoint(left + 20, top + height / 2));
      });
    await expect.poll(isInSight, soon).toBe(true);
    await expect.poll(() => typewriter.isChecked(), soon).toBe(false);
    await form.getByRole('button', { name: word('settings:fontSize.larger') }).press('Enter');
    await form.getByRole('alert').waitFor();
    await expect.poll(() => form.locator('output').textContent(), soon).toBe('18');
    expect((await editor()).fontSize).toBe(18);
  });
});
