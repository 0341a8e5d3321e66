import { type Browser, chromium } from 'playwright-core';
import { findChromium } from '../../scripts/test/system.ts';

const disabledFeatures = [
  // Two pages of Chromium's own behind the address bar of every window: they cost more than a third of opening one.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  // This switch takes the place of Playwright's own; from there, what concerns a local page or reaches out.
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * Starts the Chromium of this machine, without a window.
 * @param more switches beside those without which no test runs
 * @throws Error when there is none
 */
export async function launchChromium(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found; set FABULA_CHROMIUM to its path');
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    // Where there is no window nobody can close the preview of a page that prints itself, and it waits for ever.
    '--disable-print-preview',
    `--disable-features=${disabledFeatures.join(',')}`,
    ...more,
  ];
  return chromium.launch({ executablePath, args });
}
