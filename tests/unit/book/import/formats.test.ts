import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import iconv from 'iconv-lite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { previewImport } from '#main/book/import/preview.ts';
import { readSource } from '#main/book/import/read-source.ts';
import { textsOf } from '#main/book/import/chapters.ts';
import {
  commentsPart,
  docxOf,
  epubOf,
  paragraph,
  reading,
  rtfOf,
  run,
  scrivenerFiles,
  type ScrivenerDocument,
  writeFiles,
  zipOf,
} from '#tests/helpers/import-files.ts';

let folder: string;
let number = 0;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'fabula-import-formats-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string, content: string | Buffer): string => {
  number += 1;
  const place = path.join(folder, `${number}-${name}`);
  writeFileSync(place, content);
  return place;
};
const preview = (place: string, more: object = {}) =>
  previewImport({ path: place, ...more }, reading);
const titles = async (place: string, more: object = {}): Promise<string[]> =>
  (await preview(place, more)).chapters.map(({ title }) => title);
const texts = async (place: string, changes: 'keep' | 'accept' | 'reject' = 'keep') => {
  const { chapters, source } = await readSource({ path: place }, reading);
  return chapters.map((chapter) => textsOf(chapter, source, changes));
};

const novel =
  '第一章 雪线\r\n　　那年雪下得早，驿站的马还没有换掌。\r\n　　他没有回头。\r\n\r\n第二章 换马\r\n　　换马的人站在棚子底下数蹄印。\r\n';

/** Characters that all these encodings have. */
const sameEverywhere = '第一章 雪山\n　　山高水長，白馬不行。\n\n第二章 白馬\n　　人行山下。\n';

describe('plain text', () => {
  it.each(['UTF-8', 'GB18030', 'Big5', 'Shift_JIS', 'UTF-16LE', 'UTF-16BE'])(
    'reads chapters and paragraphs of a %s file, guessed or told [B10]',
    async (encoding) => {
      const bom = encoding.startsWith('UTF-16');
      const place = file('a.txt', iconv.encode(sameEverywhere, encoding, { addBOM: bom }));
      const found = await preview(place, bom ? {} : { encoding });
      expect(found.format).toBe('txt');
      expect(found.encoding).toBe(encoding);
      expect(found.chapters.map(({ title }) => title)).toEqual(['第一章 雪山', '第二章 白馬']);
      expect(found.chapters.map(({ excerpt }) => excerpt)).toEqual([
        '山高水長，白馬不行。',
        '人行山下。',
      ]);
      expect(found.encodings?.map((one) => one.encoding)).toContain(encoding);
    },
  );

  it('writes one paragraph a line, without the spaces that indent it [B10]', async () => {
    const [first] = await texts(file('a.txt', novel));
    expect(first?.text).toBe(
      '# 第一章 雪线\n\n那年雪下得早，驿站的马还没有换掌。\n\n他没有回头。\n',
    );
  });

  it('joins lines that were broken at a width, and leaves a verse as it is [B10]', async () => {
    const sentence =
      'It was a bright cold day in April and the clocks were striking thirteen again';
    const wrapped = Array.from(
      { length: 20 },
      () => `${sentence}\n${sentence}\nand then no more.\n`,
    ).join('\n');
    const [first] = await texts(
      file('a.txt', `Chapter 1\n\n${wrapped}\nA short line\nand its brother\n`),
    );
    expect(first?.text).toContain(`${sentence} ${sentence} and then no more.\n\n`);
    expect(first?.text).toContain('A short line\n\nand its brother');
  });

  it('says what could not be told of its encoding [B10]', async () => {
    const found = await preview(file('a.txt', iconv.encode(novel, 'GB18030')));
    expect(found.warnings.map(({ code }) => code)).toContain('ENCODING_GUESSED');
  });

  it.each([0, 1])(
    'offers first the encoding a long text is read in, also where its sample ends within a character (%d) [B10]',
    async (shift) => {
      const long = `${'a'.repeat(shift)}第一章 雪\n\n${'他没有回头，雪还在下。'.repeat(1000)}`;
      const found = await preview(file('a.txt', iconv.encode(long, 'GB18030')));
      expect(found.encodings?.[0]?.encoding).toBe('GB18030');
    },
  );
});

