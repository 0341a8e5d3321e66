import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countText } from '#shared/count-text.ts';
import { firstHeading, headingWords, titleOf } from '#main/book/documents/title.ts';

describe('F23 counting', () => {
  it.each([
    ['', 0, 0],
    ['海水退去。', 5, 4],
    ["Don't stop, well-known Ann!", 24, 4],
    ['阿禾says你好', 8, 5],
    ['# 第一章\n\n海。', 5, 4],
    ['**海**和*灯*', 3, 3],
    ['> 引文\n\n- 一项\n1. 二项', 6, 6],
    ['a [link](http://x.y/z) ![pic](p.png)', 8, 3],
    ['```\ncode\n```', 4, 1],
    ['```json said\n\n~~~\n\n~~~ so', 10, 3],
    ['***\n\n---\n\n一', 1, 1],
    ['<!-- 不算 -->算', 1, 1],
    ['---\ntitle: x\n---\n字', 1, 1],
    ['---\n\n雪。\n\n---\n\n雨。', 4, 2],
    ['snake_case and _em_', 15, 4],
    ['2 \\* 3', 3, 2],
    ['😀字　全', 3, 2],
    ['３５度', 3, 2],
  ])('%j has %d characters and %d words', (text, charCount, wordCount) => {
    expect(countText(text)).toEqual({ charCount, wordCount });
  });

  it('counts plain paragraphs as the sum of their parts', () => {
    const paragraph = fc.stringMatching(/^[\u4e00-\u4e20a-z ，。]{1,30}$/);
    fc.assert(
      fc.property(fc.array(paragraph, { maxLength: 6 }), (parts) => {
        const whole = countText(parts.join('\n\n'));
        const each = parts.map(countText);
        expect(whole.charCount).toBe(each.reduce((sum, { charCount }) => sum + charCount, 0));
        expect(whole.wordCount).toBe(each.reduce((sum, { wordCount }) => sum + wordCount, 0));
      }),
    );
  });

  it('stays linear in hostile text', () => {
    for (const piece of ['<!--', '[', '![](', '*', '_', '`', '# ', '- ', '> ', '\\']) {
      expect(countText(piece.repeat(100_000)).charCount).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('titles', () => {
  it.each([
    ['# 起 #\n文', '起'],
    ['文\n\n## **潮** 信\n', '潮 信'],
    ['# 2 * 3 * 4', '2 * 3 * 4'],
    ['# \\*潮\\* 与 *汐*', '*潮* 与 汐'],
    ['# The _Pequod_ and `a \\* b`', 'The Pequod and a \\* b'],
    ['# C \\#', 'C #'],
    ['Title\n=====\n', 'Title'],
    ['Sub\n---\n', 'Sub'],
    ['```\n# not\n```\n# yes', 'yes'],
    ['~~~\n\n# yes', 'yes'],
    ['```\n\n# yes', 'yes'],
    ['---\ntitle: no\n---\n# yes', 'yes'],
    ['#hash\n\ntext', 'file'],
    [`${'长'.repeat(120)}\n---\n`, 'file'],
    ['#   \ntext', 'file'],
    ['', 'file'],
  ])('%j is called %s', (text, title) => {
    expect(titleOf(text, 'part/file.md')).toBe(title);
  });

  it.each(['C #', '##', '潮 ##', 'C#', '# C'])(
    '%j stands in a heading as it is called',
    (title) => {
      expect(firstHeading(`# ${headingWords(title)}\n`)?.title).toBe(title);
    },
  );

  it('says where the words of a heading are', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z一-十][a-z一-十 ]{0,8}[a-z一-十]$/),
        fc.integer({ min: 1, max: 6 }),
        (title, level) => {
          const text = `first line\n\n${'#'.repeat(level)}  ${title} ##\nmore`;
          const heading = firstHeading(text);
          expect(heading?.title).toBe(title);
          expect(text.slice(heading?.start, heading?.end)).toBe(title);
        },
      ),
    );
  });
});
