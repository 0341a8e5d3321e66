import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersToWrite } from '#main/book/import/chapters-to-write.ts';
import { previewImport } from '#main/book/import/preview.ts';
import { epubOf, reading } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-epub-volumes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer): string => {
  const place = path.join(folder, name);
  writeFileSync(place, content);
  return place;
};

const outline = async (place: string): Promise<[string, (string | null)[][]]> => {
  const { name, chapters } = await previewImport({ path: place }, reading);
  return [name, chapters.map(({ group, title }) => [group, title])];
};

const heading = (title: string, words = '') => ({ title, html: `<h2>${title}</h2>${words}` });

/** Contents in which an entry may hold others; one without a page only names them. */
type Entry = [page: number | null, title: string, below?: Entry[]];
const linksOf = (entries: readonly Entry[]): string =>
  `<ol>${entries
    .map(([page, title, below]) => {
      const label =
        page === null ? `<span>${title}</span>` : `<a href="p%20${page}.xhtml">${title}</a>`;
      return `<li>${label}${below ? linksOf(below) : ''}</li>`;
    })
    .join('')}</ol>`;
const contentsOf = (entries: readonly Entry[]) => ({
  'OEBPS/nav.xhtml': `<html xmlns:epub="e"><body><nav epub:type="toc">${linksOf(entries)}</nav></body></html>`,
});

describe('pages of an epub that only have a title', () => {
  it('hold the chapters behind them, or are chapters still to be written [B10]', async () => {
    const pages = [
      { title: '封面', html: '<h1>封面</h1>' },
      { title: '插图', html: '<h1>插图</h1><img src="a.png"/>' },
      heading('第一卷 风起'),
      heading('第一章 雪', '<p>甲。</p>'),
      heading('第二章 马'),
      heading('第三章 驿', '<p>乙。</p>'),
      { title: '云涌', html: '<p class="t">云涌</p>' },
      heading('第四章 潮', '<p>丙。</p>'),
      heading('第三卷'),
      heading('第四卷'),
      heading('第五章 盐', '<p>丁。</p>'),
      heading('后记'),
    ];
    const place = file('flat.epub', await epubOf('雪线', pages));
    expect(await outline(place)).toEqual([
      '雪线',
      [
        ['第一卷 风起', '第一章 雪'],
        ['第一卷 风起', '第二章 马'],
        ['第一卷 风起', '第三章 驿'],
        ['云涌', '第四章 潮'],
        [null, '第三卷'],
        ['第四卷', '第五章 盐'],
        ['第四卷', '后记'],
      ],
    ]);
    const { chapters } = await chaptersToWrite({ path: place }, reading);
    expect(chapters.at(-1)?.text).toBe('## 后记\n');
  });

  it('go on on a page that the contents do not name [B10]', async () => {
    const pages = [
      heading('第一章'),
      { title: '', html: '<p>甲。</p>' },
      heading('第二章', '<p>乙。</p>'),
    ];
    const contents = contentsOf([
      [0, '第一章'],
      [2, '第二章'],
    ]);
    const place = file('split.epub', await epubOf('雪线', pages, contents));
    expect((await outline(place))[1]).toEqual([
      [null, '第一章'],
      [null, '第二章'],
    ]);
  });

  it('name a volume also with a picture alone [B10]', async () => {
    const pages = [
      { title: '第一卷', html: '<img src="a.png"/>' },
      heading('第一章', '<p>甲。</p>'),
      { title: '第二卷', html: '<svg><image href="b.png"/></svg>' },
      heading('第二章', '<p>乙。</p>'),
    ];
    const place = file('pictures.epub', await epubOf('雪线', pages));
    expect((await outline(place))[1]).toEqual([
      ['第一卷', '第一章'],
      ['第二卷', '第二章'],
    ]);
    const { warnings } = await previewImport({ path: place }, reading);
    expect(warnings).toEqual([expect.objectContaining({ code: 'PICTURES_LEFT_OUT', count: 2 })]);
  });
});

