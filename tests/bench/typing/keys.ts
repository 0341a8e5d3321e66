/** Types into whatever has the focus of a page and measures each key, up to the frame that shows it. */
import type { CDPSession, Page } from 'playwright-core';
import { z } from 'zod';

/** From one key to the next, ms: a quick typist. */
const paceMs = 90;

export type Typed = {
  /** Keydown to the frame that shows it, ms. */
  frames: number[];
  /** Processor time of the page's main thread while the block was typed, saves among it, divided by its keys, ms. */
  threadPerKey: number;
};

/** After a block, ms: what follows it (saving, looking at the context) ends before the other page is typed into. */
const restMs = 3000;

const Metrics = z.array(z.object({ name: z.string(), value: z.number() }));

/** The frame after a keydown is painted when a message posted in its animation callback arrives. */
export const watchKeys = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { typedFrames: frames });
    window.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => frames.push(performance.now() - timeStamp);
          channel.port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });

const busySeconds = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  const task = Metrics.parse(metrics).find(({ name }) => name === 'TaskDuration');
  if (task === undefined) throw new Error('the browser counts no task durations');
  return task.value;
};

/** Types the characters of `text`, one key each. */
export async function typeKeys(page: Page, session: CDPSession, text: string): Promise<Typed> {
  await page.bringToFront();
  await page.evaluate('window.typedFrames.length = 0');
  const before = await busySeconds(session);
  const begin = performance.now();
  let typed = 0;
  for (const key of text) {
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', key, text: key });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', key });
    typed += 1;
    await page.waitForTimeout(Math.max(0, begin + typed * paceMs - performance.now()));
  }
  const busy = (await busySeconds(session)) - before;
  await page.waitForTimeout(restMs);
  const frames = z.array(z.number()).parse(await page.evaluate('window.typedFrames'));
  if (frames.length !== text.length) {
    throw new Error(`${frames.length} frames were painted for ${text.length} keys`);
  }
  return { frames, threadPerKey: (busy * 1000) / text.length };
}
