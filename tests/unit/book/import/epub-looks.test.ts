import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersToWrite } from '#main/book/import/chapters-to-write.ts';
import { readPage } from '#main/book/import/formats/html-markdown.ts';
import { readStyles } from '#main/book/import/formats/page-styles.ts';
import { resolveMarks } from '#main/book/import/marks.ts';
import { epubOf, reading } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-epub-looks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (html: string, css = ''): string =>
  readPage(html, new Set(), readStyles(css))
    .stretches.map(({ text }) => resolveMarks(text, 'accept'))
    .join('\n\n');

describe('looks of an epub', () => {
  it('are read of simple rules for classes, and of what an element says of itself [B10]', () => {
    const css = `/* .c1 { font-style: normal } */
      .c1, .other { font-style: italic; color: red }
      span.c2 { font-weight: 700 !important } p .c3 { font-style: italic }
      @media screen { .c4 { font-style: oblique } } .c5 { font-style: normal; font-weight: 400 }`;
    const html = [
      '<p>a <span class="x c1">b</span> <span class="c2">c</span> <span class="c3">d</span></p>',
      '<p class="c1">e <em>f</em> <i class="c5">g</i> <b class="c5">h</b><span class="c4"> i</span></p>',
      '<p><span style="font-style:italic;font-weight:bold">j</span> k</p>',
    ].join('');
    expect(page(html, css)).toBe('a *b* **c** d\n\n*e f* g h *i*\n\n***j*** k');
  });

  it('are read of the first rule behind what a sheet says of itself [B10]', () => {
    const css =
      '@charset "utf-8";\n@namespace h "http://www.w3.org/1999/xhtml";\n.c1{font-style:italic}';
    expect(page('<p>a <span class="c1">b</span> c</p>', css)).toBe('a *b* c');
  });

  it('end with their elements, also where one has no end or no beginning [B10]', () => {
    const css = '.c1 { font-style: italic }';
    expect(page('<p class="c1">a<p>b</i><p><i>c</p><p>d</p>', css)).toBe('*a*\n\nb\n\n*c*\n\nd');
  });

  it('come from the style sheets that its pages name [B10]', async () => {
    const head =
      '<head><link rel="stylesheet" href="css/a%20b.css"/><link rel="stylesheet" href="none.css"/><style>.bo{font-weight:bold}</style></head>';
    const html = `<html>${head}<body><h1>一</h1><p><span class="it">甲</span>乙<span class="bo">丙</span></p></body></html>`;
    const place = path.join(folder, 'a.epub');
    const bytes = await epubOf('书', [{ title: '一', html: '' }], {
      'OEBPS/p 0.xhtml': html,
      'OEBPS/css/a b.css': '.it { font-style: italic }',
    });
    writeFileSync(place, bytes);
    const { chapters } = await chaptersToWrite({ path: place }, reading);
    expect(chapters.map(({ text }) => text)).toEqual(['# 一\n\n*甲*乙**丙**\n']);
  });
});

describe('the title of a page without headings', () => {
  it('does not come twice [B10]', async () => {
    const pages = [
      { title: 'One: The Snow', html: '<p class="t"><b>One</b></p><p>The Snow</p><p>Words.</p>' },
      { title: '第二章　马', html: '<p>第二章<br/>马</p><p>第二章是这样写的。</p>' },
    ];
    const place = path.join(folder, 'titles.epub');
    writeFileSync(place, await epubOf('书', pages));
    const { chapters } = await chaptersToWrite({ path: place }, reading);
    expect(chapters.map(({ text }) => text)).toEqual([
      '# One: The Snow\n\nWords.\n',
      '# 第二章 马\n\n第二章是这样写的。\n',
    ]);
  });
});

describe('pictures of an epub', () => {
  it('are counted also where a drawing only frames them, and once [B10]', () => {
    const framed = '<svg viewBox="0 0 1 1"><g><image xlink:href="a.png"/></g><path d=""/></svg>';
    const html = `<p>x</p>${framed}<p><img src="b.png"/></p><noscript><img src="b.png"/></noscript>`;
    expect(readPage(html, new Set()).pictures).toBe(2);
  });
});

describe('a poem that is set line by line', () => {
  it('keeps its lines and stanzas [B10]', () => {
    const html =
      '<p>x</p><pre>\nroses\n  are <i>red</i>\n\nviolets &amp;\r\nblue\n</pre><p>y\nz</p>';
    expect(page(html)).toBe('x\n\nroses\nare *red*\n\nviolets &\nblue\n\ny z');
  });
});
