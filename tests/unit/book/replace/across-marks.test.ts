import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPlaces } from '#main/book/replace/apply-places.ts';
import { compilePattern } from '#main/book/replace/text-pattern.ts';
import { betweenMarks, emphases } from '#shared/emphases.ts';

const replaceAll = async (text: string, query: string, words: string, wholeWord = false) => {
  const rules = { wholeWord, matchCase: true, regex: false, spellingsOf: null };
  const find = await compilePattern({ ...rules, query });
  const found = [...find(text)].filter((span) => span !== null);
  return applyPlaces(
    text,
    found.map((span) => ({ ...span, replacement: betweenMarks(words, span.keptMarks) })),
  );
};

/** What a reader sees of a line: no mark of emphasis. */
const asRead = (line: string): string => {
  const marks = emphases(line).flatMap(({ from, to, mark }) => [
    { start: from, end: from + mark },
    { start: to - mark, end: to },
  ]);
  const ordered = marks.toSorted((one, other) => one.start - other.start);
  return applyPlaces(
    line,
    ordered.map((mark) => ({ ...mark, replacement: '' })),
  );
};

describe('words that go on over marks of emphasis [W2]', () => {
  it.each([
    ['I will *never* again, never again.', 'never again', 'no more', 'I will no more, no more.'],
    ['**司马**说：“*司马*不走。”', '司马说', '上官道', '上官道：“*司马*不走。”'],
    ['司*马*二字，A*n*n', '司马', '上官', '上官二字，A*n*n'],
    ['*so never* again', 'never again', 'no more', '*so no more*'],
    ['again *never ever*', 'again never', 'no more', '*no more ever*'],
    ['**_all of_ it** here', 'all of it', 'none', '**none** here'],
  ])('are found in %s', async (text, query, words, expected) => {
    expect(await replaceAll(text, query, words)).toBe(expected);
  });

  it('do not go on over signs the page shows, and marks that are looked for are the writer’s', async () => {
    expect(await replaceAll('5*3, 5 * 3, snake_case', '53', '8')).toBe('5*3, 5 * 3, snake_case');
    expect(await replaceAll('snake_case', 'snakecase', 'x')).toBe('snake_case');
    expect(await replaceAll('*never* again', '*never*', '**never**')).toBe('**never** again');
  });

  it('end where a word ends', async () => {
    expect(await replaceAll('*An*n, *An*ne', 'Ann', 'Beth', true)).toBe('Beth, *An*ne');
  });

  it('are those a reader sees, and leave no mark alone', async () => {
    const line = fc.string({
      unit: fc.constantFrom('a', 'b', '郑', '*', '**', ' '),
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(line, async (text) => {
        const changed = await replaceAll(text, 'ab', 'XY');
        // Only where no sign is shown that might be read as a mark of another.
        fc.pre(!asRead(text).includes('*'));
        expect(asRead(changed)).toBe(asRead(text).replaceAll('ab', 'XY'));
      }),
    );
  });
});
