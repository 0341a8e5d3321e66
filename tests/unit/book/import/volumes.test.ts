import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chaptersToWrite } from '#main/book/import/chapters-to-write.ts';
import { previewImport } from '#main/book/import/preview.ts';
import { docxOf, paragraph, reading } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-volumes-'));
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

const style = (id: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/></w:style>`;
const styles = `<w:styles xmlns:w="w">${['Title', 'heading 1', 'heading 2'].map(style).join('')}</w:styles>`;

const documentOf = (name: string, paragraphs: readonly [text: string, style?: string][]) =>
  docxOf(paragraphs.map(([text, id]) => paragraph(text, id)).join(''), {
    'word/styles.xml': styles,
  }).then((bytes) => file(name, bytes));

describe('a volume above all chapters of a file', () => {
  const chapters: [string, string?][] = [
    ['第一章 雪', 'heading 2'],
    ['甲。'],
    ['第二章 马', 'heading 2'],
    ['乙。'],
  ];

  it('is none only where it is the title that the document has [B10]', async () => {
    const volume = await documentOf('volume.docx', [
      ['雪线', 'Title'],
      ['第一部 风起', 'heading 1'],
      ...chapters,
    ]);
    expect(await outline(volume)).toEqual([
      '雪线',
      [
        ['第一部 风起', '第一章 雪'],
        ['第一部 风起', '第二章 马'],
      ],
    ]);
    const same = await documentOf('same.docx', [
      ['《雪线》', 'Title'],
      ['雪线', 'heading 1'],
      ...chapters,
    ]);
    expect((await outline(same))[1]).toEqual([
      [null, '第一章 雪'],
      [null, '第二章 马'],
    ]);
  });

  it.each(['txt', 'md'])('is no book title where it has a number: %s [B10]', async (kind) => {
    const marks = kind === 'md' ? ['# ', '## '] : ['', ''];
    const text = `${marks[0]}第二卷 云涌\n\n${marks[1]}第六章 潮\n\n　　甲。\n\n${marks[1]}第七章 簿\n\n　　乙。\n`;
    expect(await outline(file(`潮.${kind}`, text))).toEqual([
      '潮',
      [
        ['第二卷 云涌', '第六章 潮'],
        ['第二卷 云涌', '第七章 簿'],
      ],
    ]);
  });
});

describe('front matter', () => {
  it('stands before the first chapter that is taken in [B10]', async () => {
    const place = file('front.md', '---\ntags: x\n---\n\n# One\n\na.\n\n# Two\n\nb.\n');
    const { chapters } = await chaptersToWrite(
      { path: place, edits: [{ chapter: 0, skip: true }] },
      reading,
    );
    expect(chapters.map(({ text }) => text)).toEqual(['---\ntags: x\n---\n# Two\n\nb.\n']);
  });
});
