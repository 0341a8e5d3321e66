/**
 * `FABULA_TEST_BUILT=1 node tests/bench/timeline.ts` after a build: the timeline of 300 entries with 1,416 marks over 200 chapters: opened,
 * and walked down by the keyboard, from the key to the frame in which the next row has the
 * focus, with the processor time of the page's thread in brackets (W1).
 */
import type { Page } from 'playwright-core';
import { type Desk, startDesk } from '#tests/e2e/pages/desk.ts';
import { percentile } from './figures.ts';
import { type Drawn, watchProcessor } from './page-processor.ts';

const chapters = 200;
const entries = 300;
/** So many of them are events, with a beginning and an end; each entry has four changes. */
const events = 108;
const changesEach = 4;
const steps = 40;

const files = Object.fromEntries(
  Array.from({ length: chapters }, (_, at) => [
    `卷${Math.floor(at / 20) + 1}/${String(at + 1).padStart(4, '0')}.md`,
    `# 第${at + 1}章 潮\n\n雪落了一夜，谁也没有出门。\n`,
  ]),
);

const entryOf = (at: number) => {
  const from = ((at * 7) % (chapters - 20)) + 1;
  const details = Array.from({ length: changesEach }, (_, nth) => ({
    ...{ detailId: `d${nth}`, label: '左手', text: '断了小指' },
    fromChapter: ((at * 13 + nth * 47) % chapters) + 1,
  }));
  const given = { name: `潮信${at + 1}`, summary: '', details };
  return at < events
    ? { ...given, kind: 'event' as const, validFromChapter: from, validToChapter: from + 15 }
    : { ...given, kind: 'character' as const };
};

/** Milliseconds from a key until `selector` is there, and the frame with it is drawn. */
async function untilDrawn(page: Page, selector: string, key: string): Promise<number> {
  // A busy page gets a key before what was asked of it earlier.
  await page.evaluate((wanted) => {
    const drawn = new Promise<number>((resolve) => {
      const look = (from: number): void => {
        if (document.querySelector(wanted) === null) requestAnimationFrame(() => look(from));
        else requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
      };
      const begin = { capture: true, once: true };
      window.addEventListener('keydown', ({ timeStamp }) => look(timeStamp), begin);
    });
    Object.assign(window, { drawn: () => drawn });
  }, selector);
  await page.keyboard.press(key);
  return Number(await page.evaluate('window.drawn()'));
}

async function measure(desk: Desk): Promise<void> {
  const project = await desk.project(files);
  const { projectId } = project;
  for (let at = 0; at < entries; at += 1) {
    await desk.call('knowledge:entities:create', { projectId, ...entryOf(at) });
  }
  const { page, text } = await desk.window('zh-CN', { project });
  await text.ready();
  const processor = await watchProcessor(page);
  const opened: Drawn[] = [];
  for (let time = 0; time < 3; time += 1) {
    opened.push(await processor(() => untilDrawn(page, '.timeline-name', 'Control+Alt+6')));
    await page.locator('.timeline-name').first().focus();
    await page.keyboard.press('Escape');
    await page.locator('.timeline').waitFor({ state: 'detached' });
  }
  await untilDrawn(page, '.timeline-name', 'Control+Alt+6');
  const elements = await page.evaluate(() => document.querySelectorAll('.timeline *').length);
  await page.locator('.timeline-name').first().focus();
  const pressed: Drawn[] = [];
  for (let step = 0; step < steps; step += 1) {
    const last = await page.locator('.timeline-name:focus').getAttribute('data-rove');
    const next = `.timeline-name:focus:not([data-rove="${last}"])`;
    pressed.push(await processor(() => untilDrawn(page, next, 'ArrowDown')));
  }
  const told = opened.map(({ ms, cpu }) => `${ms.toFixed(0)} (${cpu.toFixed(0)})`).join(' · ');
  const [p50, p95] = [0.5, 0.95].map((share) => {
    const of = (kind: keyof Drawn) =>
      percentile(
        pressed.map((one) => one[kind]),
        share,
      );
    return `${of('ms').toFixed(0)} (${of('cpu').toFixed(0)})`;
  });
  process.stdout.write(`opened, three times: ${told} ms; elements: ${elements}\n`);
  process.stdout.write(`arrow key: p50 ${p50} ms, p95 ${p95} ms\n`);
}

const desk = await startDesk();
try {
  await measure(desk);
} finally {
  await desk.close();
}