describe('markdown', () => {
  it('is taken as it is, heading by heading [B10]', async () => {
    const text = '# One\n\nA *line* with `code`.\n\n```\n# no heading\n```\n\n# Two\n\n- a list\n';
    const place = file('a.md', text);
    expect(await titles(place)).toEqual(['One', 'Two']);
    expect((await texts(place)).map((one) => one.text).join('\n')).toBe(text);
  });

  it('takes headings without text as volumes, and a book title as none [B10]', async () => {
    const place = file(
      'a.md',
      '# 书\n\n## 上卷\n\n### 一\n\n甲。\n\n### 二\n\n乙。\n\n## 下卷\n\n### 三\n\n丙。\n',
    );
    const { chapters, name } = await preview(place);
    expect(name).toBe('书');
    expect(chapters.map(({ title, group }) => [title, group])).toEqual([
      ['一', '上卷'],
      ['二', '上卷'],
      ['三', '下卷'],
    ]);
  });

  it('knows underlined headings, and no paragraph above a break for one [B10]', async () => {
    const place = file('a.md', 'One\n===\n\nText.\n\n---\n\nMore.\n\nTwo\n===\n\nEnd.\n');
    expect(await titles(place)).toEqual(['One', 'Two']);
    expect((await texts(place))[0]?.text).toBe('One\n===\n\nText.\n\n---\n\nMore.\n');
  });
});

const change = (kind: 'ins' | 'del', text: string): string =>
  `<w:${kind} w:id="1" w:author="编辑">${
    kind === 'ins' ? run(text) : `<w:r><w:delText>${text}</w:delText></w:r>`
  }</w:${kind}>`;

