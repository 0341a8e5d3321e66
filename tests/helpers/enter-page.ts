import type { Page } from 'playwright-core';

/** Opens the printed address and waits until the page has a session of its own; it may then go anywhere. */
export const enterPage = async (page: Page, { address }: { address: string }): Promise<void> => {
  await page.goto(address);
  await page.waitForFunction(() => localStorage.getItem('fabula-session') !== null);
};
