import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';

export function binderModel(page: Page, language: Language) {
  const binder = page.getByRole('navigation', { name: word(language, 'binder:label') });
  const chapter = (title: string) => binder.getByRole('row').filter({ hasText: title });
  return {
    binder,
    chapter,
    open: (title: string) => chapter(title).click(),
    titles: () => binder.locator('.binder-row .ui-row-title').allTextContents(),
    current: binder.locator('[role="row"][aria-selected="true"] .ui-row-title'),
    renameField: binder.getByRole('textbox', { name: word(language, 'binder:renameField') }),
    undo: page
      .locator('.notice-area')
      .getByRole('button', { name: word(language, 'app:actions.undo') }),
    async menu(title: string, action: string): Promise<void> {
      await chapter(title).hover();
      await chapter(title)
        .getByRole('button', { name: word(language, 'binder:menu.label', { title }) })
        .click();
      await page.getByRole('menuitem', { name: word(language, `binder:menu.${action}`) }).click();
    },
  };
}