describe('docx', () => {
  it('finds chapters by heading styles, also by styles built on them, and leaves contents out [B10]', async () => {
    const place = file(
      'a.docx',
      await docxOf(
        [
          paragraph('雪线\t1', 'toc1'),
          paragraph('雪线', '1'),
          paragraph('那年雪下得早。'),
          paragraph('换马', 'mine'),
          paragraph(`${run('他说')}${run('不。', '<w:i/>')}${run('走', '<w:b/><w:i/>')}`),
        ].join(''),
      ),
    );
    expect(await titles(place)).toEqual(['雪线', '换马']);
    expect((await texts(place)).map(({ text }) => text)).toEqual([
      '# 雪线\n\n那年雪下得早。\n',
      '# 换马\n\n他说*不。**走***\n',
    ]);
  });

  it('shows tracked changes and comments, and keeps, takes or drops changes as told [B10]', async () => {
    const comment = '<w:r><w:commentReference w:id="7"/></w:r>';
    const place = file(
      'a.docx',
      await docxOf(
        [
          paragraph('第一章', '1'),
          paragraph(`${run('雪停了，')}${change('ins', '风没有停。')}${comment}`),
          paragraph('第二章', '1'),
          paragraph(`${run('灯')}${change('del', '亮着')}${change('ins', '还亮着')}${run('。')}`),
          paragraph(change('del', '整段不要。')),
        ].join(''),
        { 'word/comments.xml': commentsPart([{ id: 7, author: '阿满', text: '这里太快' }]) },
      ),
    );
    const found = await preview(place);
    expect(found.warnings).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'CHANGES_TRACKED', count: 4 }),
        expect.objectContaining({ code: 'COMMENTS_FOUND', count: 1 }),
      ]),
    );
    expect(found.changes.map(({ chapter, kind, text }) => [chapter, kind, text])).toEqual([
      [0, 'inserted', '风没有停。'],
      [1, 'deleted', '亮着'],
      [1, 'inserted', '还亮着'],
      [1, 'deleted', '整段不要。'],
    ]);
    expect(found.comments).toEqual([{ chapter: 0, author: '阿满', text: '这里太快' }]);
    expect(found.chapters.map(({ changes, comments }) => [changes, comments])).toEqual([
      [1, 1],
      [3, 0],
    ]);
    expect((await texts(place, 'accept')).map(({ text }) => text)).toEqual([
      '# 第一章\n\n雪停了，风没有停。\n',
      '# 第二章\n\n灯还亮着。\n',
    ]);
    expect((await texts(place, 'reject'))[1]?.text).toBe('# 第二章\n\n灯亮着。\n\n整段不要。\n');
    expect((await texts(place, 'keep'))[1]).toEqual({
      text: '# 第二章\n\n灯还亮着。\n',
      earlierText: '# 第二章\n\n灯亮着。\n\n整段不要。\n',
    });
  });

  it('puts a footnote at the end of the chapter that calls it [B10]', async () => {
    const notes =
      '<w:footnotes xmlns:w="w"><w:footnote w:id="0"><w:p/></w:footnote><w:footnote w:id="2"><w:p><w:r><w:t>井名。</w:t></w:r></w:p></w:footnote></w:footnotes>';
    const call = '<w:r><w:footnoteReference w:id="2"/></w:r>';
    const body = [
      paragraph('一', '1'),
      paragraph(`${run('井')}${call}`),
      paragraph('二', '1'),
      paragraph('无'),
    ];
    const place = file('a.docx', await docxOf(body.join(''), { 'word/footnotes.xml': notes }));
    expect((await texts(place)).map(({ text }) => text)).toEqual([
      '# 一\n\n井[^2]\n\n[^2]: 井名。\n',
      '# 二\n\n无\n',
    ]);
  });

  it('writes the words that a formula draws, as it looks, and none that are there twice [B10]', async () => {
    const part = (kind: string) => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
    const field = (words: string, result = '') =>
      `${part('begin')}<w:r><w:instrText>${words.slice(0, 4)}</w:instrText></w:r><w:r><w:instrText>${words.slice(4)}</w:instrText></w:r>${
        result === '' ? '' : `${part('separate')}${run(result)}`
      }<w:r><w:rPr><w:b/></w:rPr><w:fldChar w:fldCharType="end"/></w:r>`;
    const body = [
      run('他是'),
      field(String.raw`eq \o\ac(○,王)`),
      run('家的'),
      field(String.raw`EQ \o\ac(○,李)`, '李'),
      field('PAGE', '7'),
      field(' DATE '),
      `<w:del w:author="编辑">${field(String.raw`eq \o\ac(○,张)`).replaceAll('instrText', 'delInstrText')}</w:del>`,
      run('音。'),
    ];
    const place = file('a.docx', await docxOf(paragraph(body.join(''))));
    expect((await texts(place, 'accept'))[0]?.text).toContain('他是**王**家的李7音。');
    expect((await texts(place, 'reject'))[0]?.text).toContain('李7**张**音。');
  });

  it('takes the words of a text box in, which is no picture that is left out [B10]', async () => {
    const box = (inside: string) =>
      `<w:r><w:drawing><w:txbxContent>${inside}</w:txbxContent></w:drawing></w:r>`;
    const picture = '<w:r><w:drawing><a:blip/></w:drawing></w:r>';
    const old = `<w:r><w:pict><v:imagedata/><w:txbxContent>${paragraph('题下字')}</w:txbxContent></w:pict></w:r>`;
    const body = [
      paragraph(`${run('一')}${box(paragraph('框内字'))}`),
      paragraph(`${run('三')}${box(paragraph(`${run('图说')}${picture}`))}`),
      paragraph(`${run('二')}${picture}${box(paragraph(''))}${old}`),
    ];
    const place = file('boxes.docx', await docxOf(body.join('')));
    const { warnings } = await preview(place);
    const lines = (await texts(place))[0]?.text.split(/\n+/).slice(1, -1);
    expect(lines).toEqual(['框内字', '一', '图说', '三', '题下字', '二']);
    // The one in a box, the one beside it, a shape without words, and the one with words under it.
    expect(warnings).toEqual([expect.objectContaining({ code: 'PICTURES_LEFT_OUT', count: 4 })]);
  });

  it('reads nothing of a word for a mark of Markdown [B10]', async () => {
    const line = '# 不是标题 *星* _下_ <b> 1. 2';
    const place = file('a.docx', await docxOf(paragraph(line) + paragraph('1. 不是列表')));
    const { chapters } = await preview(place);
    expect(chapters).toHaveLength(1);
    expect((await texts(place))[0]?.text).toContain(
      '\\# 不是标题 \\*星\\* \\_下\\_ \\<b> 1. 2\n\n1\\. 不是列表',
    );
  });
});