describe('a volume of an epub whose page has words', () => {
  it('holds its chapters like one without, that page before them [B10]', async () => {
    const pages = [
      heading('Part One', '<p>For M.</p>'),
      heading('1', '<p>A.</p>'),
      heading('Part Two'),
      heading('2', '<p>B.</p>'),
    ];
    const contents = contentsOf([
      [0, 'Part One', [[1, '1']]],
      [2, 'Part Two', [[3, '2']]],
    ]);
    const place = file('words.epub', await epubOf('Snow', pages, contents));
    expect((await outline(place))[1]).toEqual([
      ['Part One', 'Part One'],
      ['Part One', '1'],
      ['Part Two', '2'],
    ]);
  });

  it('is none where it is the book, or a chapter with sections [B10]', async () => {
    const pages = [
      heading('Snow', '<p>By M.</p>'),
      heading('Chapter 1', '<p>A.</p>'),
      heading('A section', '<p>B.</p>'),
    ];
    const contents = contentsOf([[0, 'Snow', [[1, 'Chapter 1', [[2, 'A section']]]]]]);
    const place = file('book.epub', await epubOf('Snow', pages, contents));
    expect((await outline(place))[1]).toEqual([
      [null, 'Snow'],
      [null, 'Chapter 1'],
      [null, 'A section'],
    ]);
  });

  it('ends the volume before it and begins its own, also in contents without levels [B10]', async () => {
    const words = '<p>甲。</p>';
    const pages = [
      heading('第一卷'),
      heading('第一章', words),
      heading('第二卷', '<p>卷首语。</p>'),
      heading('第三章', words),
      heading('第三卷'),
      { title: '', html: '<p>卷首语。</p>' },
      heading('第四章', words),
    ];
    const named = [0, 1, 2, 3, 4, 6].map((at): Entry => [at, pages[at]?.title ?? '']);
    const place = file('epigraph.epub', await epubOf('雪线', pages, contentsOf(named)));
    expect((await outline(place))[1]).toEqual([
      ['第一卷', '第一章'],
      ['第二卷', '第二卷'],
      ['第二卷', '第三章'],
      ['第三卷', '第三卷'],
      ['第三卷', '第四章'],
    ]);
    const english = [
      heading('Part One'),
      heading('Chapter 1', '<p>A.</p>'),
      heading('Part Two', '<p>For M.</p>'),
      heading('Epilogue', '<p>B.</p>'),
      heading('Acknowledgments', '<p>C.</p>'),
    ];
    expect((await outline(file('two.epub', await epubOf('Snow', english))))[1]).toEqual([
      ['Part One', 'Chapter 1'],
      ['Part Two', 'Part Two'],
      ['Part Two', 'Epilogue'],
      ['Part Two', 'Acknowledgments'],
    ]);
  });

  it('is a chapter where all its words are on its page, as in those beside it [B10]', async () => {
    const pages = [
      heading('Part One', '<p>A.</p>'),
      heading('Part Two', '<p>B.</p>'),
      heading('Acknowledgments', '<p>C.</p>'),
    ];
    const place = file('wholes.epub', await epubOf('Snow', pages));
    expect((await outline(place))[1]).toEqual([
      [null, 'Part One'],
      [null, 'Part Two'],
      [null, 'Acknowledgments'],
    ]);
  });
});

describe('a volume of an epub that only the contents name', () => {
  it('holds what stands below it, at every level [B10]', async () => {
    const pages = [1, 2, 3, 4].map((number) => heading(`Chapter ${number}`, '<p>A.</p>'));
    const contents = contentsOf([
      [null, 'Book</span> <span>One', [[null, 'Spring', [[0, 'Chapter 1']]]]],
      [null, 'Nothing'],
      [
        null,
        'Book Two',
        [
          [1, 'Chapter 2'],
          [2, 'Chapter 3'],
        ],
      ],
      [3, 'Chapter 4'],
    ]);
    const place = file('spans.epub', await epubOf('Snow', pages, contents));
    expect((await outline(place))[1]).toEqual([
      ['Book One · Spring', 'Chapter 1'],
      ['Book Two', 'Chapter 2'],
      ['Book Two', 'Chapter 3'],
      [null, 'Chapter 4'],
    ]);
  });
});

describe('a page of an epub that says no more than its title', () => {
  it('is a chapter where a number is all of it, and nothing where every book has it [B10]', async () => {
    const pages = [
      heading('目　录'),
      heading('1', '<p>A.</p>'),
      heading('2'),
      heading('3', '<p>C.</p>'),
    ];
    const place = file('numbers.epub', await epubOf('Snow', pages));
    expect((await outline(place))[1]).toEqual([
      [null, '1'],
      [null, '2'],
      [null, '3'],
    ]);
  });

  it('is a text of one word where it is no heading and the book has no volumes [B10]', async () => {
    const pages = [
      heading('雪', '<p>白。</p>'),
      { title: '夜', html: '<p>夜</p>' },
      heading('雨', '<p>冷。</p>'),
    ];
    const place = file('poems.epub', await epubOf('诗集', pages));
    const { chapters } = await chaptersToWrite({ path: place }, reading);
    expect(chapters.map(({ text }) => text)).toEqual([
      '## 雪\n\n白。\n',
      '# 夜\n\n夜\n',
      '## 雨\n\n冷。\n',
    ]);
    expect((await outline(place))[1]).toEqual([
      [null, '雪'],
      [null, '夜'],
      [null, '雨'],
    ]);
  });
});
