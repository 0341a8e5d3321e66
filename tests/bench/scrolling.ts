/**
 * `FABULA_TEST_BUILT=1 node tests/bench/scrolling.ts` after a build: the wheel over binder, outline and corkboard of a book of 200
 * chapters with ten scenes each, first with the scenes of few chapters shown, then with all 2,000, in frames (W1).
 */
import type { Page } from 'playwright-core';
import { type Desk, startDesk } from '#tests/e2e/pages/desk.ts';
import { percentile } from './figures.ts';

const chapters = 200;
const scenesEach = 10;
/** A scene of some 500 characters. */
const scene =
  '雪落了一夜，谁也没有出门，只有阿禾提着灯。母亲把簿子翻到最后一页，停了很久。\n\n'.repeat(13);
const turns = 120;
/** Chapters whose scenes are shown. */
const unfolded = 12;

const files = Object.fromEntries(
  Array.from({ length: chapters }, (_, at) => [
    `卷${Math.floor(at / 20) + 1}/${String(at + 1).padStart(4, '0')}.md`,
    `# 第${at + 1}章 潮\n\n${Array.from({ length: scenesEach }, () => scene).join('***\n\n')}`,
  ]),
);

/** Milliseconds from frame to frame while the wheel turns over what `selector` shows. */
async function framesOf(page: Page, selector: string): Promise<number[]> {
  await page.locator(selector).first().hover();
  const frames = page.evaluate(
    (wanted) =>
      new Promise<number[]>((resolve) => {
        const times: number[] = [];
        const next = (now: number): void => {
          times.push(now);
          if (times.length > wanted) resolve(times.slice(1).map((at, n) => at - (times[n] ?? at)));
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    turns,
  );
  for (let turn = 0; turn < turns; turn += 1) await page.mouse.wheel(0, 120);
  return frames;
}

/** How long the main thread has worked so far, ms. */
async function busyIn(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
}

async function measure(desk: Desk): Promise<void> {
  const project = await desk.project(files);
  const { page, text } = await desk.window('zh-CN', { project });
  const busy = await busyIn(page);
  const tell = async (name: string, selector: string): Promise<void> => {
    const before = await busy();
    const frames = await framesOf(page, selector);
    const late = frames.filter((frame) => frame > 25).length;
    const [p50, p95] = [percentile(frames, 0.5), percentile(frames, 0.95)];
    const worked = ((await busy()) - before) / turns;
    const times = `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${late} of ${turns} late`;
    const figures = `${times}; main thread ${worked.toFixed(1)} ms a frame`;
    process.stdout.write(`${name}: ${figures}\n`);
  };
  await text.text.focus();
  // They come once, some hundred milliseconds after the book; what that costs is said in docs/benchmarks.md.
  await page.locator('.binder-scenes-fold').first().waitFor();
  await tell('binder', '.binder [role="treegrid"]');
  await page.keyboard.press('Control+Alt+2');
  await page.locator('.structure-fold svg').first().waitFor();
  // The nearest only: the list takes the farthest of those it holds away while they are clicked.
  const folds = (await page.locator('.structure-fold svg').all()).slice(0, unfolded);
  for (const fold of folds.toReversed()) await fold.click();
  await tell('outline', '.structure-scroller');
  await page.keyboard.press('Control+Alt+1');
  await page.locator('.structure-board').waitFor();
  await tell('corkboard', '.structure-board');
  // Some are shown, so the depth is that of scenes already: to that of chapters, and back to every scene.
  for (const depth of ['章', '章与场'])
    await page.locator('.ui-segment', { hasText: new RegExp(`^${depth}$`) }).click();
  await tell('corkboard, every scene', '.structure-board');
  await page.keyboard.press('Control+Alt+2');
  await page.locator('.structure-fold svg').first().waitFor();
  await tell('outline, every scene', '.structure-scroller');
  await tell('binder, every scene', '.binder [role="treegrid"]');
}

const desk = await startDesk();
try {
  await measure(desk);
} finally {
  await desk.close();
}
