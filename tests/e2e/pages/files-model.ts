import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';

/** The Files panel of the dock. */
export const filesModel = (page: Page, language: Language) => {
  const say = (key: string) => word(language, `context-files:${key}`);
  const dock = page.getByRole('complementary', { name: word(language, 'app:panes.dock') });
  const button = (key: string) => dock.getByRole('button', { name: say(key), exact: true });
  const list = dock.getByRole('list', { name: say('list') });
  const dialog = page.getByRole('dialog');
  return {
    dock,
    say,
    button,
    show: () => dock.getByRole('tab', { name: say('title'), exact: true }).click(),
    /** The row itself, not its menu. */
    row: (hint: string) => list.locator('.files-row').filter({ hasText: hint }),
    /** Opens the menu of a row by the keyboard, and chooses from it. */
    async choose(hint: string, key: string): Promise<void> {
      await list.getByRole('button', { name: hint }).first().focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('menuitem', { name: say(key) }).click();
    },
    titles: () => list.locator('.files-title > span').allTextContents(),
    reader: dock.getByRole('region', { name: say('content') }),
    results: dock.getByRole('list', { name: say('search.results') }),
    async find(words: string): Promise<void> {
      await dock.getByRole('searchbox', { name: say('search.label') }).fill(words);
      await page.keyboard.press('Enter');
    },
    confirm: (key: string) => dialog.getByRole('button', { name: say(key), exact: true }).click(),
    async transfer(direction: 'export' | 'import', path: string): Promise<void> {
      await button('tools').click();
      await page.getByRole('menuitem', { name: say(`${direction}.menu`) }).click();
      await dialog.getByRole('textbox', { name: say('archive') }).fill(path);
      await dialog.getByRole('button', { name: say(`${direction}.action`), exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    },
  };
};
