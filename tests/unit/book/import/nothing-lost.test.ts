import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '#main/book/import/chapters.ts';
import { readSource } from '#main/book/import/read-source.ts';
import { docxOf, paragraph, reading } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-nothing-lost-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = async (name: string, bytes: Buffer | string) => {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  const { name: title, chapters, source } = await readSource({ path: place }, reading);
  return {
    title,
    source,
    texts: chapters.map((chapter) => textsOf(chapter, source, 'keep').text),
    groups: chapters.map(({ group }) => group),
  };
};

describe('titles of a Word document', () => {
  const style = (id: string) =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${id}"/></w:style>`;
  const styles = `<w:styles xmlns:w="w">${['Title', 'Author', 'heading 1'].map(style).join('')}</w:styles>`;
  const document = (...paragraphs: [text: string, style?: string][]) =>
    docxOf(paragraphs.map(([text, id]) => paragraph(text, id)).join(''), {
      'word/styles.xml': styles,
    });

  it('are of the whole at its head only, and headings further on [B10]', async () => {
    const bytes = await document(
      ['雪线', 'Title'],
      ['以北', 'Title'],
      ['阿满', 'Author'],
      ['第一章', 'heading 1'],
      ['甲。'],
      ['间奏', 'Title'],
      ['乙。'],
      ['一个读者', 'Author'],
      ['第二章', 'heading 1'],
      ['丙。'],
    );
    const { title, texts } = await read('a.docx', bytes);
    expect(title).toBe('雪线 以北');
    expect(texts).toEqual([
      '# 第一章\n\n甲。\n',
      '# 间奏\n\n乙。\n\n一个读者\n',
      '# 第二章\n\n丙。\n',
    ]);
  });

  it('part its chapters where it has no other headings [B10]', async () => {
    const chapters: [string, string?][] = [
      ['雪线', 'Title'],
      ['甲。'],
      ['换马', 'Title'],
      ['乙。'],
    ];
    const expected = ['# 雪线\n\n甲。\n', '# 换马\n\n乙。\n'];
    const alone = await read('b.docx', await document(...chapters));
    expect([alone.title, alone.texts]).toEqual(['b', expected]);
    const named = await read('c.docx', await document(['潮簿', 'Title'], ...chapters));
    expect([named.title, named.texts]).toEqual(['潮簿', expected]);
    const signed: [string, string?][] = [
      ['潮簿', 'Title'],
      ['阿满', 'Author'],
    ];
    const both = await read('d.docx', await document(...signed, ...chapters));
    expect([both.title, both.texts]).toEqual(['潮簿', expected]);
  });

  it('are chapters still to be written where there is nothing else [B10]', async () => {
    const { texts } = await read('e.docx', await document(['甲', 'Title'], ['乙', 'Title']));
    expect(texts).toEqual(['# 甲\n', '# 乙\n']);
  });
});

describe('a line of tildes or backticks', () => {
  it.each(['~~~', '```'])(
    'that nothing closes hides no chapter behind it: %s [B10]',
    async (line) => {
      const chapters = ['# One\n\nA.\n', `# Two\n\nB.\n\n${line}\n\nC.\n`, '# Three\n\nD.\n'];
      expect((await read('f.md', chapters.join('\n'))).texts).toEqual(chapters);
    },
  );
});
