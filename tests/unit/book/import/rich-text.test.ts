import '#tests/helpers/property-seed.ts';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { rtfReader } from '#main/book/import/formats/rtf.ts';
import { commentsIn, shownLine } from '#main/book/import/marks.ts';
import { reading } from '#tests/helpers/import-files.ts';

const sourceOf = (rtf: string) => {
  const bytes = Buffer.from(rtf, 'latin1');
  return rtfReader.read({ kind: 'bytes', name: 'a', bytes }, { ...reading, encoding: null });
};
/** Paragraphs of a body; `head`: what stands before it in the file. */
const marked = async (body: string, head = '\\ansi\\ansicpg1252'): Promise<string> =>
  (await sourceOf(`{\\rtf1${head} ${body}}`)).parts[0]?.text ?? '';
const textOf = async (body: string, head?: string): Promise<string> =>
  (await marked(body, head)).split('\n').map(shownLine).join('\n').trimEnd();
const escapedBytes = (text: string, encoding: string): string =>
  [...iconv.encode(text, encoding)].map((byte) => `\\'${byte.toString(16)}`).join('');

describe('hidden words of a rich text', () => {
  it.each([
    ['One. \\v note\\v0  Two.\\par Three.\\par', 'One.  Two.\n\nThree.'],
    ['One.\\par \\v all of it\\plain Two.\\par', 'One.\n\nTwo.'],
    ['Some {\\v hidden {\\b deep}} shown.', 'Some  shown.'],
    ['A{\\v b{\\footnote \\plain note}}c.', 'Ac.'],
    ['A{\\xe {\\v entry}}B.', 'AB.'],
  ])('end where they end: %s [B10]', async (body, text) => {
    expect(await textOf(body)).toBe(text);
  });
});

describe('formula fields of a rich text', () => {
  const field = (instruction: string, result = '{\\fldrslt }') =>
    `{\\field{\\*\\fldinst {${instruction}}}${result}}`;
  const guide =
    ' EQ \\\\* jc2 \\\\* "Font:MS Mincho" \\\\* hps10 \\\\o\\\\ad(\\\\s\\\\up 9(\\u12363?\\u12435?\\u12376?),\\u28450?\\u23383?)';
  it.each([
    ['a phonetic guide', `${field(guide)}\\u12384?`, '漢字（かんじ）だ'],
    ['an enclosed character', `A${field('eq \\\\o\\\\ac(\\u9675?,\\u29579?)', '')}B`, 'A王B'],
    ['one with a result', field(guide, '{\\fldrslt shown}'), 'shown'],
    ['one in hidden words', `A{\\v ${field(guide)}}B`, 'AB'],
    ['another field', `A${field('PAGE')}B`, 'AB'],
    ['one within a link', field('HYPERLINK "x"', `{\\fldrslt ${field(guide)}}`), '漢字（かんじ）'],
  ])('say the words they are made of: %s [B10]', async (_what, body, text) => {
    expect(await textOf(body)).toBe(text);
  });
});

describe('empty paragraphs of a rich text', () => {
  const line = (count: number): string => 'Words.\\par '.repeat(count);
  it('part scenes where they are rare [B10]', async () => {
    expect(await textOf(`${line(2)}\\par ${line(2)}`)).toBe(
      'Words.\n\nWords.\n\n\nWords.\n\nWords.',
    );
    expect(await textOf('Words.\\par\\par '.repeat(4))).toBe(
      ['Words.', 'Words.', 'Words.', 'Words.'].join('\n\n'),
    );
  });

  it.each([
    ['rows', `\\trowd\\cellx1\\cellx2 Words.\\cell Words.\\cell\\row ${line(2)}`],
    ['pages', `Words.\\page ${line(2)}Words.\\sect`],
  ])('are none between %s [B10]', async (_what, body) => {
    expect(await textOf(body)).toBe(['Words.', 'Words.', 'Words.', 'Words.'].join('\n\n'));
  });

  it('are none where cells of a table within a table end [B10]', async () => {
    const inner =
      'A\\nestcell B\\nestcell{\\*\\nesttableprops\\trowd\\nestrow}{\\nonesttables\\par }';
    expect(await textOf(`${inner}C\\cell\\row D\\par`)).toBe('A\n\nB\n\nC\n\nD');
  });
});

describe('boxes and pictures of a rich text', () => {
  const box = (words: string) =>
    `{\\shp{\\*\\shpinst\\shpleft0{\\sp{\\sn x}{\\sv 1}}{\\shptxt \\pard ${words}}}{\\shprslt{\\*\\do\\dptxbx{\\dptxbxtext\\pard ${words}}}}}`;
  it.each([
    [`One.\\par Two ${box('Box.\\par')}goes on.`, 'One.\n\nBox.\n\nTwo goes on.'],
    [`One. ${box('Box.\\par Two{\\footnote Note.}.')}`, 'Box.\n\nTwo[^1].\n\nOne.'],
    ['One. {\\*\\do\\dptxbx{\\dptxbxtext\\pard Old.\\par}}', 'Old.\n\nOne.'],
    [`One. {\\v ${box('Box.\\par')}}{\\header ${box('Box.\\par')}}`, 'One.'],
  ])('come with their words, once: %s [B10]', async (body, text) => {
    expect(await textOf(body)).toBe(text);
  });

  it('are counted where they are on the page [B10]', async () => {
    const picture = '{\\pict\\pngblip 89504e47}';
    const body = [
      `A{\\*\\shppict${picture}}{\\nonshppict${picture}}`,
      `${picture}{{\\NeXTGraphic pic.png \\width100}\\'ac}`,
      `{\\shp{\\*\\shpinst{\\sp{\\sn pib}{\\sv ${picture}}}}{\\shprslt ${picture}\\par}}`,
      `{\\header ${picture}}{\\v ${picture}}{\\*\\listtable${picture}}B`,
    ].join('');
    const source = await sourceOf(`{\\rtf1 ${body}}`);
    expect(source.parts[0]?.text).toBe('AB\n');
    expect(source.warnings).toEqual([
      expect.objectContaining({ code: 'PICTURES_LEFT_OUT', count: 4 }),
    ]);
  });

  it.each([
    ['that close groups', '{\\pict\\pngblip\\bin6 ab}c{d}'],
    ['that open groups', '{\\pict\\pngblip\\bin6 ab{{cd}'],
    ['none', '{\\pict\\bin0}'],
    ['more than there are', '{\\pict\\bin600 ab}'],
  ])('are no text, whatever their bytes are: %s [B10]', async (_what, picture) => {
    expect(await textOf(`Before.\\par ${picture}After.\\par Third.`)).toBe(
      'Before.\n\nAfter.\n\nThird.',
    );
  });
});

