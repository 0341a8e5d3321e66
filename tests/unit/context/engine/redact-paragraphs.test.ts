import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paragraphLines, redactParagraphs } from '#main/context/engine/redact-paragraphs.ts';

const notice = '[kept back]';
const without = (text: string, word: string) => {
  const hidden: { start: number; end: number }[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    hidden.push({ start: at, end: at + word.length });
  }
  return redactParagraphs(text, hidden, notice);
};

const prose = fc
  .array(
    fc.constantFrom(
      '甲。',
      '乙',
      'one. ',
      '鹮',
      '\n',
      '\n\n',
      '# ',
      '\u3000\u3000',
      ' ',
      '”',
      '😀',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('N3 redacting paragraphs', () => {
  it('keeps the number of lines and every line of other paragraphs, and leaves no hidden word (property)', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const { text: shown, redacted } = without(text, '鹮');
        expect(shown).not.toContain('鹮');
        const before = text.split('\n');
        const after = shown.split('\n');
        expect(after).toHaveLength(before.length);
        expect(redacted === 0).toBe(shown === text);
        const changed = new Set(
          paragraphLines(text)
            .filter(({ first, last }) =>
              before
                .slice(first, last + 1)
                .join('\n')
                .includes('鹮'),
            )
            .flatMap(({ first, last }) =>
              Array.from({ length: last - first + 1 }, (_, index) => first + index),
            ),
        );
        for (const [index, line] of before.entries()) {
          if (!changed.has(index)) expect(after[index]).toBe(line);
        }
      }),
    );
  });

  it('every line with words belongs to exactly one paragraph (property)', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const covered = paragraphLines(text).flatMap(({ first, last }) =>
          Array.from({ length: last - first + 1 }, (_, index) => first + index),
        );
        const worded = text
          .split('\n')
          .flatMap((line, index) => (line.trim() === '' ? [] : [index]));
        expect(covered).toEqual(worded);
      }),
    );
  });

  it('takes all lines of a paragraph that is parted from others by empty lines', () => {
    expect(without('一。\n\n鹮来了。\n它叫了。\n\n二。', '鹮').text).toBe(
      `一。\n\n${notice}\n\n\n二。`,
    );
    expect(without('The ibis\ncame. It\nsang.\n\nNight.', 'ibis').text).toBe(
      `${notice}\n\n\n\nNight.`,
    );
  });

  it('takes one line where every line is a paragraph, and a heading alone', () => {
    expect(without('一。\n鹮来了。\n它叫了。\n“走吧。”', '鹮').text).toBe(
      `一。\n${notice}\n它叫了。\n“走吧。”`,
    );
    expect(without('# 鹮\n正文。\n\n二。', '鹮').text).toBe(`${notice}\n正文。\n\n二。`);
    expect(without('　　鹮来了\n　　它叫了', '鹮').text).toBe(`${notice}\n　　它叫了`);
  });

  it('a name over a line end takes both lines', () => {
    expect(without('He saw Black\nIbis there.\n\nNight.', 'Black\nIbis').text).toBe(
      `${notice}\n\n\nNight.`,
    );
  });
});
