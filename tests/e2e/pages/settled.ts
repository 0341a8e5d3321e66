/** What a test waits for before the next key or the next measure: the page itself, not what the program already knows. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

const polling = { timeout: 20_000 };

/** Twice a frame: what the page makes of what it has is on the screen by then, and has the focus where it takes it. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Until what moves or fades has come to its end, so that boxes, colours and clicks find what stays. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    const ending = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
      .map(({ finished }) => finished.catch(() => undefined));
    await Promise.all(ending);
    await frame();
  });
}

/** Until the focus is there or inside: keys go where the focus is when they come. */
export const hasFocus = (target: Locator): Promise<void> =>
  expect
    .poll(() => target.evaluate((element) => element.contains(document.activeElement)), polling)
    .toBe(true);
