import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recordOf } from '#main/assistant/conversation/offload/record.ts';
import { countPages, rangeOf, textOfPage } from '#renderer/features/context-files/page-text.ts';
import { findLines, readPart, wordsOfRecord } from '#renderer/features/context-files/record.ts';

const recorded = (content: string): string => {
  const row = { messageId: 'm1', role: 'assistant', metadata: {} } as const;
  return `${JSON.stringify(recordOf(row, content, 1_700_000_000_000), null, 2)}\n`;
};
const said = fc
  .array(fc.constantFrom('雪', '门开着。', '“x”', '\n', '\n\n', '😀', '\\', 'Door ', '\t'), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

describe('a message that was set aside', () => {
  it('reads as its words, whatever stands in them (property) [F15]', () => {
    fc.assert(
      fc.property(said, (words) => {
        expect(wordsOfRecord(recorded(words))).toBe(words);
      }),
    );
  });

  it('is read as it stands where it is no record [F15]', () => {
    for (const text of ['', '雪下了一夜。', '{"content": 3}', '[]', '{"schema_version": "1.0"']) {
      expect(wordsOfRecord(text)).toBeNull();
    }
  });

  it('shows every page of a long one once and whole (property) [F15]', () => {
    const long = fc
      .array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.constantFrom('林', 'é', 'x', '😀')), {
        minLength: 1,
        maxLength: 40,
      })
      .map((lines) => lines.map(([length, mark]) => mark.repeat(length)).join('\n'));
    fc.assert(
      fc.property(long, (text) => {
        const bytes = new TextEncoder().encode(text);
        const pages = Array.from({ length: countPages(bytes.length) }, (_, page) =>
          textOfPage(page, readPart(bytes, rangeOf(page))),
        );
        // What ends a page ends a line on the screen; a page may hold nothing but such an end.
        const lines = pages.flatMap((page) => page.text.split('\n'));
        const isShown = (line: string) => line !== '';
        expect(lines.filter(isShown)).toEqual(text.split('\n').filter(isShown));
      }),
      { numRuns: 60 },
    );
  });

  it('is searched in its words, and says where a line begins [F15]', () => {
    const text = '门开着。\nThe Door\n“door”';
    const { totalMatches, matches } = findLines(text, 'DOOR', 1);
    expect(totalMatches).toBe(2);
    expect(matches).toEqual([{ line: 2, content: 'The Door', offset: 13 }]);
    expect(findLines(text, '.', 10).totalMatches).toBe(0);
  });
});
