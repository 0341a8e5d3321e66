/**
 * `FABULA_TEST_BUILT=1 node tests/bench/opening.ts` after a build: a window comes up with the book it had, with its files and
 * their compiled code as the browser kept them, and without. Until the text can be written in, and in brackets the
 * processor time of the page's thread until it rests.
 */
import type { Page } from 'playwright-core';
import { type Desk, startDesk } from '#tests/e2e/pages/desk.ts';
import { percentile } from './figures.ts';

const chapters = 120;
const times = 12;
/** Until nothing is asked of the program any more; ms. */
const restMs = 1_500;

const files = Object.fromEntries(
  Array.from({ length: chapters }, (_, at) => [
    `卷${Math.floor(at / 20) + 1}/${String(at + 1).padStart(3, '0')}.md`,
    `# 第${at + 1}章 潮\n\n${'雪落了一夜，谁也没有出门。'.repeat(40)}\n`,
  ]),
);

type Opened = { ms: number; cpu: number };

async function openings(page: Page, isKept: boolean): Promise<Opened[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const address = page.url();
  const opened: Opened[] = [];
  for (let time = 0; time < times; time += 1) {
    await page.goto(new URL('/no-page', address).href);
    if (!isKept) await session.send('Network.clearBrowserCache');
    const started = performance.now();
    await page.goto(address);
    await page.locator('.cm-content').waitFor();
    const ms = performance.now() - started;
    await page.waitForTimeout(restMs);
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    opened.push({ ms, cpu: seconds * 1_000 });
  }
  return opened;
}

const told = (opened: readonly Opened[]): string =>
  [0.5, 0.95]
    .map((part) => {
      const [ms, cpu] = (['ms', 'cpu'] as const).map((what) =>
        percentile(
          opened.map((one) => one[what]),
          part,
        ).toFixed(0),
      );
      return `${ms} (${cpu})`;
    })
    .join(' · ');

async function measure(desk: Desk): Promise<void> {
  const project = await desk.project(files);
  const { page, text } = await desk.window('zh-CN', { project, isOwn: true });
  await text.ready();
  await page.waitForTimeout(restMs);
  // The code that was compiled is kept from the second time on.
  await openings(page, true);
  for (const isKept of [true, false]) {
    const words = isKept ? 'kept' : 'not kept';
    process.stdout.write(
      `opened with files ${words}, p50 · p95: ${told(await openings(page, isKept))} ms\n`,
    );
  }
}

const desk = await startDesk();
try {
  await measure(desk);
} finally {
  await desk.close();
}
process.exit(0);
