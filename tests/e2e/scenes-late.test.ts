import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { held, heldAnswer } from './pages/held.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const chapter = (name: string): string =>
  `# ${name}\n\n${name}一。\n\n***\n\n${name}二。\n\n***\n\n${name}三。\n`;
const files = { '01.md': chapter('雪'), '02.md': chapter('灯') };

/** A book with the first chapter on the page, and the scenes of both in the binder. */
const openBook = async () => {
  const project = await desk.project(files);
  const { projectId } = project;
  const window = await desk.window('zh-CN', { project });
  const { page, binder } = window;
  const scenes = binder.binder.locator('.binder-scene');
  for (const title of ['雪', '灯']) {
    await binder.chapter(title).first().focus();
    await page.keyboard.press('ArrowRight');
  }
  await expect.poll(() => scenes.count(), soon).toBe(6);
  const textOf = (at: number) => async () => {
    const documentId = project.documents[at]?.documentId ?? '';
    return (await desk.call('documents:read', { projectId, documentId })).text;
  };
  const drag = (words: string, before: string) =>
    scenes
      .filter({ hasText: words })
      .dragTo(scenes.filter({ hasText: before }), { targetPosition: { x: 60, y: 2 } });
  return { ...window, project, textOf, drag };
};

describe('a scene that goes to another chapter while its own is typed in', () => {
  it('goes where it was let go at, also where what was typed is saved before it [W1]', async () => {
    const { page, text, textOf, drag } = await openBook();
    const move = await held(page, 'documents:moveScene');
    await drag('雪二', '灯二');
    await move.asked;
    await text.caretAfter('雪一。');
    await page.keyboard.insertText('早字。');
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await expect.poll(textOf(0), soon).toContain('早字。');
    move.give();
    await expect
      .poll(textOf(1), soon)
      .toBe('# 灯\n\n灯一。\n\n***\n\n雪二。\n\n***\n\n灯二。\n\n***\n\n灯三。\n');
    await expect.poll(textOf(0), soon).toBe('# 雪\n\n雪一。早字。\n\n***\n\n雪三。\n');
  });

  it('takes along what is typed in it meanwhile, and the page; what is typed beside it stays [W1]', async () => {
    const { page, text, textOf, drag } = await openBook();
    const move = await heldAnswer(page, 'documents:moveScene');
    await drag('雪二', '灯二');
    await move.asked;
    await text.caretAfter('雪一。');
    await page.keyboard.insertText('早字。');
    await text.caretAfter('雪三。');
    await page.keyboard.insertText('末字。');
    await text.caretAfter('雪二。');
    await page.keyboard.insertText('字。');
    await move.give();
    const there = '# 灯\n\n灯一。\n\n***\n\n雪二。字。\n\n***\n\n灯二。\n\n***\n\n灯三。\n';
    await expect.poll(textOf(1), soon).toBe(there);
    await expect.poll(textOf(0), soon).toBe('# 雪\n\n雪一。早字。\n\n***\n\n雪三。末字。\n');
    await page.keyboard.insertText('尾。');
    await expect.poll(textOf(1), soon).toBe(there.replace('字。', '字。尾。'));
    await text.saved();
  });
});

describe('a scene whose move is taken back while it is typed in', () => {
  it('goes back with what is typed in it meanwhile, and the page with it [W1]', async () => {
    const { page, text, binder, textOf, drag } = await openBook();
    await drag('雪二', '灯二');
    await expect.poll(textOf(1), soon).toContain('雪二。');
    await binder.chapter('灯').first().click();
    await text.paragraph('雪二。').waitFor();
    const undone = await heldAnswer(page, 'documents:undo');
    await page.locator('.binder-whole button').first().focus();
    await page.keyboard.press('Control+z');
    await undone.asked;
    await text.caretAfter('灯二。');
    await page.keyboard.insertText('早字。');
    await text.caretAfter('雪二。');
    await page.keyboard.insertText('字。');
    await undone.give();
    const back = chapter('雪').replace('雪二。', '雪二。字。');
    await expect.poll(textOf(0), soon).toBe(back);
    await expect.poll(textOf(1), soon).toBe(chapter('灯').replace('灯二。', '灯二。早字。'));
    await page.keyboard.insertText('尾。');
    await expect.poll(textOf(0), soon).toBe(back.replace('字。', '字。尾。'));
    await text.saved();
  });
});

describe('scenes that are dragged out of one chapter while the drop before is under way', () => {
  it('all go where they were let go at, the last one too [W1]', async () => {
    const { page, textOf, drag } = await openBook();
    const move = await held(page, 'documents:moveScene');
    await drag('雪一', '灯一');
    await move.asked;
    await drag('雪二', '灯二');
    await drag('雪三', '灯三');
    move.give();
    const all = ['雪一', '灯一', '雪二', '灯二', '雪三', '灯三'].map((words) => `${words}。`);
    await expect.poll(textOf(1), soon).toBe(`# 灯\n\n${all.join('\n\n***\n\n')}\n`);
    await expect.poll(textOf(0), soon).toBe('# 雪\n');
  });
});

describe('the cell of the outline that has the keys, when what it stands for is gone', () => {
  it('leaves them to its chapter, then to the next one, also where one was writing in it; who is elsewhere stays there [W1 F24]', async () => {
    const { page, project, binder, word } = await openBook();
    const { projectId } = project;
    const [first, second] = project.documents.map(({ documentId }) => documentId);
    await page.keyboard.press('Control+Alt+2');
    const outline = page.getByRole('grid', { name: word('structure:outline') });
    const cellWithKeys = () =>
      outline.locator('[data-cell]:focus').getAttribute('data-cell', { timeout: 2000 });
    const tabStops = () => outline.locator('[data-cell][tabindex="0"]').count();
    await outline.getByText('雪三。').click();
    await expect.poll(cellWithKeys, soon).toMatch(/:2:/u);
    const { text: now, version } = await desk.call('documents:read', {
      ...{ projectId, documentId: first ?? '' },
    });
    await desk.call('documents:save', {
      ...{ projectId, documentId: first ?? '', expectedVersion: version },
      text: now.replace('雪二。\n\n***\n', '雪二。\n'),
    });
    await expect.poll(cellWithKeys, soon).toMatch(new RegExp(`^${first}:[a-zA-Z]+$`, 'u'));
    await page.keyboard.press('F2');
    await outline.locator('input, textarea, select').first().waitFor();
    await desk.call('documents:delete', { projectId, documentId: first ?? '' });
    await expect.poll(cellWithKeys, soon).toMatch(new RegExp(`^${second}:`, 'u'));
    await page.keyboard.press('Escape');
    await outline.waitFor({ state: 'detached' });
    await desk.call('documents:create', { projectId, title: '末' });
    await binder.chapter('末').first().waitFor();
    await page.keyboard.press('Control+Alt+2');
    await expect.poll(tabStops, soon).toBe(1);
    await binder.chapter('末').first().focus();
    await desk.call('documents:delete', { projectId, documentId: second ?? '' });
    await expect.poll(() => outline.textContent(), soon).not.toContain('灯');
    await expect.poll(tabStops, soon).toBe(1);
    expect(await page.evaluate(() => document.activeElement?.closest('.binder') !== null)).toBe(
      true,
    );
  });
});
