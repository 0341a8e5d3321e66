import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { decodePage } from '#main/assistant/agent/tools/web/decode-page.ts';
import { extractReadableText } from '#main/assistant/agent/tools/web/readable-text.ts';

const read = (markup: string) => extractReadableText(markup, 'https://a.example/dir/page');

describe('the text of a page', () => {
  it('has headings, paragraphs, lists, tables and the addresses of links', () => {
    const { title, text } = read(`<!doctype html><title> 雪 &amp; 月 </title><nav>menu</nav>
      <h2>第一节</h2><p>从前有 <b>一个</b>\n字。</p><ul><li>甲<li>乙</ul>
      <p>看<a href="../other?x=1">这里</a>，<a href="#top">上面</a>，<a href="javascript:x()">点</a></p>
      <table><tr><th>名<th>数<tr><td>a<td>1</table><pre>  x\n   y</pre><br>末`);
    expect(title).toBe('雪 & 月');
    expect(text).toBe(
      '## 第一节\n\n从前有 一个 字。\n\n- 甲\n- 乙\n\n看这里 (https://a.example/other?x=1)，上面，点\n\n' +
        '| 名 | 数\n| a | 1\n\n  x\n   y\n\n末',
    );
  });

  it('leaves out what a person would not see', () => {
    const { text } = read(`<p>seen</p><script>a</script><style>b</style><template>c</template>
      <p hidden>d</p><p aria-hidden="true">e</p><p style="DISPLAY : none">f</p><noscript>g</noscript>
      <svg><text>h</text></svg><!-- i --><textarea>j</textarea>`);
    expect(text).toBe('seen');
  });

  it('takes the main part where there is one worth the name', () => {
    const long = '字'.repeat(300);
    expect(read(`<div>frame</div><main><p>${long}</p></main>`).text).toBe(long);
    expect(read(`<div>frame</div><main></main>`).text).toBe('frame');
  });

  it('stands pages nested as deep as a stranger likes, and any bytes at all', () => {
    const much = 100_000;
    expect(read(`${'<div>'.repeat(much)}deep`).text).toBe('deep');
    expect(read(`${'<a href=x>'.repeat(much)}deep`).text).toBe('deep');
    expect(read(`${'</p>'.repeat(much)}deep`).text).toBe('deep');
    expect(read(`${'<b>'.repeat(much)}${'</i>'.repeat(much)}deep`).text).toBe('deep');
    const attributes = Array.from({ length: much }, (_, index) => `a${index}`).join(' ');
    expect(read(`<p ${attributes}>deep`).text).toBe('deep');
    expect(read(`<pre>${' '.repeat(much)}x`).text).toBe('x');
    expect(read(`${'<'.repeat(much)}`).text).toHaveLength(much);
    expect(read(`<!--${'<!-'.repeat(much)}-->deep`).text).toBe('deep');
    expect(read(`${'&'.repeat(much)}`).text).toHaveLength(much);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (markup) => {
        expect(typeof read(markup).text).toBe('string');
      }),
    );
  });

  it.each([
    ['text/html; charset=gb18030', 'gb18030', '<p>林黛玉</p>'],
    ['text/html; charset="Shift_JIS"', 'shift_jis', '<p>雪国</p>'],
    ['text/html', 'gbk', '<meta charset="gbk"><p>林黛玉</p>'],
    [
      'text/html',
      'big5',
      '<meta http-equiv=content-type content="text/html; charset=big5"><p>雪</p>',
    ],
    ['application/xml', 'gbk', '<?xml version="1.0" encoding="gbk"?><p>雪</p>'],
    ['text/plain', 'utf8', '没有说明的文字'],
    ['text/plain; charset=no-such-thing', 'utf8', '没有说明的文字'],
  ])('reads %s in %s', (contentType, encoding, text) => {
    expect(decodePage({ contentType, body: iconv.encode(text, encoding) })).toBe(text);
  });
});
