/** What the thread of a page was busy with, which others' load is not in. */
import type { Page } from 'playwright-core';

/** What passed, and the processor time of the page's thread in it, ms. */
export type Drawn = { ms: number; cpu: number };

/** Until the page has nothing left to do of what was asked; others' load is not in its processor time. */
export async function watchProcessor(
  page: Page,
): Promise<(act: () => Promise<number>) => Promise<Drawn>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const spent = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  return async (act) => {
    const before = await spent();
    const ms = await act();
    return { ms, cpu: (await spent()) - before };
  };
}
