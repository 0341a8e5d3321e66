import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { held } from './pages/held.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const open = async () => {
  const project = await desk.project({
    '01.md': '# 雪夜\n\n雪落了一夜。\n',
    '02.md': '# 归途\n\n路很长。\n',
    '03.md': '# 渡口\n\n船还没有来。\n',
  });
  const window = await desk.window('zh-CN', { project });
  await window.text.paragraph('雪落了一夜。').waitFor();
  const title = () => window.text.text.getAttribute('aria-label');
  return { ...window, project, title };
};

describe('a chapter that comes to the page late', () => {
  it('stays away where the writer went back to the one before, and what is typed stays there [W5]', async () => {
    const { page, text, binder, project, title } = await open();
    const late = await held(page, 'documents:read');
    await binder.chapter('归途').click();
    await late.asked;
    await binder.chapter('雪夜').click();
    await text.paragraph('雪落了一夜。').waitFor();
    const answer = page.waitForResponse(/documents%3Aread/);
    late.give();
    await answer;
    await text.caretAfter('雪落了一夜。');
    await page.keyboard.insertText('天亮了。');
    await text.saved();
    expect(await title()).toContain('雪夜');
    expect(await text.text.textContent()).toContain('雪落了一夜。天亮了。');
    const { text: other } = await desk.call('documents:read', {
      ...{ projectId: project.projectId, documentId: project.documents[1]?.documentId ?? '' },
    });
    expect(other).toBe('# 归途\n\n路很长。\n');
    await binder.open('归途');
    await text.paragraph('路很长。').waitFor();
  });

  it('stays away where a third was asked for, which comes first [W5]', async () => {
    const { page, text, binder, title } = await open();
    const late = await held(page, 'documents:read');
    await binder.chapter('归途').click();
    await late.asked;
    await binder.chapter('渡口').click();
    await text.paragraph('船还没有来。').waitFor();
    const answer = page.waitForResponse(/documents%3Aread/);
    late.give();
    await answer;
    await text.caretAfter('船还没有来。');
    await page.keyboard.insertText('等。');
    await text.saved();
    expect(await title()).toContain('渡口');
    expect(await text.text.textContent()).toContain('船还没有来。等。');
  });

  it('or could not be read leaves the one before as it was [W5]', async () => {
    const { page, text, binder } = await open();
    await page.route('**/rpc/documents%3Aread', (route) => route.abort(), { times: 1 });
    await binder.chapter('归途').click();
    await page.locator('main').getByRole('alert').waitFor();
    await binder.chapter('雪夜').click();
    await text.paragraph('雪落了一夜。').waitFor();
    await text.caretAfter('雪落了一夜。');
    await page.keyboard.insertText('天亮了。');
    await expect.poll(() => text.text.textContent(), soon).toContain('雪落了一夜。天亮了。');
  });
});
