import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '#tests/helpers/model-server.ts';
import { axeFindings } from './pages/axe.ts';
import { type Desk, soon, startDesk } from './pages/desk.ts';
import { connectScriptedModel } from './pages/scripted-model.ts';
import { writeModel } from './pages/write-model.ts';

let desk: Desk;
let server: ModelServer;

beforeAll(async () => {
  desk = await startDesk();
  server = await startModelServer();
  await connectScriptedModel(desk, server);
});
afterAll(async () => {
  await server.close();
  await desk.close();
});

describe.each(['zh-CN', 'en'] as const)('counts, %s', (language) => {
  const isChinese = language === 'zh-CN';
  const plural = (key: string): string => (isChinese ? key : `${key}_other`);
  const chapter = isChinese
    ? '# 雪夜\n\n1. 雪停了。<!-- 待改 -->\n\n他走了。\n'
    : '# Snow\n\n1. The snow stopped. <!-- later -->\n\nHe went.\n';
  const last = isChinese ? '他走了。' : 'He went.';
  const typed = isChinese ? '门开着。' : ' Slowly now.';
  const words = isChinese ? { before: 8, typed: 3 } : { before: 6, typed: 2 };

  it('say of a day on which more was cut than written by how much, and what that leaves [W3]', async () => {
    const project = await desk.project({ '01.md': chapter }, language);
    const { projectId } = project;
    await desk.call('goals:update', { projectId, perDay: 1000 });
    const { page, text, word, palette } = await desk.window(language, { project });
    await text.caretAfter(last);
    await page.keyboard.press('Shift+Home');
    await page.keyboard.press('Delete');
    await text.saved();
    await palette.run(word('days:commands.open'));
    const days = page.getByRole('dialog', { name: word('days:title') });
    const count = isChinese ? 3 : 2;
    const said = { count, goal: '1,000', left: (1000 + count).toLocaleString('en') };
    await days.getByText(word(plural('days:today.cutLeft'), said)).waitFor();
    const goal = days.getByRole('textbox', { name: word('days:goals.perDay') });
    await goal.fill('');
    await goal.press('Tab');
    const lead = days.locator('.days-lead');
    const withoutGoal = word(plural('days:today.cut'), { count });
    await expect.poll(() => lead.textContent(), soon).toBe(withoutGoal);
  });

  it('are one in binder, status bar, export and earlier versions; what was accepted is not what was written today [F23]', async () => {
    const project = await desk.project({ '01.md': chapter }, language);
    const { page, text, word } = await desk.window(language, {
      project,
      colorScheme: isChinese ? 'light' : 'dark',
    });
    const write = writeModel(page, language);
    const status = page.locator('.status-bar');
    const shows = async (count: number, today: number) => {
      await status
        .getByText(word(plural('app:status.words'), { count }), { exact: true })
        .waitFor();
      await expect
        .poll(() => page.locator('.binder .ui-row-count').first().textContent(), soon)
        .toBe(`${count}`);
      await page
        .locator('.binder-foot')
        .getByText(word(plural('binder:words'), { count }))
        .waitFor();
      const said = status.getByText(word(plural('app:status.today'), { count: today }), {
        exact: true,
      });
      if (today > 0) await said.waitFor();
      else
        expect(await status.textContent()).not.toContain(
          word(plural('app:status.today'), { count: 3 }),
        );
    };
    await shows(words.before, 0);
    await text.caretAfter(last);
    await page.keyboard.type(typed);
    await shows(words.before + words.typed, words.typed);
    await text.saved();
    server.script({ pieces: [isChinese ? '船来了。' : 'The ferry came.'] });
    await write.ask();
    await write.bar.waitFor();
    await text.text.focus();
    await page.keyboard.press('Control+Enter');
    await write.bar.waitFor({ state: 'detached' });
    await shows(words.before + words.typed + 3, words.typed);
    await text.saved();
    // Whose each word is shows on the page when one asks, and in shares by chapter [N14].
    const accepted = isChinese ? '船来了。' : 'The ferry came.';
    const tinted = (kind: string) => page.locator(`.page-text .origin-${kind}`);
    expect(await tinted('model').count()).toBe(0);
    await page.keyboard.press('Control+Alt+5');
    await tinted('model').first().waitFor();
    expect((await tinted('model').allTextContents()).join('').trim()).toBe(accepted);
    expect((await tinted('unknown').allTextContents()).join('')).not.toContain(typed.trim());
    const legend = page.getByRole('region', { name: word('origins:legend') });
    const kind = word('origins:kinds.model');
    await legend.getByText(word('origins:atCaret', { kind })).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await legend.getByRole('button', { name: word('origins:shares') }).click();
    const shares = page.getByRole('dialog', { name: word('origins:title') });
    const row = shares.getByRole('row').last();
    await row.getByText('%').first().waitFor();
    const counted = (said: string) => [...said.replace(/\s/g, '')].length;
    const report = await desk.call('origins:report', { projectId: project.projectId });
    expect(report.chapters[0]?.counts).toMatchObject({
      ...{ typed: counted(typed), model: counted(accepted), pasted: 0 },
    });
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await shares.waitFor({ state: 'detached' });
    await legend.getByRole('button', { name: word('origins:hide') }).click();
    await legend.waitFor({ state: 'detached' });
    expect(await tinted('model').count()).toBe(0);
    await text.text.focus();
    await page.keyboard.press('Control+Z');
    await shows(words.before + words.typed, words.typed);
    await page.keyboard.press('Control+Z');
    await shows(words.before, 0);
    // What undo took back of the accepted text is no longer among the day's accepted words [W3].
    const logged = async () =>
      (await desk.call('goals:log', { projectId: project.projectId })).items.at(-1)?.accepted;
    await expect.poll(logged, soon).toBe(0);
    const saved = async () =>
      (await desk.call('projects:get', { projectId: project.projectId })).documents[0]?.wordCount;
    await expect.poll(saved, soon).toBe(words.before);
    // A goal stands beside the day's words, and leads to the days of writing.
    await text.caretAfter(last);
    await page.keyboard.type(typed);
    await shows(words.before + words.typed, words.typed);
    await status
      .getByRole('button', { name: word(plural('app:status.today'), { count: words.typed }) })
      .click();
    const days = page.getByRole('dialog', { name: word('days:title') });
    const goal = days.getByRole('textbox', { name: word('days:goals.perDay') });
    await goal.fill('1000');
    await goal.press('Tab');
    await days
      .getByText(
        word(plural('days:today.left'), {
          count: words.typed,
          goal: '1,000',
          left: `${1000 - words.typed}`,
        }),
      )
      .waitFor();
    const bookWords = days.locator('.days-lines').first().locator('dd').last();
    expect(await bookWords.textContent()).toBe(`${words.before + words.typed}`);
    expect(await axeFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await status
      .getByText(word(plural('app:status.todayOf'), { count: words.typed, goal: '1,000' }))
      .waitFor();
    // What is exported and what is kept as earlier versions is counted the same.
    const count = words.before + words.typed;
    await text.saved();
    await page.keyboard.press('Control+Alt+E');
    const exporting = page.getByRole('dialog', { name: word('export:title') });
    await exporting
      .getByText(
        word(isChinese ? 'export:sum_other' : 'export:sum_one', { count: 1, words: count }),
      )
      .waitFor();
    await page.keyboard.press('Escape');
    await exporting.waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Alt+H');
    const versions = page.getByRole('main', { name: word('history:title') });
    await expect
      .poll(() => versions.locator('.history-count').first().textContent(), soon)
      .toBe(`${count}`);
  });
});

it('of today are asked for anew once another day has begun, while nothing is written [W3]', async () => {
  const project = await desk.project({ '01.md': '# 雪夜\n\n雪停了。\n' });
  const { page, text } = await desk.window('zh-CN', { project, isOwn: true });
  await page.clock.install();
  const first = page.waitForResponse((response) => response.url().endsWith('/rpc/goals%3Aget'));
  await page.reload();
  await text.ready();
  await first;
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/goals%3Aget')) asked.push(request.url());
  });
  // The page may still be taking the first answer in: its day begins anew each time.
  await expect
    .poll(async () => {
      await page.clock.fastForward('24:00:00');
      return asked.length;
    }, soon)
    .toBeGreaterThan(0);
});