describe('epub', () => {
  it('takes the chapters of its table of contents, with their words alone [B10]', async () => {
    const place = file(
      'a.epub',
      await epubOf('潮信', [
        {
          title: '第一章',
          html: '<h2>第一章</h2><p>甲<em>乙</em>。</p><p>丙<br/>丁 &amp; 戊</p><img src="x"/>',
        },
        {
          title: '第二章',
          html: '<section><p>没有标题的<ruby>漢<rt>han</rt></ruby>。</p></section>',
        },
      ]),
    );
    const found = await preview(place);
    expect([found.format, found.name, found.splitAt]).toEqual(['epub', '潮信', 'parts']);
    expect((await texts(place)).map(({ text }) => text)).toEqual([
      '## 第一章\n\n甲*乙*。\n\n丙\n丁 & 戊\n',
      '# 第二章\n\n没有标题的漢（han）。\n',
    ]);
    expect(found.warnings).toEqual([
      expect.objectContaining({ code: 'PICTURES_LEFT_OUT', count: 1 }),
    ]);
  });
});

const manuscript: ScrivenerDocument[] = [
  {
    id: 'D0',
    type: 'DraftFolder',
    title: 'Draft',
    children: [
      {
        id: 'P1',
        title: '上卷',
        children: [
          {
            id: 'C1',
            title: '雪线',
            children: [
              { id: 'S1', title: '驿站', paragraphs: ['那年雪下得早。', '"他说" 𠮷'] },
              { id: 'S2', title: '马', paragraphs: ['马没有换掌。'] },
            ],
          },
        ],
      },
      { id: 'T2', title: '换马', paragraphs: ['数蹄印。'] },
      { id: 'T3', title: '废稿', compiled: false, paragraphs: ['不要。'] },
    ],
  },
  { id: 'R0', type: 'ResearchFolder', title: 'Research', children: [{ id: 'R1', title: '地图' }] },
];

describe('scrivener', () => {
  it.each(['folder', 'project file', 'zip'] as const)(
    'reads the manuscript in binder order from a %s [B10]',
    async (kind) => {
      number += 1;
      const home = path.join(folder, `scriv-${number}`);
      const files = scrivenerFiles('雪线以北', manuscript);
      writeFiles(home, files);
      const project = path.join(home, '雪线以北.scriv');
      const place =
        kind === 'zip'
          ? file('s.zip', await zipOf(files))
          : kind === 'folder'
            ? project
            : path.join(project, '雪线以北.scrivx');
      const found = await preview(place);
      expect([found.format, found.name]).toEqual(['scrivener', '雪线以北']);
      expect(found.chapters.map(({ title, group }) => [title, group])).toEqual([
        ['雪线', '上卷'],
        ['换马', null],
      ]);
      expect((await texts(place))[0]?.text).toBe(
        '# 雪线\n\n那年雪下得早。\n\n"他说" 𠮷\n\n***\n\n马没有换掌。\n',
      );
      expect(found.warnings).toEqual([
        expect.objectContaining({ code: 'DOCUMENTS_LEFT_OUT', count: 2 }),
      ]);
      expect(await titles(place, { splitAt: 'scenes' })).toEqual(['驿站', '马', '换马']);
    },
  );
});

describe('rich text', () => {
  it('reads escaped characters, code pages of fonts, and emphasis [B10]', async () => {
    const bytes = [...iconv.encode('潮', 'GB18030')]
      .map((byte) => `\\'${byte.toString(16)}`)
      .join('');
    const rtf = `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset134 B;}}\\f0 caf\\'e9 \\f1 ${bytes}\\par {\\i slow} \\b fast\\b0{\\*\\comment no}\\par}`;
    expect((await texts(file('a.rtf', rtf)))[0]?.text).toContain('café 潮\n\n*slow* **fast**');
  });

  it('gives back what was written as rich text [B10]', async () => {
    const place = file('a.rtf', rtfOf(['{反\\斜} “引”', 'two']));
    expect((await texts(place))[0]?.text).toContain('{反\\\\斜} “引”\n\ntwo');
  });
});
