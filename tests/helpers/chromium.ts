import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/test/system.ts';

/**
 * Starts the Chromium of this machine, without a window.
 * @throws Error when there is none
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found; set FABULA_CHROMIUM to its path');
  // Where there is no window nobody can close the preview of a page that prints itself, and it waits for ever.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-print-preview'];
  return chromium.launch({ executablePath, args });
}
