import type { Page } from 'playwright-core';
import type { Language } from '#shared/domain/identifiers.ts';
import { word } from './words.ts';

/** The conversation half of the assistant's tab. */
export function assistantModel(page: Page, language: Language) {
  const say = (key: string, values?: Record<string, string | number>) =>
    word(language, `assistant:${key}`, values);
  const chat = page.locator('.chat');
  const field = page.getByRole('textbox', { name: say('ask.label') });
  const button = (key: string, values?: Record<string, string | number>) =>
    page.getByRole('button', { name: say(key, values) });
  return {
    chat,
    field,
    say,
    button,
    title: page.locator('.chat-title-words'),
    titleButton: page.locator('.chat-title'),
    rounds: page.locator('.chat-thread > .chat-round'),
    lastRound: page.locator('.chat-thread > .chat-round').last(),
    steps: page.locator('.chat-step'),
    step: (words: string) => page.locator('.chat-step').filter({ hasText: words }),
    streaming: page.locator('.chat-streaming'),
    forecast: page.locator('.chat-forecast'),
    spent: page.locator('.chat-spent'),
    permission: page.locator('.chat-permission'),
    decide: (decision: 'once' | 'conversation' | 'always' | 'refuse') =>
      page.getByRole('button', { name: say(`permission.${decision}`), exact: true }),
    suggestions: page.getByRole('listbox', { name: say('suggestions') }),
    list: page.getByRole('list', { name: say('list.label') }),
    row: (title: string) => page.locator('.chat-row').filter({ hasText: title }),
    chips: page.locator('.chat-attachments .ui-chip'),
    summary: page.locator('.chat-summary'),
    mode: (mode: 'chat' | 'write') =>
      page.locator('.assistant-modes .ui-segment').filter({ hasText: say(`modes.${mode}`) }),
    /** Opens the field of the chat. */
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
        .locator('.chat-thread > .chat-round')
        .last()
        .locator('.chat-answer:not(.chat-streaming)')
        .filter({ hasText: words })
        .waitFor(),
  };
}
