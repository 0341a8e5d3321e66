import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Desk, startDesk } from './pages/desk.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = { '01.md': '# 第一章 雪夜\n\n窗外的雪落了一夜。\n' };

it.each(['zh-CN', 'en'] as const)(
  'finds what the binder and the dock call their own by that name in %s [F24]',
  async (language) => {
    const project = await desk.project(files, language);
    const { page, palette, binder, word } = await desk.window(language, { project });
    const bar = binder.binder.getByRole('toolbar', { name: word('binder:wholeBook') });
    const [fold, ...views] = await bar.getByRole('button').all();
    await fold?.waitFor();
    const tabs = await page.locator('.dock').getByRole('tab').all();
    const names = await Promise.all([
      ...views.map((view) => view.getAttribute('aria-label')),
      ...tabs.map((tab) => tab.textContent()),
    ]);
    expect(names.length).toBeGreaterThan(10);
    await palette.open();
    const ask = palette.dialog.getByRole('combobox');
    const none = (query: string) => palette.dialog.getByText(word('palette:empty', { query }));
    const unfound: (string | null)[] = [];
    for (const name of names) {
      // With nothing of the name before in the list, what stands there next is of this one.
      await ask.fill('∅');
      await none('∅').waitFor();
      await ask.fill(name ?? '');
      await palette.items
        .or(none(name ?? ''))
        .first()
        .waitFor();
      if ((await palette.items.count()) === 0) unfound.push(name);
    }
    expect(unfound).toEqual([]);
  },
);
