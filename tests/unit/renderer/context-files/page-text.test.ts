import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPage } from '#main/assistant/files/reading/page.ts';
import {
  countPages,
  overlap,
  pageBytes,
  placeIn,
  rangeOf,
  textOfPage,
} from '#renderer/features/context-files/page-text.ts';
import { memorySource } from '#tests/helpers/context-files.ts';

const pagesOf = async (text: string): Promise<string[]> => {
  const source = memorySource(Buffer.from(text));
  const pages = [];
  for (let page = 0; page < countPages(source.size); page += 1) {
    const { offset, limit } = rangeOf(page);
    expect(limit).toBeLessThanOrEqual(65_536);
    const shown = textOfPage(page, await readPage(source, offset, limit));
    expect(Buffer.from(text).toString('utf8', shown.offset).startsWith(shown.text)).toBe(true);
    pages.push(shown.text);
  }
  return pages;
};
const line = (length: number, mark: string): string =>
  mark.repeat(Math.ceil(length / mark.length)).slice(0, length);

describe('the pages of the reader', () => {
  it('F15 shows every line once and whole, wherever the edges of the pages fall', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.tuple(fc.integer({ min: 0, max: 1300 }), fc.constantFrom('林', 'é', 'x', '😀')),
          {
            minLength: 1,
            maxLength: 60,
          },
        ),
        async (shapes) => {
          const lines = shapes.map(
            ([length, mark], index) =>
              `${index}:${line(length, mark).replace(/[\ud800-\udbff]$/, '')}`,
          );
          const pages = await pagesOf(lines.join('\n'));
          expect(
            pages
              .join('\n')
              .split('\n')
              .filter((shown) => shown !== ''),
          ).toEqual(lines);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('F15 tears only a line longer than a page reaches, and never a character', async () => {
    const long = '黛'.repeat(3 * pageBytes);
    const pages = await pagesOf(`first\n${long}\nlast`);
    // What ends a page ends a line on the screen, so line ends are not repeated between pages.
    expect(pages.join('').replaceAll('\n', '')).toBe(`first${long}last`);
    expect(pages.length).toBeGreaterThan(8);
    expect(pages.every((page) => !page.includes('\ufffd'))).toBe(true);
    expect(overlap).toBeLessThan(pageBytes);
  });

  it('F15 knows where in its text a byte of the file is', () => {
    const page = { text: '林黛玉\nx', offset: 100 };
    expect([99, 100, 103, 110, 111, 112].map((byte) => placeIn(page, byte))).toEqual([
      null,
      0,
      1,
      4,
      5,
      null,
    ]);
  });
});
