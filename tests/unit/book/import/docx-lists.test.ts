import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AlignmentType, Document, HeadingLevel, LevelFormat, Packer, Paragraph } from 'docx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { textsOf } from '#main/book/import/chapters.ts';
import { readSource } from '#main/book/import/read-source.ts';
import { docxOf, reading, run } from '#tests/helpers/import-files.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-import-lists-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const read = async (bytes: Buffer, changes: 'accept' | 'reject' = 'accept') => {
  const place = path.join(folder, 'a.docx');
  writeFileSync(place, bytes);
  const { chapters, source } = await readSource({ path: place, splitAt: 'headings' }, reading);
  return chapters.map((chapter) => textsOf(chapter, source, changes).text).join('');
};

const level = (at: number, format: string, text: string, more = ''): string =>
  `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`;
/** A list that paragraphs name by 1, and one that goes on with it anew by 2. */
const numbering = (levels: string): { 'word/numbering.xml': string } => ({
  'word/numbering.xml': `<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="7">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>`,
});
const item = (content: string, at = 0, list = 1): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${content.startsWith('<') ? content : run(content)}</w:p>`;

describe('lists and numbered headings of a Word document', () => {
  it('keep the numbers and bullets that Word’s own library wrote [B10]', async () => {
    const format = (formatOf: (typeof LevelFormat)[keyof typeof LevelFormat], text: string) => ({
      ...{ level: 0, format: formatOf, text, alignment: AlignmentType.START },
    });
    const numbered = (text: string, reference: string) =>
      new Paragraph({ text, numbering: { reference, level: 0 } });
    const chapter = (text: string) =>
      new Paragraph({
        ...{ text, heading: HeadingLevel.HEADING_1 },
        numbering: { reference: 'chapters', level: 0 },
      });
    const document = new Document({
      numbering: {
        config: [
          { reference: 'chapters', levels: [format(LevelFormat.CHINESE_COUNTING, '第%1章')] },
          { reference: 'steps', levels: [format(LevelFormat.DECIMAL, '%1.')] },
        ],
      },
      sections: [
        {
          children: [
            chapter('雪线'),
            numbered('备马', 'steps'),
            numbered('出关', 'steps'),
            new Paragraph({ text: '盐', bullet: { level: 0 } }),
            chapter('换马'),
            numbered('数蹄印', 'steps'),
          ],
        },
      ],
    });
    expect(await read(await Packer.toBuffer(document))).toBe(
      '# 第一章 雪线\n\n1. 备马\n\n2. 出关\n\n- 盐\n# 第二章 换马\n\n3. 数蹄印\n',
    );
  });

  it('count by level, begin anew where they are told to, and say any form of number [B10]', async () => {
    const levels =
      level(0, 'ideographTraditional', '（%1）') +
      level(1, 'decimal', '%1.%2', '<w:isLgl/>') +
      level(2, 'lowerRoman', '%3)');
    const body =
      item('a') +
      item('b', 1) +
      item('c', 1) +
      item('d', 2) +
      item('e') +
      item('f', 1) +
      item('g', 0, 2) +
      item('h', 0, 0);
    expect(await read(await docxOf(body, numbering(levels)))).toContain(
      '（甲） a\n\n1.1 b\n\n1.2 c\n\ni) d\n\n（乙） e\n\n2.1 f\n\n（戊） g\n\nh\n',
    );
  });

  it('go with the words where those are a tracked change [B10]', async () => {
    const deleted = `<w:del w:author="Ed"><w:r><w:delText>gone</w:delText></w:r></w:del>`;
    const bytes = await docxOf(
      item('one') + item(deleted) + item('three'),
      numbering(level(0, 'decimal', '%1.')),
    );
    expect(await read(bytes)).toContain('1. one\n\n3. three\n');
    expect(await read(bytes, 'reject')).toContain('1. one\n\n2. gone\n\n3. three\n');
  });

  it('are left out where their form alone would be a text [B10]', async () => {
    const levels = level(0, 'upperRoman', '%1'.repeat(2000)) + level(1, 'lowerLetter', '%2.');
    const text = await read(await docxOf(item('a') + item('b', 1), numbering(levels)));
    expect(text).toContain('a\n\na. b\n');
  });

  it('of levels, styles and lists that are not there, or name one another in a circle, are no numbers [B10]', async () => {
    const more = {
      ...numbering(level(0, 'decimal', '%9%1.') + level(99, 'bullet', '')),
      'word/styles.xml':
        '<w:styles xmlns:w="w"><w:style w:type="paragraph" w:styleId="x"><w:basedOn w:val="y"/></w:style><w:style w:type="paragraph" w:styleId="y"><w:basedOn w:val="x"/></w:style></w:styles>',
    };
    const styled = `<w:p><w:pPr><w:pStyle w:val="x"/></w:pPr>${run('styled')}</w:p>`;
    const text = await read(await docxOf(item('a', 4) + item('b', 0, 44) + styled, more));
    expect(text).toContain('a\n\nb\n\nstyled\n');
  });
});
