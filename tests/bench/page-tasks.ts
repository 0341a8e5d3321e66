/** How long a page was at one thing: its tasks of more than 50 ms, as the browser counts them. */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    benchTasks?: number[];
  }
}

export type PageTasks = {
  /** Writes the longest task since the last call, when the page has come to rest. */
  tell(name: string): Promise<void>;
};

/** Watches from now on. */
export async function watchTasks(page: Page): Promise<PageTasks> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    window.benchTasks = tasks;
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: 'longtask' });
  });
  return {
    async tell(name) {
      const longest = await page.evaluate(async () => {
        // The observer is told of a task only after it; two quiet frames and a pause are long enough.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        await new Promise((resolve) => setTimeout(resolve, 1000));
        return window.benchTasks?.splice(0) ?? [];
      });
      const all = longest.toSorted((one, other) => other - one).map((task) => `${task}`);
      process.stdout.write(`${name}: longest tasks ${all.slice(0, 3).join(' · ') || '< 50'} ms\n`);
    },
  };
}
