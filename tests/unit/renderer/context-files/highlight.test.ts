import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createProperties } from '#main/assistant/files/grep/code-points.ts';
import { parsePattern } from '#main/assistant/files/grep/parse.ts';
import { literalPattern } from '#renderer/app/literal-pattern.ts';
import { highlight } from '#renderer/features/context-files/highlight.ts';
import { formatSize } from '#renderer/features/context-files/size-words.ts';

const text = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', '.', '*', '(', '\\', '[', '林', '😀', ' '),
});

describe('what is found', () => {
  it('F15 marks the words in any letter case and loses nothing', () => {
    expect(
      highlight('Error, error. ERR', 'error').map(({ text: shown, hit }) => [shown, hit]),
    ).toEqual([
      ['Error', true],
      [', ', false],
      ['error', true],
      ['. ERR', false],
    ]);
    fc.assert(
      fc.property(text, text, (whole, words) => {
        const stretches = highlight(whole, words);
        expect(stretches.map((stretch) => stretch.text).join('')).toBe(whole);
        for (const { text: shown, hit } of stretches) {
          if (hit) expect(shown.toLowerCase()).toBe(words.toLowerCase());
        }
      }),
    );
  });

  it('S0-12 asks for any words as themselves', () => {
    const properties = createProperties();
    const read = (words: string) => parsePattern(literalPattern(words), properties);
    fc.assert(
      fc.property(
        text.filter((words) => Array.from(words).length > 1),
        (words) => {
          expect(read(words)).toEqual({
            type: 'sequence',
            parts: Array.from(words, (point) => ({
              type: 'literal',
              codePoint: point.codePointAt(0),
            })),
          });
        },
      ),
    );
  });

  it('F24 words sizes in both languages', () => {
    expect(formatSize(0, 'en')).toBe('0 bytes');
    expect(formatSize(14_438, 'en')).toBe('14 kB');
    expect(formatSize(1536, 'en')).toBe('1.5 kB');
    expect(formatSize(200 * 1024 * 1024, 'en')).toBe('200 MB');
    expect(formatSize(4 * 1024 ** 3, 'zh-CN')).toMatch(/^4\s?GB$/);
  });
});
