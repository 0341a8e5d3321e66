import type { Browser } from 'playwright-core';
import { launchChromium } from '#tests/helpers/chromium.ts';
import { createWindows, type Windows } from './windows.ts';

/** A test is over before code made faster by compiling it once more has won back what that took. */
const switches = ['--js-flags=--no-maglev --no-turbofan'];

type Running = { browser: Browser; windows: Windows };

let running: Promise<Running> | null = null;

/** The browser of this process, for all files of tests that run in it; it ends with the process. */
export async function sharedBrowser(): Promise<Running> {
  const before = await running?.catch(() => null);
  if (before?.browser.isConnected()) return before;
  running = launchChromium(switches).then((browser) => ({
    browser,
    windows: createWindows(browser),
  }));
  return running;
}
