import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { binderModel } from './pages/binder-model.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const factsIn = async (projectId: string) => {
  const { items } = await desk.call('manuscript:scenes', { projectId });
  return (items[0]?.scenes ?? []).map(({ facts }) => [
    facts?.synopsis ?? '',
    facts?.status ?? null,
  ]);
};

describe('status, synopsis and point of view of scenes', () => {
  it('are written in the outline by keyboard, each with one undo, and put with a scene where they lost theirs [W1]', async () => {
    const project = await desk.project({
      '01.md':
        '# 第一章 记潮的人\n\n阿禾头一回上潮屋。\n\n***\n\n她不敢开口。\n\n***\n\n灯灭了。\n',
    });
    const { projectId } = project;
    const { page, word, text } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    const focused = page.locator('[data-cell]:focus');
    const outline = page.getByRole('grid', { name: word('structure:outline') });
    const field = (name: 'synopsis' | 'status' | 'title', role: 'textbox' | 'combobox') =>
      page.getByRole(role, { name: word(`structure:fields.${name}`) });
    await text.text.focus();
    await page.keyboard.press('Control+Alt+2');
    await expect.poll(() => outline.locator('[aria-expanded="false"]').count(), soon).toBe(1);
    await expect.poll(() => focused.textContent(), soon).toContain('记潮的人');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => outline.textContent(), soon).toContain('灯灭了。');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focused.textContent(), soon).toContain('她不敢开口。');
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-field="synopsis"]:focus').waitFor();
    await page.keyboard.press('F2');
    await field('synopsis', 'textbox').waitFor();
    await page.keyboard.insertText('规矩只有一条');
    await page.keyboard.press('Tab');
    await field('status', 'combobox').selectOption('draft');
    await page.keyboard.press('Enter');
    await expect.poll(() => outline.textContent(), soon).toContain('规矩只有一条');
    const draft = word('structure:status.draft');
    await expect.poll(() => outline.textContent(), soon).toContain(draft);
    expect(await factsIn(projectId)).toEqual([
      ...[
        ['', null],
        ['规矩只有一条', 'draft'],
        ['', null],
      ],
    ]);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => outline.textContent(), soon).not.toContain(draft);
    expect((await factsIn(projectId))[1]).toEqual(['规矩只有一条', null]);

    const { documentId = '' } = project.documents[0] ?? {};
    const { text: now, version } = await desk.call('documents:read', { projectId, documentId });
    await desk.call('documents:save', {
      ...{ projectId, documentId, expectedVersion: version },
      text: now.replace('***\n\n她不敢开口。\n\n', ''),
    });
    await expect.poll(() => outline.textContent(), soon).toContain(word('structure:withoutPlace'));
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focused.textContent(), soon).toContain('她不敢开口。');
    await page.keyboard.press('F2');
    await field('title', 'combobox').selectOption({ label: '1.2 灯灭了。' });
    await page.keyboard.press('Enter');
    await expect
      .poll(() => factsIn(projectId), soon)
      .toEqual([
        ['', null],
        ['规矩只有一条', null],
      ]);
    await page.keyboard.press('Control+z');
    await expect.poll(() => outline.textContent(), soon).toContain(word('structure:withoutPlace'));
    await expect
      .poll(() => factsIn(projectId), soon)
      .toEqual([
        ['', null],
        ['', null],
      ]);
  });

  it('are written on the cards of the tray by mouse, and the binder shows how far each is [W1]', async () => {
    const project = await desk.project(
      { '01.md': '# Low Tide\n\nThe ferry was late.\n\n***\n\nShe did not speak.\n' },
      'en',
    );
    const { projectId } = project;
    const { items } = await desk.call('manuscript:scenes', { projectId });
    const { documentId = '' } = project.documents[0] ?? {};
    const { start = 0, opening = '' } = items[0]?.scenes[1] ?? {};
    const at = { documentId, start, opening };
    await desk.call('manuscript:scenes:update', { projectId, at, status: 'revised' });
    const { page, word } = await desk.window('en', { project, width: 1280, height: 800 });
    const { binder, chapter } = binderModel(page, 'en');
    await chapter('Low Tide')
      .getByRole('button', { name: word('binder:scenes', { title: 'Low Tide' }) })
      .click();
    const line = binder.locator('.binder-scene').nth(1);
    await expect.poll(() => line.textContent(), soon).toContain(word('structure:status.revised'));
    await page.keyboard.press('Control+Alt+1');
    const board = page.getByRole('grid', { name: word('structure:corkboard') });
    const card = board.locator('.structure-scene').nth(1);
    await card.click();
    await page.keyboard.press('F2');
    await page
      .getByRole('textbox', { name: word('structure:fields.synopsis') })
      .fill('She keeps the tide book.');
    await board.locator('.structure-scene').first().click();
    await expect.poll(() => card.textContent(), soon).toContain('She keeps the tide book.');
    await expect
      .poll(() => factsIn(projectId), soon)
      .toEqual([
        ['', null],
        ['She keeps the tide book.', 'revised'],
      ]);
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
  });

  it('take a synopsis that a model suggests by keyboard, asked for first where the writer says so, and leave one that is not wanted [W1, E3]', async () => {
    const server = await startModelServer();
    await connectScriptedModel(desk, server);
    await desk.call('purse:update', { askAbove: { tokens: 10 } });
    const project = await desk.project({
      '01.md': '# 记潮的人\n\n阿禾头一回上潮屋。\n\n***\n\n她不敢开口，灯灭了。\n',
    });
    const { projectId } = project;
    const { page, word } = await desk.window('zh-CN', { project, width: 1024, height: 700 });
    const { binder, chapter } = binderModel(page, 'zh-CN');
    await chapter('记潮的人')
      .getByRole('button', { name: word('binder:scenes', { title: '记潮的人' }) })
      .click();
    await binder.locator('.binder-scene').nth(1).waitFor();
    await page.keyboard.press('Control+Alt+1');
    const board = page.getByRole('grid', { name: word('structure:corkboard') });
    const card = board.locator('.structure-scene').nth(1);
    const field = page.getByRole('textbox', { name: word('structure:fields.synopsis') });
    await card.click();
    await page.keyboard.press('F2');
    await field.waitFor();
    server.script({ pieces: ['阿禾不敢开口，', '灯灭了。'] });
    await page.keyboard.press('Alt+Enter');
    await expect.poll(() => card.textContent(), soon).toContain(word('errors:PURSE_ASKS.what'));
    expect(server.calls.length).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Alt+Enter');
    await expect.poll(() => field.inputValue(), soon).toBe('阿禾不敢开口，灯灭了。');
    expect(await factsIn(projectId)).toEqual([
      ['', null],
      ['', null],
    ]);
    await page.keyboard.press('Escape');
    await expect.poll(() => field.count(), soon).toBe(0);
    expect((await factsIn(projectId))[1]).toEqual(['', null]);
    await desk.call('purse:update', { askAbove: {} });
    // Esc has left the field and nothing else: the card has the focus still.
    await page.keyboard.press('F2');
    await field.waitFor();
    server.script({ pieces: ['阿禾不敢开口，灯灭了。'] });
    await card.getByRole('button').click();
    await expect.poll(() => field.inputValue(), soon).toBe('阿禾不敢开口，灯灭了。');
    await page.keyboard.press('Enter');
    await expect.poll(() => card.textContent(), soon).toContain('阿禾不敢开口，灯灭了。');
    expect((await factsIn(projectId))[1]).toEqual(['阿禾不敢开口，灯灭了。', null]);
    await page.keyboard.press('Control+z');
    await expect.poll(async () => (await factsIn(projectId))[1], soon).toEqual(['', null]);
    // What is typed while the model is asked stays until the writer takes what came instead.
    const typed = '灯灭了？';
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    server.script(async () => {
      await held;
      return { pieces: ['阿禾不敢开口。'] };
    });
    await card.click();
    await page.keyboard.press('F2');
    await field.waitFor();
    await page.keyboard.press('Alt+Enter');
    await expect.poll(() => card.textContent()).toContain(word('structure:suggestion.asking'));
    await field.fill(typed);
    goOn();
    const offered = word('structure:suggestion.offered', { text: '阿禾不敢开口。' });
    await expect.poll(() => card.textContent(), soon).toContain(offered);
    expect(await field.inputValue()).toBe(typed);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Alt+Enter');
    await expect.poll(() => field.inputValue(), soon).toBe('阿禾不敢开口。');
    await page.keyboard.press('Escape');
    await page.close();
    await server.close();
  });
});
