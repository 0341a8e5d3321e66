/** What held a page up: its tasks of more than 50 ms, as the browser counts them. */
import type { Page } from 'playwright-core';
import { z } from 'zod';

/** In ms; `start` by the page's clock. */
const Tasks = z.array(z.object({ start: z.number(), duration: z.number() }));
export type Tasks = z.infer<typeof Tasks>;

export type PageTasks = {
  /** Those since then, by the page's clock, when nothing has held it up for a while. */
  since(from: number): Promise<Tasks>;
  /** Writes the longest since the last call, when nothing has held the page up for a while. */
  tell(name: string): Promise<void>;
};

/** So long nothing held the page up, ms: whatever followed the work has ended. */
const restMs = 2000;

export const clockOf = (page: Page): Promise<number> => page.evaluate(() => performance.now());

/** Watches from now on; what was before, as far as the browser remembers it, is told as well. */
export async function watchTasks(page: Page): Promise<PageTasks> {
  await page.evaluate(() => {
    const tasks: { start: number; duration: number }[] = [];
    Object.assign(window, { longTasks: tasks });
    const observer = new PerformanceObserver((list) => {
      for (const { startTime: start, duration } of list.getEntries()) {
        tasks.push({ start, duration });
      }
    });
    observer.observe({ type: 'longtask', buffered: true });
  });
  const since: PageTasks['since'] = async (from) => {
    for (;;) {
      const tasks = Tasks.parse(await page.evaluate('window.longTasks'));
      const last = tasks.at(-1);
      const end = Math.max(from, last === undefined ? 0 : last.start + last.duration);
      if ((await clockOf(page)) - end > restMs) return tasks.filter(({ start }) => start >= from);
      await page.waitForTimeout(restMs / 4);
    }
  };
  let told = await clockOf(page);
  return {
    since,
    async tell(name) {
      const durations = (await since(told)).map(({ duration }) => duration);
      told = await clockOf(page);
      const longest = durations.toSorted((one, other) => other - one).slice(0, 3);
      process.stdout.write(`${name}: longest tasks ${longest.join(' · ') || '< 50'} ms\n`);
    },
  };
}
