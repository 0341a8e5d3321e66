/** What axe finds on a page, nothing left out. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { settled } from './settled.ts';

export type AxeScope = {
  /** Only what is inside of this selector. */
  inside?: string;
};

/** React Aria's layers of what floats, menus for one, lie behind the page in no landmark; all else is to be in one. */
const floating = /^<div[^>]* (?:data-overlay-container="true"|style="display: contents;")/u;

/** Findings as lines one can act on; the rule on names that differ from what is seen is asked for by name. */
export async function axeFindings(page: Page, scope: AxeScope = {}): Promise<string[]> {
  // What begins to fade while axe looks has half a contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await settled(page);
  const axe = new AxeBuilder({ page }).options({
    // What is right need not be told of each element, which is most of the time axe takes.
    resultTypes: ['violations'],
    rules: {
      'label-content-name-mismatch': { enabled: true },
    },
  });
  // Without frames there is nothing to put together, for which a window of its own would be opened.
  if (page.frames().length === 1) axe.setLegacyMode();
  if (scope.inside !== undefined) axe.include(scope.inside);
  const { violations } = await axe.analyze();
  await page.emulateMedia({ reducedMotion: null });
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => id !== 'region' || !floating.test(html))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}
