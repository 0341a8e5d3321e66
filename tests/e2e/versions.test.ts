import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProjectInfo } from '#shared/domain/project.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;
let novel: ProjectInfo;
let scope: { projectId: string; documentId: string };

const first = '# 第一章 雪夜\n\n雪落了一夜。\n\n他推开门，屋里没有人。\n\n灯还亮着。\n';
const second = first.replace('雪落了', '雪落了整整').replace('灯还亮着。', '灯灭了。');

beforeAll(async () => {
  desk = await startDesk();
  novel = await desk.project({ '01.md': first, '02.md': '# 第二章 天明\n\n天亮了。\n' });
  const { projectId } = novel;
  scope = { projectId, documentId: novel.documents[0]?.documentId ?? '' };
  await desk.call('documents:snapshots:create', { ...scope, name: '寄给编辑的' });
  const { version } = await desk.call('documents:read', scope);
  await desk.call('documents:save', { ...scope, text: second, expectedVersion: version });
});
afterAll(() => desk.close());

const open = async (language: 'zh-CN' | 'en', width = 1440) => {
  const desks = await desk.window(language, { project: novel, width, height: 800 });
  const { page, text, word } = desks;
  await text.ready();
  await page.keyboard.press('Control+Alt+H');
  const screen = page.getByRole('main', { name: word('history:title') });
  await screen.locator('.history-row [aria-current]').waitFor();
  return { ...desks, screen };
};

const read = async () => (await desk.call('documents:read', scope)).text;

describe('earlier versions', () => {
  it('brings one paragraph back, one undo of the page takes it away again, and goes by keys [W8]', async () => {
    const { page, screen, text, word } = await open('zh-CN');
    await expect.poll(() => screen.locator('.history-changed').count(), soon).toBe(2);
    await screen.getByText(word('history:lead.differ', { count: 2, same: '2 段相同' })).waitFor();
    await screen.locator('.history-rows').focus();
    await page.keyboard.press('Alt+ArrowDown');
    await screen.getByText(word('history:difference', { number: 2, count: 2 })).waitFor();
    await page.keyboard.press('r');
    const restored = second.replace('灯灭了。', '灯还亮着。');
    await expect.poll(read, soon).toBe(restored);
    await expect.poll(() => screen.locator('.history-changed').count(), soon).toBe(1);
    await page.keyboard.press('Escape');
    await screen.waitFor({ state: 'detached' });
    await text.paragraph('灯还亮着。').waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain('cm-content');
    await page.keyboard.press('Control+Z');
    await expect.poll(read, soon).toBe(second);
  });

  it('names a version kept on the spot and compares any two [W8]', async () => {
    const { page, screen, word } = await open('zh-CN');
    await screen.getByRole('button', { name: word('history:keep') }).click();
    await screen.getByRole('textbox', { name: word('history:rename.label') }).fill('第二稿');
    await page.keyboard.press('Enter');
    await screen.getByRole('button', { name: '第二稿' }).first().waitFor();
    const { items } = await desk.call('documents:snapshots:list', scope);
    expect(items.find(({ name }) => name === '第二稿')?.reason).toBe('manual');
    await screen.getByText(word('history:equal')).waitFor();
    const earlier = screen.locator('.history-row[data-named]').filter({ hasText: '寄给编辑的' });
    await earlier.hover();
    await earlier.getByRole('button', { name: word('history:compareWith') }).click();
    // The older of the two stands on the left, whichever was chosen.
    await screen.locator('.history-changed del').first().waitFor();
    await expect
      .poll(() => screen.locator('.history-changed ins').allTextContents(), soon)
      .toContain('灭了');
    expect(await screen.getByRole('button', { name: word('history:restorePassage') }).count()).toBe(
      0,
    );
  });

  it('keeps the focus when a name is left as it was, so that Escape closes it [W8, F24]', async () => {
    const { page, screen, text, word } = await open('zh-CN');
    const name = screen.getByRole('textbox', { name: word('history:rename.label') });
    await screen
      .getByRole('button', { name: word('history:rename.change') })
      .first()
      .press('Enter');
    await hasFocus(name);
    await page.keyboard.press('Escape');
    await name.waitFor({ state: 'detached' });
    await hasFocus(screen);
    await page.keyboard.press('Escape');
    await screen.waitFor({ state: 'detached' });
    await hasFocus(text.text);
    expect(await screen.count()).toBe(0);
  });

  it.each(['zh-CN', 'en'] as const)(
    'has no finding of axe, wide and narrow (%s) [F24]',
    async (language) => {
      const { page, screen } = await open(language);
      expect(await axeFindings(page)).toEqual([]);
      await page.setViewportSize({ width: 1024, height: 700 });
      await screen.locator('.history-row [aria-current]').waitFor();
      expect(await axeFindings(page)).toEqual([]);
      const cut = await screen
        .locator('.history-hint')
        .evaluate((hint) => hint.scrollWidth - hint.clientWidth);
      expect(cut).toBeLessThanOrEqual(0);
      await page.close();
    },
  );

  it('cuts no name that is too long: it says so, and keeps it once it is shorter [W8 W4]', async () => {
    const { page, screen, word } = await open('zh-CN');
    await screen.getByRole('button', { name: word('history:keep') }).click();
    const name = screen.getByRole('textbox', { name: word('history:rename.label') });
    const long = '稿'.repeat(83);
    await name.fill(long);
    await screen.getByText(word('app:tooLong', { count: 3, longest: 80 })).waitFor();
    await page.keyboard.press('Enter');
    expect(await name.inputValue()).toBe(long);
    expect(
      await screen.getByRole('button', { name: word('history:rename.save') }).isDisabled(),
    ).toBe(true);
    await name.fill(long.slice(3));
    await page.keyboard.press('Enter');
    await screen
      .getByRole('button', { name: long.slice(3) })
      .first()
      .waitFor();
    const { items } = await desk.call('documents:snapshots:list', scope);
    const named = items.find((one) => one.name === long.slice(3));
    expect(named).toBeDefined();
    const { snapshotId = '' } = named ?? {};
    await desk.call('documents:snapshots:name', { ...scope, snapshotId, name: null });
  });
});
