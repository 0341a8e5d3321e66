import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, parseMarkdown } from '#renderer/features/assistant/markdown/blocks.ts';
import { type Inline, parseInline } from '#renderer/features/assistant/markdown/inline.ts';

const wordsOf = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if ('text' in inline) return inline.text;
      const inner = wordsOf(inline.content);
      return inline.type === 'link' ? inner + inline.address : inner;
    })
    .join('');

const wordsOfBlock = (block: Block): string => {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return wordsOf(block.content);
    case 'code':
      return block.text;
    case 'rule':
      return '';
    case 'quote':
      return block.blocks.map(wordsOfBlock).join('');
    case 'list':
      return block.items.flatMap(({ blocks }) => blocks.map(wordsOfBlock)).join('');
    case 'table':
      return block.rows.flatMap(({ cells }) => cells.map(wordsOf)).join('');
  }
};

/** Letters only: what no mark of Markdown is made of. */
const letters = (text: string): string => text.replace(/[^\p{Script=Han}a-z]/gu, '');

const pieces = fc.constantFrom(
  ...['雪', '渡口', 'ink', '**', '*', '__', '_', '~~', '`', '```', '[', '](', ')', '\\', '\n'],
  ...['\n\n', '# ', '> ', '- ', '1. ', '1、', '  ', '|', '| a |', '| - |', '---', '“', '”', '。'],
);
const anyMarkdown = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));

describe('an answer as prose', () => {
  it('loses and doubles no letter, whatever marks stand around it', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const shown = parseMarkdown(text).map(wordsOfBlock).join('');
        // A fence's own line may carry a language, which is no part of the answer.
        const said = text.replace(/^ {0,3}(?:`{3,}|~{3,})[^`\n]*$/gmu, '');
        expect(letters(shown)).toBe(letters(said));
      }),
    );
  });

  it('gives neighbours keys that differ', () => {
    const distinct = (inlines: readonly Inline[]): boolean =>
      new Set(inlines.map(({ at }) => at)).size === inlines.length &&
      inlines.every((inline) => 'text' in inline || distinct(inline.content));
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        expect(distinct(parseInline(text))).toBe(true);
      }),
    );
  });

  it('takes marks beside Chinese quotation marks, where the standard does not', () => {
    expect(parseInline('他说**“走”**后，便*不再*回头')).toEqual([
      { type: 'text', at: 0, text: '他说' },
      { type: 'strong', at: 2, content: [{ type: 'text', at: 0, text: '“走”' }] },
      { type: 'text', at: 9, text: '后，便' },
      { type: 'emphasis', at: 12, content: [{ type: 'text', at: 0, text: '不再' }] },
      { type: 'text', at: 16, text: '回头' },
    ]);
  });

  it.each(['3 * 4 * 5', 'snake_case_name', '没有*关上', '**', '`', '[注](', '~~'])(
    'leaves %j as it is',
    (text) => {
      expect(parseInline(text).every(({ type }) => type === 'text')).toBe(true);
      expect(wordsOf(parseInline(text))).toBe(text);
    },
  );

  it('shows HTML and scripts as the text they are', () => {
    const [block] = parseMarkdown('<img src=x onerror=alert(1)> <b>粗</b>');
    expect(block).toMatchObject({ type: 'paragraph' });
    expect(block && wordsOfBlock(block)).toBe('<img src=x onerror=alert(1)> <b>粗</b>');
  });

  it('reads headings, lists in lists, quotes, tables and fences that are still open', () => {
    const text = [
      '## 伏笔 ##',
      '1. 铜钥匙',
      '   - 第一章',
      '   - 第七章',
      '2. 渡船',
      '',
      '> 雪落了一夜。',
      '',
      '| 章 | 事 |',
      '| --- | --- |',
      '| 一 | 雪 |',
      '',
      '---',
      '```',
      'a * b',
    ].join('\n');
    const blocks = parseMarkdown(text);
    expect(blocks.map(({ type }) => type)).toEqual([
      ...['heading', 'list', 'quote', 'table', 'rule', 'code'],
    ]);
    expect(blocks[0] && wordsOfBlock(blocks[0])).toBe('伏笔');
    expect(blocks[1]).toMatchObject({
      start: 1,
      items: [
        { blocks: [{ type: 'paragraph' }, { type: 'list', start: null, items: [{}, {}] }] },
        { blocks: [{ type: 'paragraph' }] },
      ],
    });
    expect(blocks[5]).toMatchObject({ text: 'a * b' });
  });
});
