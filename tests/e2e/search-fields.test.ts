import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

describe('the fields of a search in the whole book [W2]', () => {
  it('say that a regular expression looks within paragraphs, and which of them is too long', async () => {
    const project = await desk.project({ '01.md': '# One\n\nAnn sailed.\n' }, 'en');
    const { page, word } = await desk.window('en', { project });
    const dialog = page.getByRole('dialog', { name: word('replace:title') });
    await page.keyboard.press('Control+Shift+H');
    const find = dialog.getByRole('textbox', { name: word('replace:find'), exact: true });
    await dialog.getByText(word('replace:rules.regex')).click();
    await find.fill('\\n');
    await dialog.getByText(word('replace:within')).waitFor();
    await dialog.getByText(word('replace:noneWithin')).waitFor();
    await find.fill('a'.repeat(1001));
    await expect.poll(() => find.getAttribute('aria-invalid'), soon).toBe('true');
    expect(await dialog.getByRole('alert').count()).toBe(0);
  });
});
