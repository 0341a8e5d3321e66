import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Passage } from '#renderer/features/assistant/markdown/passage.tsx';
import { passagesOf } from '#renderer/features/assistant/markdown/passages.ts';
import { Prose } from '#renderer/features/assistant/markdown/prose.tsx';

const tight = (markup: string): string => markup.replace(/>\n+/g, '>').replace(/\n+</g, '<');
const proseOf = (text: string): string =>
  tight(renderToStaticMarkup(createElement(Prose, { text })))
    .replace(/^<div class="prose">/, '')
    .replace(/<\/div>$/, '');
const passageOf = (text: string): string =>
  tight(renderToStaticMarkup(createElement(Passage, { text })));

const wordsOf = (text: string): string =>
  proseOf(text)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

/** Letters only: what no mark of Markdown is made of. */
const letters = (text: string): string => text.replace(/[^\p{Script=Han}a-z]/gu, '');

const pieces = fc.constantFrom(
  ...['雪', '渡口', 'ink', '**', '*', '__', '_', '~~', '`', '```', '[', '](', ')', '\\', '\n'],
  ...['\n\n', '# ', '> ', '- ', '1. ', '1、', '  ', '|', '| a |', '| - |', '---', '“', '”', '。'],
  ...['\n```\n', '~~~', '\n| a |\n| - |\n', '![', '<b>', '&lt;', '"', '[^a]', ': ', '===', '\t'],
);
const anyMarkdown = fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join(''));
const often = { numRuns: 1000 };

describe('an answer as prose', () => {
  it('loses and doubles no letter, whatever marks stand around it', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        expect(letters(wordsOf(text))).toBe(letters(text));
      }),
      often,
    );
  });

  it('reads the same in passages as at once', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        expect(passagesOf(text).join('\n')).toBe(text);
        expect(proseOf(text)).toBe(passageOf(text));
      }),
      often,
    );
  });

  it('leaves all passages but the last two as they are while words come in', () => {
    fc.assert(
      fc.property(anyMarkdown, pieces, (text, more) => {
        const settled = passagesOf(text).slice(0, -2);
        expect(passagesOf(text + more).slice(0, settled.length)).toEqual(settled);
      }),
      often,
    );
  });

  it('takes marks beside Chinese quotation marks, where the standard does not', () => {
    expect(proseOf('他说**“走”**后，便*不再*回头')).toBe(
      '<p>他说<strong>“走”</strong>后，便<em>不再</em>回头</p>',
    );
  });

  it.each(['3 * 4 * 5', 'snake_case_name', '没有*关上', '**', '`', '[注](', '~~', '好~ 走吧~'])(
    'leaves %j as it is',
    (text) => {
      expect(proseOf(text)).toBe(`<p>${text}</p>`);
    },
  );

  it.each([
    '<img src=x onerror=alert(1)> <b>粗</b>',
    '<script>alert(1)</script>',
    '<!-- 雪 -->',
    '&lt;b&gt;',
    '[^1]: 注',
    '[雪]: http://example.com',
    '- [ ] 雪',
  ])('shows %j as the text it is', (text) => {
    expect(wordsOf(text)).toBe(text.replace(/^- /, ''));
    expect(proseOf(text)).not.toMatch(/<(?:img|b|script|a|input)\b/);
  });

  it('shows addresses instead of following or loading them', () => {
    expect(proseOf('见[渡口](http://例.com/雪)。')).toBe(
      '<p>见渡口 <code>http://例.com/雪</code>。</p>',
    );
    expect(proseOf('![图](x.png "雪夜")')).toBe('<p>图 <code>x.png 雪夜</code></p>');
    expect(proseOf('www.example.com')).toBe('<p>www.example.com</p>');
  });

  it('keeps the lines of a paragraph', () => {
    expect(renderToStaticMarkup(createElement(Passage, { text: '一\n二\\\n三  \n四' }))).toBe(
      '<p>一\n二\n三\n四</p>',
    );
  });

  it.each(['> ', '>', '+ ', '1. ', '>- '])('keeps 5,000 times %j as text', (mark) => {
    expect(letters(wordsOf(`${mark.repeat(5000)}雪`))).toBe('雪');
  });

  it('reads headings, lists in lists, quotes, tables and fences that are still open', () => {
    const text = [
      '#### 伏笔 ##',
      '1. 铜钥匙',
      '   - 第一章',
      '',
      '   - 第七章',
      '2. 渡船',
      '',
      '> 雪落了一夜。',
      '',
      '| 章 | 事 |',
      '| --- | --- |',
      '| 一 | 雪 | 灯 |',
      '',
      '声',
      '---',
      '```js',
      'a * b',
    ].join('\n');
    expect(proseOf(text)).toBe(
      [
        '<p class="prose-heading" data-level="3">伏笔</p>',
        '<ol><li><p>铜钥匙</p><ul><li><p>第一章</p></li><li><p>第七章</p></li></ul></li>',
        '<li><p>渡船</p></li></ol>',
        '<blockquote><p>雪落了一夜。</p></blockquote>',
        '<table><thead><tr><th>章</th><th>事</th></tr></thead>',
        '<tbody><tr><td>一</td><td>雪</td><td>灯</td></tr></tbody></table>',
        '<p>声</p><hr/>',
        '<pre class="prose-code"><span class="prose-language">js</span>a * b</pre>',
      ].join(''),
    );
  });
});
