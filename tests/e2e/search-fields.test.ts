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

  it('tell in a rename which names stay for the writer to change', async () => {
    const project = await desk.project({ '卷一 阿禾传/阿禾的梦.md': '阿禾没有睡。\n' });
    await desk.call('knowledge:entities:create', {
      ...{ projectId: project.projectId, kind: 'character', name: '阿禾', summary: '' },
    });
    const { page, palette, word } = await desk.window('zh-CN', { project });
    const dialog = page.getByRole('dialog', { name: word('replace:title') });
    await palette.run(word('replace:commands.rename'));
    await dialog.getByRole('button', { name: word('replace:whom') }).click();
    await page.getByRole('option', { name: '阿禾', exact: true }).click();
    await dialog.getByLabel(word('replace:newName')).fill('小满');
    const left = dialog.getByRole('region', { name: word('replace:namesLeft.title') });
    await left.waitFor();
    expect(await left.getByRole('paragraph').allTextContents()).toEqual([
      word('replace:namesLeft.chapters', { names: '阿禾的梦' }),
    ]);
  });
});
