import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';

/** The conversation half of the assistant's tab. */
export function assistantModel(page: Page, language: Language) {
  const say = (key: string, values?: Record<string, string | number>) =>
    word(language, `assistant:${key}`, values);
  const talk = page.locator('.talk');
  const field = page.getByRole('textbox', { name: say('ask.label') });
  const button = (key: string, values?: Record<string, string | number>) =>
    page.getByRole('button', { name: say(key, values) });
  return {
    talk,
    field,
    say,
    button,
    title: page.locator('.talk-title-words'),
    titleButton: page.locator('.talk-title'),
    rounds: page.locator('.talk-thread > .talk-round'),
    lastRound: page.locator('.talk-thread > .talk-round').last(),
    steps: page.locator('.talk-step'),
    step: (words: string) => page.locator('.talk-step').filter({ hasText: words }),
    streaming: page.locator('.talk-streaming'),
    forecast: page.locator('.talk-forecast'),
    permission: page.locator('.talk-permission'),
    decide: (decision: 'once' | 'conversation' | 'always' | 'refuse') =>
      page.getByRole('button', { name: say(`permission.${decision}`), exact: true }),
    suggestions: page.getByRole('listbox', { name: say('suggestions') }),
    list: page.getByRole('list', { name: say('list.label') }),
    row: (title: string) => page.locator('.talk-row').filter({ hasText: title }),
    chips: page.locator('.talk-attachments .ui-chip'),
    summary: page.locator('.talk-summary'),
    mode: (mode: 'talk' | 'write') =>
      page.locator('.assistant-modes .ui-segment').filter({ hasText: say(`modes.${mode}`) }),
    /** Opens the field of the talk. */
    async show(): Promise<void> {
      await page.keyboard.press('Control+L');
      await field.waitFor();
    },
    /** Says something and sends it. */
    async ask(words: string): Promise<void> {
      await field.fill(words);
      await page.keyboard.press('Control+Enter');
    },
    /** An answer that has come to its end, with these words in it. */
    answered: (words: string) =>
      page
        .locator('.talk-thread > .talk-round')
        .last()
        .locator('.talk-answer:not(.talk-streaming)')
        .filter({ hasText: words })
        .waitFor(),
  };
}
