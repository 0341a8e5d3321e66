import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';

/** The assistant's tab, the candidates in the page, and the dialog that connects a model. */
export function writeModel(page: Page, language: Language) {
  const say = (key: string, values?: Record<string, string | number>) =>
    word(language, key, values);
  const dialog = page.getByRole('dialog');
  const bar = page.getByRole('region', { name: say('candidates:label') });
  const field = page.getByRole('textbox', { name: say('write:ask.instruction') });
  return {
    field,
    runs: page.locator('.run'),
    lastRun: page.locator('.run').last(),
    bar,
    place: bar.locator('.candidate-place'),
    remark: bar.locator('.candidate-remark'),
    inserted: page.locator('.page-text ins.cm-inserted'),
    removed: page.locator('.page-text del.cm-removed'),
    status: page.locator('.status-model'),
    /** Opens the tab and its writing half. */
    async showTab(): Promise<void> {
      await page.getByRole('tab', { name: say('assistant:title') }).click();
      await page
        .locator('.assistant-modes .ui-segment')
        .filter({ hasText: say('assistant:modes.write') })
        .click();
    },
    /** Opens the field and asks. */
    async ask(instruction = ''): Promise<void> {
      await page.keyboard.press('Control+Shift+A');
      await field.fill(instruction);
      await page.keyboard.press('Control+Enter');
    },
    /** What a run was given, and the dialog that sets two answers beside each other. */
    given: page.locator('.run-items'),
    used: page.locator('.run-used'),
    comparison: page.getByRole('dialog', { name: say('write:rerun.title') }),
    without: (title: string) =>
      page.getByRole('button', { name: say('write:rerun.withoutLabel', { title }), exact: true }),
    /** Underlined in the text, or in words that wait. */
    underlined: page.locator('.page-text .cm-finding'),
    findingMark: page.locator('.finding-mark'),
    margin: (decision: 'accepted' | 'rejected', place: number) =>
      page.getByRole('button', { name: say(`candidates:margin.${decision}`, { place }) }),
    models: {
      dialog,
      addOnline: dialog.getByRole('button', { name: say('models:online.action') }),
      model: dialog.getByRole('textbox', { name: say('models:form.model') }),
      baseUrl: dialog.getByRole('textbox', { name: say('models:form.baseUrl') }),
      key: dialog.getByLabel(say('models:form.key'), { exact: true }),
      save: dialog.getByRole('button', { name: say('models:form.save') }),
      result: dialog.locator('.model-result'),
    },
  };
}