it('tell in the days of writing how fast one writes, and how long the rest will take [W3]', async () => {
  const project = await desk.project({ '01.md': '# 雪夜\n\n雪停了。\n' });
  await desk.call('goals:update', { projectId: project.projectId, perDay: 100 });
  const { page, text, palette, word } = await desk.window('zh-CN', { project, isOwn: true });
  await page.clock.install();
  await page.reload();
  await text.ready();
  await text.caretAfter('雪停了。');
  for (let pause = 0; pause < 5; pause += 1) {
    await page.keyboard.insertText('外头有人敲锣一声紧一');
    await page.clock.runFor(50_000);
  }
  await palette.run(word('days:commands.open'));
  // Fifty words in four pauses of fifty seconds.
  const pace = page.getByText(/这会儿每小时写 \d+ 字，照这个快慢，再写 4 分钟左右就够。/);
  await pace.waitFor();
  expect(Number(/写 (\d+) 字/.exec((await pace.textContent()) ?? '')?.[1])).toBeGreaterThan(800);
  // The day as a line, and the chapter with the one day it was written on.
  const words = word('days:curve.now', { time: '', count: 50 });
  const picture = page.locator('.days-today', { hasText: words });
  await picture.waitFor();
  expect(await picture.locator('polyline').getAttribute('points')).toMatch(
    /^(?:[\d.]+,[\d.]+ ?){3,}$/,
  );
  await page
    .locator('.days-chapters', { hasText: word('days:writingDays', { count: 1 }) })
    .waitFor();
  expect(await page.locator('.days-ticks rect').count()).toBe(1);
  expect(await axeFindings(page)).toEqual([]);
});
