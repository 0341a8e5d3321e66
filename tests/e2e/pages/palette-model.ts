import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';
import { hasFocus } from './settled.ts';

export function paletteModel(page: Page, language: Language) {
  const dialog = page.getByRole('dialog', { name: word(language, 'palette:label') });
  const open = async (): Promise<void> => {
    await page.keyboard.press('Control+K');
    await hasFocus(dialog.getByRole('combobox'));
  };
  return {
    dialog,
    items: dialog.getByRole('option'),
    open,
    /** Runs what these words find; it must come first. */
    run: async (words: string) => {
      await open();
      await dialog.getByRole('combobox').fill(words);
      await dialog.getByRole('option', { selected: true }).filter({ hasText: words }).waitFor();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    },
  };
}
