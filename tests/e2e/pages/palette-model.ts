import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';

export function paletteModel(page: Page, language: Language) {
  const dialog = page.getByRole('dialog', { name: word(language, 'palette:label') });
  return {
    dialog,
    items: dialog.getByRole('option'),
    open: async () => {
      await page.keyboard.press('Control+K');
      await dialog.waitFor();
    },
    run: async (words: string) => {
      await page.keyboard.press('Control+K');
      await dialog.waitFor();
      await dialog.getByRole('combobox').fill(words);
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    },
  };
}
