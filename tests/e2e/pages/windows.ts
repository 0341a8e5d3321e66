import type { Browser, BrowserContext, Page } from 'playwright-core';

/** How long an action may wait for what it acts on; ms. */
const longestWait = 90_000;

export type WindowLook = {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: 'reduce';
};

/** A window; `close` hands it back. */
type Taken = { page: Page; close(): Promise<void> };

export type Windows = {
  /**
   * A window as one that was just opened.
   * @param origin what will be loaded in it
   */
  take(origin: string, look: WindowLook): Promise<Taken>;
  /**
   * The same, which nobody gets afterwards: for those that change what stays with a window, such as its clock or its
   * scripts.
   */
  takeOwn(look: WindowLook): Promise<Taken>;
};

type Kept = { context: BrowserContext; page: Page };

/** To a page of the origin without a program: from there the window's process goes on, and its storage is at hand. */
const clean = async ({ context, page }: Kept, origin: string): Promise<void> => {
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.goto(new URL('/no-page', origin).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await context.clearPermissions();
};

const dress = async (page: Page, look: WindowLook): Promise<void> => {
  const { width = 1440, height = 900, colorScheme = 'light', reducedMotion = null } = look;
  await page.setViewportSize({ width, height });
  await page.emulateMedia({
    ...{ media: null, colorScheme, reducedMotion },
    ...{ contrast: null, forcedColors: null },
  });
};

/**
 * Windows of one browser. To open one takes several times as long as to load another page in it, so those that a test
 * has done with are handed to the next, without anything the first has left in them.
 */
export function createWindows(browser: Browser): Windows {
  const free: Kept[] = [];
  const open = async (look: WindowLook): Promise<Kept> => {
    const context = await browser.newContext();
    context.setDefaultTimeout(longestWait);
    const page = await context.newPage();
    await dress(page, look);
    return { context, page };
  };
  return {
    async take(origin, look) {
      const kept = free.pop();
      if (kept) await dress(kept.page, look);
      const window = kept ?? (await open(look));
      const { context, page } = window;
      return {
        page,
        async close() {
          try {
            await clean(window, origin);
            free.push(window);
          } catch {
            // The test closed it, or a window that hangs was why it failed.
            await context.close();
          }
        },
      };
    },
    async takeOwn(look) {
      const { context, page } = await open(look);
      return { page, close: () => context.close() };
    },
  };
}
