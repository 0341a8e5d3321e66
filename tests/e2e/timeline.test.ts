import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = Object.fromEntries(
  Array.from({ length: 8 }, (_, index) => [
    `${index < 4 ? '01 上卷' : '02 下卷'}/0${index + 1}.md`,
    `# 潮信${index + 1}\n\n第${index + 1}日，潮水涨到石阶。\n`,
  ]),
);

describe('the timeline [W1]', () => {
  it('has events, entries and relations over the chapters, is walked and opened by keyboard, and follows the codex', async () => {
    const project = await desk.project(files);
    const { projectId } = project;
    const make = (name: string, given: object = {}) =>
      desk.call('knowledge:entities:create', {
        ...{ projectId, kind: 'character', name, summary: '' },
        ...given,
      });
    const { page, word, text } = await desk.window('zh-CN', { project });
    await text.ready();
    await page.keyboard.press('Control+Alt+6');
    await page.getByText(word('codex:timeline.empty.title')).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: word('codex:timeline.empty.action') }).click();
    // It says in words of its own what there will be to see, and begins the first entry in the panel [W6].
    const world = page.locator('.world');
    await world.getByText(word('codex:world.empty.title')).waitFor();
    await page.getByRole('tab', { name: word('codex:title') }).waitFor();
    await world.getByRole('button', { name: word('codex:empty.action') }).click();
    await hasFocus(page.getByRole('textbox', { name: word('codex:form.name'), exact: true }));
    await page.getByRole('button', { name: word('app:actions.cancel') }).click();
    await page.keyboard.press('Control+Alt+6');

    const detail = { detailId: 'hand', label: '左手', text: '断了小指', fromChapter: 6 };
    const lin = await make('林远', { details: [detail] });
    const he = await make('阿禾');
    await make('秋分大潮', { kind: 'event', validFromChapter: 3, validToChapter: 5 });
    await make('分家', { kind: 'event' });
    await desk.call('knowledge:relations:create', {
      ...{ projectId, subjectId: he.entityId, predicate: '嫁给', objectId: lin.entityId },
      validFromChapter: 7,
    });
    const names = page.locator('.timeline-name');
    await expect
      .poll(() => names.allTextContents(), soon)
      .toEqual(['秋分大潮', '林远', '阿禾 嫁给 林远']);
    await page.locator('.timeline-undated').getByText('分家').waitFor();
    expect(await page.locator('.chapters-volume').allTextContents()).toEqual(['上卷', '下卷']);
    expect(await axeFindings(page)).toEqual([]);

    await names.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    const change = page.getByRole('button', {
      name: word('codex:timeline.changes', { chapter: 6, said: '左手：断了小指' }),
    });
    await expect
      .poll(() => change.evaluate((one) => one === document.activeElement), soon)
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.locator('.cm-content', { hasText: '第6日' }).waitFor();

    await page.keyboard.press('Control+Alt+6');
    await names.first().click();
    await page.locator('.world-names').getByText('秋分大潮').waitFor();
  });

  it('says of a chapter that is not there that it is not, in English, dark and a small window', async () => {
    const project = await desk.project(files, 'en');
    await desk.call('knowledge:entities:create', {
      ...{ projectId: project.projectId, kind: 'event', name: 'The spring tide', summary: '' },
      ...{ validFromChapter: 2, validToChapter: 11 },
    });
    await desk.call('knowledge:entities:create', {
      ...{ projectId: project.projectId, kind: 'event', name: 'The neap tide', summary: '' },
      ...{ validFromChapter: 1, validToChapter: 2 },
    });
    const look = { project, width: 1024, height: 700, colorScheme: 'dark' } as const;
    const { page, word, text } = await desk.window('en', look);
    await text.ready();
    await page.keyboard.press('Control+Alt+6');
    const end = page.getByRole('button', {
      name: `${word('codex:timeline.ends', { chapter: 11 })} ${word('codex:timeline.beyond')}`,
    });
    expect(await end.getAttribute('aria-disabled')).toBe('true');
    // Tab comes back to the row whose mark was pointed at.
    const rows = page.locator('.timeline-name');
    await expect.poll(() => rows.count(), soon).toBe(2);
    expect(await rows.nth(1).getAttribute('tabindex')).toBe('-1');
    await end.click({ force: true });
    await expect.poll(() => rows.nth(1).getAttribute('tabindex'), soon).toBe('0');
    expect(await rows.nth(0).getAttribute('tabindex')).toBe('-1');
    await page.keyboard.press('Enter');
    await page.locator('.chapters-main').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('searchbox', { name: word('codex:timeline.find') }).fill('nothing of it');
    await page.getByText(word('codex:timeline.noneFound')).waitFor();
  });
});
