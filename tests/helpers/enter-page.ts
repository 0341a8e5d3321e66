import type { Page } from 'playwright-core';

/**
 * Opens the printed address and waits until the page has a session of its own; it may then go anywhere.
 * @param projectId a book that is opened at once
 */
export const enterPage = async (
  page: Page,
  { address }: { address: string },
  projectId?: string,
): Promise<void> => {
  const place = new URL(address);
  if (projectId !== undefined) place.searchParams.set('project', projectId);
  await page.goto(String(place));
  await page.waitForFunction(() => localStorage.getItem('fabula-session') !== null);
};
