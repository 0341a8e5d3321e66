import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersToWrite } from '#main/book/import/chapters-to-write.ts';
import { previewImport } from '#main/book/import/preview.ts';
import { commentsPart, docxOf, paragraph, reading, run } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-called-notes-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const word = 'xmlns:w="w"';
const style = (id: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/></w:style>`;
const styles = `<w:styles ${word}>${['Title', 'heading 1'].map(style).join('')}</w:styles>`;
const remark = (id: number) => `<w:r><w:commentReference w:id="${id}"/></w:r>`;
const call = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
const notesPart = (notes: Readonly<Record<number, string>>) =>
  `<w:footnotes ${word}>${Object.entries(notes)
    .map(([id, content]) => `<w:footnote w:id="${id}">${content}</w:footnote>`)
    .join('')}</w:footnotes>`;

const comments = (count: number) =>
  Array.from({ length: count }, (_, id) => ({ id, author: '编辑', text: `批注${id}` }));

const fileOf = async (
  name: string,
  body: readonly string[],
  { remarks = 0, notes = {} }: { remarks?: number; notes?: Readonly<Record<number, string>> } = {},
): Promise<string> => {
  const place = path.join(folder, name);
  const bytes = await docxOf(body.join(''), {
    'word/styles.xml': styles,
    'word/comments.xml': commentsPart(comments(remarks)),
    'word/footnotes.xml': notesPart(notes),
  });
  writeFileSync(place, bytes);
  return place;
};

const textsOf = async (place: string, more: object = {}): Promise<string[]> => {
  const { chapters } = await chaptersToWrite({ path: place, ...more }, reading);
  return chapters.map(({ text }) => text);
};

/** On the book's title, a heading, the text, and within a footnote of the text. */
const fourRemarks = () =>
  fileOf(
    'four.docx',
    [
      paragraph(run('雪线') + remark(0), 'Title'),
      paragraph(run('第一章') + remark(1), 'heading 1'),
      paragraph(run('甲。') + remark(2) + call(1)),
      paragraph('第二章', 'heading 1'),
      paragraph('乙。'),
    ],
    { remarks: 4, notes: { 1: paragraph(run('井名。') + remark(3)) } },
  );

describe('comments of a Word document', () => {
  it('are found on the title, on headings and in footnotes too, and no mark of one stays in the text [B10]', async () => {
    const place = await fourRemarks();
    const found = await previewImport({ path: place }, reading);
    expect(found.comments.map(({ chapter, text }) => [chapter, text])).toEqual([
      [0, '批注1'],
      [0, '批注0'],
      [0, '批注2'],
      [0, '批注3'],
    ]);
    expect(found.chapters.map(({ comments: count }) => count)).toEqual([4, 0]);
    expect(await textsOf(place, { keepComments: true })).toEqual([
      '# 第一章\n\n甲。[^1]\n\n[^1]: 井名。\n',
      '# 第二章\n\n乙。\n',
      '# 批注\n\n**编辑** (第一章): 批注1\n\n**编辑** (第一章): 批注0\n\n**编辑** (第一章): 批注2\n\n**编辑** (第一章): 批注3\n',
    ]);
  });

  it('are counted beyond those that are shown one by one [B10]', async () => {
    const count = 203;
    const marks = Array.from({ length: count }, (_, id) => remark(id)).join('');
    const place = await fileOf('many.docx', [paragraph(run('甲。') + marks)], { remarks: count });
    const found = await previewImport({ path: place }, reading);
    expect(found.comments.length).toBeLessThan(count);
    expect(found.chapters.map(({ comments: all }) => all)).toEqual([count]);
  });

  it('stay with a line that becomes a heading, and with one that gets another title [B10]', async () => {
    const place = await fileOf(
      'lines.docx',
      [
        paragraph(run('第一章 雪') + remark(0)),
        paragraph('甲。'),
        paragraph(run('第二章 马') + remark(1) + call(1)),
        paragraph('乙。'),
        paragraph(run('第三章 潮') + remark(2)),
        paragraph('丙。'),
      ],
      { remarks: 3, notes: { 1: paragraph('马名。') } },
    );
    const edits = [
      { chapter: 1, title: '换马' },
      { chapter: 2, title: '大潮', mergeUp: true },
    ];
    const texts = await textsOf(place, { keepComments: true, edits });
    expect(texts).toEqual([
      '# 第一章 雪\n\n甲。\n',
      '# 换马[^1]\n\n乙。\n\n## 大潮\n\n丙。\n\n[^1]: 马名。\n',
      '# 批注\n\n**编辑** (第一章 雪): 批注0\n\n**编辑** (换马): 批注1\n\n**编辑** (换马): 批注2\n',
    ]);
  });
});

describe('footnotes of a Word document', () => {
  it('are called on the first line behind the title that calls them [B10]', async () => {
    const place = await fileOf(
      'title.docx',
      [
        paragraph(run('雪线') + call(1), 'Title'),
        paragraph('第一章', 'heading 1'),
        paragraph('甲。'),
      ],
      { notes: { 1: paragraph('给阿满。') } },
    );
    expect(await textsOf(place)).toEqual(['# 第一章[^1]\n\n甲。\n\n[^1]: 给阿满。\n']);
  });

  it('keep their looks, and what a line break parts [B10]', async () => {
    const broken = `${run('见')}${run('雪线', '<w:i/>')}<w:r><w:br/></w:r>${run('第二版')}`;
    const place = await fileOf('looks.docx', [paragraph(run('甲。') + call(1))], {
      notes: { 1: paragraph(broken) + paragraph('又一段') },
    });
    expect(await textsOf(place)).toEqual(['# looks\n\n甲。[^1]\n\n[^1]: 见*雪线* 第二版 又一段\n']);
  });

  it('show the changes of others like the text does [B10]', async () => {
    const changed = `${run('井')}<w:del w:author="编辑"><w:r><w:delText>名</w:delText></w:r></w:del>`;
    const place = await fileOf('changed.docx', [paragraph(run('甲。') + call(1))], {
      notes: { 1: paragraph(changed) },
    });
    const found = await previewImport({ path: place }, reading);
    expect(found.changes).toEqual([{ chapter: 0, kind: 'deleted', author: '编辑', text: '名' }]);
    expect(await textsOf(place, { changes: 'reject' })).toEqual([
      '# changed\n\n甲。[^1]\n\n[^1]: 井名\n',
    ]);
  });
});

describe('a page break inside of a paragraph', () => {
  it('parts the words before it from those behind it [B10]', async () => {
    const place = await fileOf('page.docx', [
      paragraph(`${run('before')}<w:r><w:br w:type="page"/></w:r>${run('after')}`),
      paragraph(`<w:r><w:br w:type="page"/></w:r>${run('next')}`),
    ]);
    expect(await textsOf(place)).toEqual(['# page\n\nbefore\nafter\n\nnext\n']);
  });
});
