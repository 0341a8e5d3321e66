import { EpubCheck } from '@likecoin/epubcheck-ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BookSource, buildBook } from '#main/book/export/build-book.ts';
import { bookFormats } from '#main/book/export/formats/index.ts';
import { parseChapter } from '#main/book/export/parse-chapter.ts';
import { ExportFormat, type ExportLayoutChange, layoutOf } from '#shared/domain/export.ts';
import {
  unzipTexts,
  wordsOfDocx,
  wordsOfEpub,
  wordsOfMarkup,
} from '#tests/helpers/exported-text.ts';

const sourceOf = (
  chapters: readonly { title: string; markdown: string; volumes?: readonly string[] }[],
  more: Partial<BookSource> = {},
): BookSource => ({
  id: 'p-1',
  title: '潮簿 & <Tides>',
  author: 'Ines Calloway',
  contact: '',
  language: 'zh-CN',
  wordCount: 92_400,
  madeAt: Date.UTC(2026, 1, 3),
  chapters: chapters.map((chapter, at) => ({ documentId: `d-${at}`, volumes: [], ...chapter })),
  ...more,
});

const write = async (
  format: ExportFormat,
  source: BookSource,
  chosen: ExportLayoutChange = {},
): Promise<Uint8Array> => {
  const layout = layoutOf(format, source.language, chosen);
  return bookFormats[format].write(await buildBook(source, layout), layout);
};

const asText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

/** What a reader finds in a file of each format. */
const readBack: Record<ExportFormat, (bytes: Uint8Array) => string | Promise<string>> = {
  txt: asText,
  platform: asText,
  markdown: (bytes) =>
    parseChapter(asText(bytes))
      .map((block) => ('runs' in block ? block.runs.map(({ text }) => text).join('') : ''))
      .join('\n'),
  docx: wordsOfDocx,
  manuscript: wordsOfDocx,
  epub: wordsOfEpub,
  pdf: (bytes) => wordsOfMarkup(asText(bytes)),
};

/** Paragraphs as writers type them, without marks of Markdown at their edges. */
const paragraph = fc
  .array(
    fc.constantFrom(
      ...[
        '雪落了一夜',
        '“谁？”',
        '，',
        '。',
        ' she said ',
        '<System>',
        '&amp',
        'a < b',
        '😀',
        '𠮷',
      ],
      ...['5', '……', '——', '[x]', "Tom's", '"no"', '（完）', '！', 'é', '~~', '|'],
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((parts) => parts.join('').trim())
  .filter((text) => text !== '' && /^[\p{L}“（]/u.test(text));

const chapter = fc.array(paragraph, { minLength: 1, maxLength: 8 });
const squeeze = (text: string): string => text.replace(/\s/g, '');

/** Whether the parts stand in the text, in their order. */
const findInOrder = (text: string, parts: readonly string[]): string | null => {
  let from = 0;
  for (const part of parts) {
    const at = text.indexOf(part, from);
    if (at < 0) return part;
    from = at + part.length;
  }
  return null;
};

describe('every format', () => {
  it.each(ExportFormat.options)('%s holds every paragraph of a book, in order', async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(chapter, { minLength: 1, maxLength: 4 }), async (chapters) => {
        const source = sourceOf(
          chapters.map((paragraphs, at) => ({
            title: `第${at + 1}章 灯`,
            markdown: `# 第${at + 1}章 灯\n\n${paragraphs.join('\n\n')}\n`,
          })),
        );
        const found = squeeze(await readBack[format](await write(format, source)));
        const expected = chapters.flatMap((paragraphs, at) => [
          `第${at + 1}章`,
          ...paragraphs.map(squeeze),
        ]);
        expect(findInOrder(found, expected)).toBeNull();
      }),
      { numRuns: 15 },
    );
  });
});

const poem = sourceOf([
  {
    title: '第一章 雪夜',
    markdown:
      '# 第一章 雪夜\n\n雪落了*一夜*。\n\n> 明日到。\n\n***\n\n第二天\n雪停了。\n\n## 信\n\n完。\n',
  },
  { title: '楔子', markdown: '从前。\n' },
]);

describe('plain text', () => {
  it('indents Chinese by two full-width spaces and leaves punctuation alone', async () => {
    expect(asText(await write('txt', poem))).toBe(
      [
        '潮簿 & <Tides>\n\nInes Calloway\n\n\n第一章　雪夜\n\n　　雪落了一夜。\n　　明日到。\n',
        '＊　＊　＊\n\n　　第二天\n　　雪停了。\n\n信\n\n　　完。\n\n\n楔子\n\n　　从前。\n',
      ].join('\n'),
    );
  });

  it('gives platforms an empty line between paragraphs and no title page', async () => {
    const text = asText(await write('platform', poem));
    expect(
      text.startsWith('第一章　雪夜\n\n　　雪落了一夜。\n\n　　明日到。\n\n＊　＊　＊\n\n'),
    ).toBe(true);
  });

  it('makes a file for each chapter where that is asked for', async () => {
    const texts = await unzipTexts(await write('platform', poem, { perChapter: true }));
    expect([...texts.keys()]).toEqual(['01 第一章 雪夜.txt', '02 楔子.txt']);
    expect(texts.get('02 楔子.txt')).toBe('楔子\n\n　　从前。\n');
  });
});