describe('western fonts in a rich text of another page', () => {
  const head = (page: number): string =>
    `\\ansi\\ansicpg${page}\\deff0{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset134 Song;}}`;

  it('have western letters and quotation marks [B10]', async () => {
    const body =
      "\\f1\\'c4\\'e3 \\f0 caf\\'e9 x na\\'efve \\'93quoted\\'94 cr\\'e9\\'e9e \\f1\\'a1\\'b0\\'c4\\'e3\\'a1\\'b1";
    expect(await textOf(body, head(936))).toBe('你 café x naïve “quoted” créée “你”');
  });

  it.each([
    [936, 'GB18030', '“朱镕基”说：喆'],
    [950, 'Big5', '「一人」說'],
    [932, 'Shift_JIS', '「かんじ」、漢字'],
    [1251, 'windows-1251', 'Было'],
  ])(
    'have those of the page where a program wrote these all the same: %i [B10]',
    async (page, encoding, words) => {
      expect(await textOf(`\\f0 ${escapedBytes(words, encoding)}.`, head(page))).toBe(`${words}.`);
    },
  );

  it('have the second byte as a letter where a program writes it so [B10]', async () => {
    const body = "\\f0 \\'d6\\'ec\\'e9F\\'bb\\'f9\\par Ni \\'c4\\'e3";
    expect(await textOf(body, head(936))).toBe('朱镕基\n\nNi 你');
  });

  it('are meant where no font is named and the default is one [B10]', async () => {
    const body = "caf\\'e9 \\f1 \\'c4\\'e3\\plain  na\\'efve";
    expect(await textOf(body, head(936))).toBe('café 你 naïve');
  });

  it('of a page of western letters are of that page [B10]', async () => {
    expect(await textOf("\\f0 \\'b3\\'f3d\\'9f", head(1250))).toBe('łódź');
  });

  it('say what they were written with, whatever common Chinese words these are [B10]', async () => {
    const common = fc.constantFrom(...'的一是不了人我在有他这中大来上国个到说们为子和你地出道也时');
    await fc.assert(
      fc.asyncProperty(fc.array(common, { minLength: 1, maxLength: 30 }), async (words) => {
        const text = words.join('');
        expect(await textOf(`\\f0 ${escapedBytes(text, 'GB18030')}`, head(936))).toBe(text);
      }),
      { numRuns: 40 },
    );
  });
});

describe('notes in a rich text', () => {
  it('of a heading have their marks in its line [B10]', async () => {
    const note = '{\\*\\atnauthor Ed}{\\*\\annotation Rename?}';
    const text = await marked(`\\pard\\outlinelevel0 One${note}\\par\\pard Two.${note}\\par`);
    const [heading = '', , body = ''] = text.split('\n');
    expect([heading, body].map(shownLine)).toEqual(['# One', 'Two.']);
    expect([heading, body].map(commentsIn)).toEqual([[0], [1]]);
  });
});

describe('whatever stands in a rich text', () => {
  const pieces = fc.constantFrom(
    ...[
      '{',
      '}',
      '{',
      '}',
      '\\v ',
      '\\v0 ',
      '\\plain ',
      '\\par ',
      '\\row ',
      "\\'c4\\'e3",
      "\\'e9 ",
      'word ',
    ],
    ...['\xc4\xe3', '\xd5', '\\u8233?', '\\dbch\\ab ', '\\ltrch ', '{\\listtext 1.}', '{\\pntext '],
    ...[
      '{\\field',
      '{\\*\\fldinst EQ (x)}',
      '{\\fldrslt y}',
      '{\\shp{\\*\\shpinst{\\shptxt ',
      '{\\footnote ',
    ],
    ...[
      '\\{\\\\Scrv_fn=',
      '\\\\end_Scrv_fn\\}',
      '{\\Scrv_annot \\text=',
      '\\end_Scrv_annot}',
      '\\bin2 ',
    ],
  );
  it('is read or said to be damaged, and no words come twice [B10]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 50 }), async (some) => {
        const given = some.filter((piece) => piece === 'word ').length;
        const source = await sourceOf(`{\\rtf1 ${some.join('')}}`).catch(
          (error: { code?: string }) => {
            expect(error.code).toBe('IMPORT_FILE_DAMAGED');
            return null;
          },
        );
        const notes = [...(source?.footnotes.values() ?? [])].join(' ');
        const said = source?.comments.map(({ text }) => text).join(' ');
        const all = `${source?.parts[0]?.text ?? ''} ${notes} ${said ?? ''}`;
        expect(all.split('word').length - 1).toBeLessThanOrEqual(given);
      }),
    );
  });
});
