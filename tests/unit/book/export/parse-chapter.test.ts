import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, plainText } from '#main/book/export/book.ts';
import { parseChapter } from '#main/book/export/parse-chapter.ts';
import { plainProse } from '#shared/count-text.ts';

const wordsOf = (block: Block): string =>
  block.kind === 'break' || block.kind === 'space' ? block.kind : plainText(block.runs);

const shown = (markdown: string): string[] => parseChapter(markdown).map(wordsOf);

const letters = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, '');

describe('a chapter as blocks', () => {
  it.each([
    ['a dash that opens speech', '- 是你？\n\n- 是我。', ['- 是你？', '- 是我。']],
    ['a year that opens a paragraph', '1986. 那一年下了雪。', ['1986. 那一年下了雪。']],
    ['a word in angle brackets', '<System> Level up.\n\nOn.', ['<System> Level up.', 'On.']],
    ['what looks like a definition', '[System]: Levelled.\n\nOn.', ['[System]: Levelled.', 'On.']],
    ['typed indents', '　　他来了。\n\n    She left.', ['他来了。', 'She left.']],
    ['a bare `#`', '一\n\n#\n\n二', ['一', 'break', '二']],
    [
      'ornaments',
      '一\n\n＊　＊　＊\n\n二\n\n***\n\n三\n\n※\n\n四',
      ['一', 'break', '二', 'break', '三', 'break', '四'],
    ],
    ['a line of dashes right under text', '一句话\n---\n二', ['一句话', 'break', '二']],
    ['a line break inside a paragraph', '床前\n明月\n\n光', ['床前\n明月', '光']],
    ['tildes that draw a word out', '来嘛~~ 快点~~', ['来嘛~~ 快点~~']],
    [
      'tildes that part scenes',
      '一\n\n~~~\n\n*二*\n\n~ ~ ~\n\n三',
      ['一', 'break', '二', 'break', '三'],
    ],
    [
      'tildes right between two lines',
      '甲。\n~~~\n*乙。*\n  ~ ~\t~\n丙。\n~~\n丁\n\n戊\n\n己\n\n庚\n\n辛',
      ['甲。', 'break', '乙。', 'break', '丙。\n~~\n丁', '戊', '己', '庚', '辛'],
    ],
    [
      'other ornaments right between two lines',
      '甲。\n＊ ＊　＊\n乙。\n※\n丙。\n\n丁\n\n戊\n\n己',
      ['甲。', 'break', '乙。', 'break', '丙。', '丁', '戊', '己'],
    ],
    [
      'what stands behind a fence',
      '一\n\n```json 他说\n\n# 二\n\n三',
      ['一', '```json 他说', '二', '三'],
    ],
    ['lines between fences', '一\n\n```\n二\n三\n```\n\n四', ['一', '二\n三', '四']],
    ['escaped marks', '5 \\* 3', ['5 * 3']],
    ['a comment on lines of its own', '一\n\n<!-- 改\n\n它 -->\n\n二', ['一', '二']],
    ['a comment inside a paragraph', '一<!-- 改 -->二', ['一二']],
    ['front matter', '---\nnote: x\n---\n一', ['一']],
    ['a scene between breaks', '---\n\n一\n\n---\n\n二', ['break', '一', 'break', '二']],
    ['an underlined heading', 'Title\n===\n\nText', ['Title', 'Text']],
    ['a paragraph left empty', '一\n\n\n\n二', ['一', 'space', '二']],
    ['two empty lines', '一\n\n\n二', ['一', 'space', '二']],
    ['a quotation', '> 信上写着：\n>\n> 明日到。', ['信上写着：', '明日到。']],
  ])('keeps %s', (_what, markdown, expected) => {
    expect(shown(markdown)).toEqual(expected);
  });

  it('takes each line for a paragraph where the file parts them so', () => {
    expect(shown('　　一。\n　　二。\n　　三。\n\n　　四。\n　　五。\n六。\n七。\n八。\n')).toEqual(
      ['一。', '二。', '三。', 'space', '四。', '五。', '六。', '七。', '八。'],
    );
  });

  it('knows emphasis beside full-width punctuation', () => {
    const [block] = parseChapter('他说**“重重”**的，*“轻轻”*地。');
    expect(block).toMatchObject({
      runs: [
        { text: '他说' },
        { text: '“重重”', strong: true },
        { text: '的，' },
        { text: '“轻轻”', emphasis: true },
        { text: '地。' },
      ],
    });
  });

  it('leaves out characters no file can hold and shows bytes that could not be read', () => {
    expect(shown('a\u0007b\ud800c\u{10f7a3}d')).toEqual(['ab\ufffdc\ufffdd']);
  });

  const token = fc.constantFrom(
    ...[
      '雪',
      '他说',
      '“”',
      '，',
      'word',
      ' ',
      '　',
      '\n',
      '\n\n',
      '\n\n\n\n',
      '*',
      '**',
      '_',
      '~~',
    ],
    ...[
      '# ',
      '> ',
      '- ',
      '***',
      '---',
      '~~~',
      '<',
      '<b>',
      '>',
      '[a]',
      '(b)',
      '\\',
      '```',
      '`',
      ':',
    ],
    ...['=', '===', '    ', '\t', '。', '😀', '𠮷', '!', '+ ', '<!--', '-->'],
  );

  it('loses no letter of any text, and changes no order', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 60 }), (tokens) => {
        const markdown = tokens.join('');
        fc.pre(!/\]\(/.test(markdown));
        const words = parseChapter(markdown)
          .map((block) => ('runs' in block ? plainText(block.runs) : ''))
          .join('\n');
        expect(letters(words)).toBe(letters(plainProse(markdown)));
      }),
      { numRuns: 400 },
    );
  });
});