describe('Markdown', () => {
  it('keeps the marks of the writer and names title and author in front', async () => {
    expect(asText(await write('markdown', poem))).toBe(
      '---\ntitle: "潮簿 & <Tides>"\nauthor: "Ines Calloway"\n---\n\n\n# 第一章　雪夜\n\n雪落了*一夜*。\n\n> 明日到。\n\n' +
        '* * *\n\n第二天\n雪停了。\n\n## 信\n\n完。\n\n\n# 楔子\n\n从前。\n',
    );
  });

  it('parts by empty lines what the file parted by line breaks', async () => {
    const lines = sourceOf([{ title: 'x', markdown: '一。\n二。\n三。\n四。' }]);
    const text = asText(await write('markdown', lines, { titlePage: false }));
    expect(text).toBe('# x\n\n一。\n\n二。\n\n三。\n\n四。\n');
  });
});

describe('Word', () => {
  const xmlOf = async (source: BookSource, chosen: ExportLayoutChange = {}) => {
    const parts = await unzipTexts(await write('docx', source, chosen));
    return {
      document: parts.get('word/document.xml') ?? '',
      styles: parts.get('word/styles.xml') ?? '',
      settings: parts.get('word/settings.xml') ?? '',
    };
  };

  it('indents by two characters, names a font for Han, and marks stressed Han by dots', async () => {
    const { document, styles } = await xmlOf(poem);
    expect(styles).toContain('w:firstLineChars="200"');
    expect(styles).toContain('w:eastAsia="SimSun"');
    expect(document).toMatch(/<w:em w:val="dot"\/>.*?一夜/);
    expect(document).not.toContain('<w:i/>');
    expect(document.match(/<w:pStyle w:val="Heading1"\/>/g)).toHaveLength(2);
  });

  it('leaves a line of verse as short as it is, in a paragraph that fills its lines [B10]', async () => {
    const { document, styles, settings } = await xmlOf(poem);
    expect(document).toMatch(/第二天.*?<w:br\/>.*?雪停了/);
    expect(styles).toContain('<w:jc w:val="both"/>');
    expect(settings).toContain('<w:doNotExpandShiftReturn/>');
  });

  it('takes the paper and the indent that were chosen', async () => {
    const english = { ...poem, language: 'en' as const };
    const { document, styles } = await xmlOf(english, { paper: 'letter', indent: 'halfInch' });
    expect(document).toContain('w:w="12240"');
    expect(styles).toContain('w:firstLine="720"');
    expect(document).toMatch(/<w:i\/>.*?一夜/);
  });
});

describe('a manuscript', () => {
  it('is double spaced, bears surname, title and number, and says its length', async () => {
    const book = sourceOf([{ title: 'Chapter One: Lamps', markdown: 'It was dark.' }], {
      language: 'en',
      title: 'Harrow Box',
      contact: 'Ines Calloway\n1 Signal Row\nSallow',
    });
    const parts = await unzipTexts(await write('manuscript', book));
    const document = parts.get('word/document.xml') ?? '';
    const heads = [...parts].filter(([name]) => /word\/header/.test(name)).map(([, xml]) => xml);
    expect(heads.join('')).toContain('Calloway / HARROW BOX / ');
    expect(heads.join('')).toContain('PAGE');
    expect(document).toContain('w:line="480"');
    expect(document).toContain('<w:titlePg/>');
    const words = wordsOfMarkup(document);
    expect(words).toContain('about 92,000 words');
    expect(words).toContain('1 Signal Row');
    expect(words).toContain('by Ines Calloway');
    expect(findInOrder(words, ['Chapter One', 'Lamps', 'It was dark.', 'END'])).toBeNull();
  });
});

const parseable = [
  '###### deep',
  '# top',
  '*stress* **strong** ***both***',
  '> quoted',
  '***',
  '一\n\n\n\n二',
  'a & b < c > "d" ]]>',
  '<!-- note -->',
];

describe('an e-book', () => {
  it('begins with its kind, stored as it is', async () => {
    const bytes = Buffer.from(await write('epub', poem));
    expect(bytes.subarray(30, 58).toString('latin1')).toBe('mimetypeapplication/epub+zip');
  });

  it.each(['zh-CN', 'en'] as const)('passes the check of its standard in %s', async (language) => {
    const markdown = parseable.join('\n\n');
    const book = sourceOf(
      [{ title: '', markdown }, { title: 'Chapter 2 & <more>', markdown: '' }, ...poem.chapters],
      { language },
    );
    const { messages } = await EpubCheck.validate(await write('epub', book));
    expect(messages).toEqual([]);
  });

  it('stays the same book over two exports', async () => {
    const nameOf = async (madeAt: number) =>
      /<dc:identifier[^>]*>([^<]*)/.exec(
        (await unzipTexts(await write('epub', { ...poem, madeAt }))).get('EPUB/package.opf') ?? '',
      )?.[1];
    expect(await nameOf(1_800_000_000_000)).toBe(await nameOf(1_900_000_000_000));
  });
});
