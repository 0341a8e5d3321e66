import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { hasFocus, settled } from './pages/settled.ts';

let desk: Desk;

beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const files = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `${index < 4 ? '01 上卷' : '02 下卷'}/${String(index + 1).padStart(2, '0')}.md`,
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
    const limp = { detailId: 'foot', label: '右脚', text: '跛了', fromChapter: 7 };
    const lin = await make('林远', { details: [detail, limp] });
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
      .toEqual(['秋分大潮', '林远', '阿禾 嫁给 林远', '分家']);
    // Four rows with a heading for each of the four groups, and the heads of the columns.
    const grid = page.getByRole('grid', { name: word('codex:timeline.title') });
    expect(await grid.getAttribute('aria-rowcount')).toBe('9');
    expect(await grid.getAttribute('aria-colcount')).toBe('3');
    expect(await page.locator('.timeline-words').allTextContents()).toEqual([
      ...['第三章到第五章', word('codex:timeline.always'), '第七章起', ''],
    ]);
    expect(await page.locator('.chapters-volume').allTextContents()).toEqual(['上卷', '下卷']);
    expect(await axeFindings(page)).toEqual([]);

    await names.first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    // Two changes without room beside each other are one mark, which lists them.
    const both = page.getByRole('button', {
      name: word('codex:timeline.joined', { count: 2, from: 6, to: 7 }),
    });
    await hasFocus(both);
    await page.keyboard.press('Enter');
    const said = [
      word('codex:timeline.changes', { chapter: 6, said: '左手：断了小指' }),
      word('codex:timeline.changes', { chapter: 7, said: '右脚：跛了' }),
    ];
    const items = page.getByRole('menuitem');
    await expect.poll(() => items.allTextContents(), soon).toEqual(said);
    await hasFocus(items.first());
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await hasFocus(both);
    await page.keyboard.press('ArrowUp');
    await hasFocus(names.nth(1));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await hasFocus(items.first());
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
      ...{ validFromChapter: 2, validToChapter: 41 },
    });
    await desk.call('knowledge:entities:create', {
      ...{ projectId: project.projectId, kind: 'event', name: 'The neap tide', summary: '' },
      ...{ validFromChapter: 1, validToChapter: 2 },
    });
    // More than there is room for: only those on the screen are drawn.
    const people = Array.from({ length: 60 }, (_, at) => `Keeper ${at + 1}`);
    for (const name of people) {
      await desk.call('knowledge:entities:create', {
        ...{ projectId: project.projectId, kind: 'character', name, summary: '' },
        ...{ validFromChapter: 9, validToChapter: 9 },
      });
    }
    const look = { project, width: 1024, height: 700, colorScheme: 'dark' } as const;
    const { page, word, text } = await desk.window('en', look);
    await text.ready();
    await page.keyboard.press('Control+Alt+6');
    const end = page.getByRole('button', {
      name: `${word('codex:timeline.ends', { chapter: 41 })} ${word('codex:timeline.beyond')}`,
    });
    expect(await end.getAttribute('aria-disabled')).toBe('true');
    // Tab comes back to the row whose mark was pointed at.
    const rows = page.locator('.timeline-name');
    expect(await rows.count()).toBeLessThan(50);
    expect(await rows.nth(1).getAttribute('tabindex')).toBe('-1');
    await end.click({ force: true });
    await expect.poll(() => rows.nth(1).getAttribute('tabindex'), soon).toBe('0');
    expect(await rows.nth(0).getAttribute('tabindex')).toBe('-1');
    await page.keyboard.press('Enter');
    // By keys to the end, and back with the wheel: the row keeps the focus where it is.
    await page.locator('.timeline-name[tabindex="0"]').focus();
    await page.keyboard.press('End');
    const last = page.locator('[aria-rowindex="65"] .timeline-name');
    await hasFocus(last);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('65');
    expect(await page.locator('[aria-rowindex="65"] .timeline-words').textContent()).toBe(
      'only in chapter 9',
    );
    await page.locator('.timeline-scroller').evaluate((one) => one.scrollTo(0, 0));
    await rows.first().waitFor();
    await expect.poll(() => page.locator('[aria-rowindex="2"]').count(), soon).toBe(1);
    await hasFocus(last);
    await page.keyboard.press('ArrowUp');
    await hasFocus(page.locator('[aria-rowindex="64"] .timeline-name'));
    await settled(page);
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('searchbox', { name: word('codex:timeline.find') }).fill('nothing of it');
    await page.getByText(word('codex:timeline.noneFound')).waitFor();
  });
});

describe('a volume of two chapters before one of many [W1, W6]', () => {
  const long = Object.fromEntries(
    Array.from({ length: 120 }, (_, index) => [
      `${index < 2 ? '01 楔子' : '02 石头记'}/${String(index + 1).padStart(3, '0')}.md`,
      `# 潮信${index + 1}\n\n林远看潮水涨到石阶。\n`,
    ]),
  );

  it('has its border, and no name over the next one or cut within a letter', async () => {
    const project = await desk.project(long);
    await desk.call('knowledge:entities:create', {
      ...{ projectId: project.projectId, kind: 'character', name: '林远', summary: '' },
      validFromChapter: 3,
    });
    const { page, text, palette, word } = await desk.window('zh-CN', { project });
    await text.ready();
    for (const [command, volume] of [
      ['codex:commands.timeline', '.chapters-volume'],
      ['codex:commands.world', '.world-volume'],
    ] as const) {
      await palette.run(word(command));
      await page.locator(volume).filter({ hasText: '石头记' }).waitFor();
      const names = await page.locator(volume).evaluateAll((all) =>
        all.map((one) => {
          const letters = document.createRange();
          letters.selectNodeContents(one);
          const [words] = letters.getClientRects();
          const { left, right } = one.getBoundingClientRect();
          return words === undefined || (words.left >= left && words.right <= right + 1)
            ? (words?.width ?? 0)
            : -1;
        }),
      );
      expect(names).toEqual([0, expect.any(Number)]);
      expect(names[1]).toBeGreaterThan(20);
    }
  });

  it('keeps its pictures in colours of the system’s ground, whatever look was chosen [W5]', async () => {
    const project = await desk.project(files);
    await desk.call('settings:update', { theme: 'light' });
    const { page, text } = await desk.window('zh-CN', { project, colorScheme: 'dark' });
    await text.ready();
    await page.locator(':root[data-theme="light"]').waitFor({ state: 'attached' });
    const ink = () =>
      page.evaluate(() => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.cssText = 'forced-color-adjust: none; color: var(--ink)';
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      });
    const onPaper = await ink();
    await page.emulateMedia({ forcedColors: 'active' });
    const onBlack = await ink();
    await desk.call('settings:update', { theme: 'system' });
    expect(onPaper).toBe('rgb(35, 32, 28)');
    expect(onBlack).toBe('rgb(230, 223, 211)');
  });
});
