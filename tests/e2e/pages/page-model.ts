import type { Locator, Page } from 'playwright-core';
import { drawn } from './settled.ts';

/** The middle column. Texts are what the writer sees; the file's bytes are checked on disk by the tests. */
export function pageModel(page: Page) {
  const text = page.locator('main .page-text .cm-content');
  const paragraph = (words: string): Locator =>
    page.locator('main .page-text .cm-line').filter({ hasText: words }).first();
  return {
    text,
    paragraph,
    /** @throws Error with what the page shows instead */
    async ready(): Promise<void> {
      try {
        await page.locator('main .page-text[data-ready="true"]').waitFor();
        // A frame later it takes the keys.
        await drawn(page);
      } catch (cause) {
        const shown = await page.locator('body').textContent();
        throw new Error(`No chapter is shown, but:\n${shown}`, { cause });
      }
    },
    /** Puts the caret behind the last character of the paragraph with these words. */
    async caretAfter(words: string): Promise<void> {
      const line = paragraph(words);
      await line.scrollIntoViewIfNeeded();
      await line.click();
      await page.keyboard.press('End');
      const at = await line.evaluate((element, wanted) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
          const found = node.textContent?.indexOf(wanted) ?? -1;
          if (found >= 0) {
            const range = document.createRange();
            range.setStart(node, found);
            range.setEnd(node, found + wanted.length);
            const box = [...range.getClientRects()].at(-1);
            return box === undefined ? null : { x: box.right, y: box.top + box.height / 2 };
          }
        }
        return null;
      }, words);
      if (at === null) throw new Error(`“${words}” is not in one piece on the page.`);
      await page.mouse.click(at.x, at.y);
    },
    /** The visible lines, unseen gaps left out. */
    visibleLines: () =>
      page
        .locator('main .page-text .cm-line:not(.cm-gap)')
        .evaluateAll((lines) => lines.map((line) => line.textContent ?? '')),
    saveState: page.locator('.status-save'),
    saved: () => page.locator('.status-save[data-state="saved"]').waitFor(),
  };
}
