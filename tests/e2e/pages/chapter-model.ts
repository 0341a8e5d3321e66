import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';

/** The settings of a chapter; `title` is the chapter's as its file has it. */
export function chapterModel(page: Page, language: Language) {
  const dialog = (title: string) =>
    page.getByRole('dialog', { name: word(language, 'chapter:title', { title }) });
  const option = async (label: string, choice: string) => {
    await page
      .getByRole('dialog')
      .getByRole('button', { name: word(language, label) })
      .click();
    await page.getByRole('option', { name: choice }).click();
    // Until it is gone, Esc is the list's.
    await page.getByRole('listbox').waitFor({ state: 'detached' });
  };
  return {
    dialog,
    meaning: page.locator('.chapter-meaning'),
    neverSend: page.getByRole('checkbox', { name: word(language, 'codex:fence.neverSend') }),
    notBefore: page.getByRole('textbox', { name: word(language, 'codex:fence.notBefore') }),
    chooseTeller: (name: string) => option('chapter:pointOfView.chapter', name),
    chooseBookTeller: (name: string) => option('chapter:pointOfView.book', name),
    addKnower: (name: string) => option('codex:fence.addPerson', name),
    save: page
      .getByRole('dialog')
      .getByRole('button', { name: word(language, 'app:actions.save') }),
    mark: (title: string) =>
      page.getByRole('row').filter({ hasText: title }).locator('.fence-mark'),
  };
}
