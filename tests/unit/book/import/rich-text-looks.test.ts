import { describe, expect, it } from 'vitest';
import { rtfReader } from '#main/book/import/formats/rtf.ts';
import { shownLine } from '#main/book/import/marks.ts';
import { reading } from '#tests/helpers/import-files.ts';

const fonts =
  '{\\fonttbl{\\f0\\fcharset0 Times;}{\\f1\\fcharset134 Song;}{\\f3\\fcharset2 Symbol;}{\\f4\\fcharset2 Wingdings;}}';
const textOf = async (body: string, page = 936): Promise<string> => {
  const rtf = `{\\rtf1\\ansi\\ansicpg${page}\\deff0${fonts} ${body}}`;
  const source = { kind: 'bytes', name: 'a', bytes: Buffer.from(rtf, 'latin1') } as const;
  const { parts } = await rtfReader.read(source, { ...reading, encoding: null });
  return (parts[0]?.text ?? '').split('\n').map(shownLine).join('\n').trimEnd();
};

describe('looks of a rich text', () => {
  it.each([
    [
      'of East Asia',
      '{\\dbch \\u20182?}{\\rtlch\\ab \\ltrch\\dbch\\ab\\dbch \\u31895?}{\\dbch\\ai \\u26012?}.',
      '他**粗***斜*.',
    ],
    ['of one script only', '{\\dbch\\ab\\dbch \\u31895?}{\\loch plain}', '**粗**plain'],
    ['of all scripts', '{\\ltrch\\b\\loch\\af0\\dbch\\af1 both \\u31895?}', '**both 粗**'],
    [
      'that end for one script',
      '{\\loch\\b\\dbch\\ab \\u31895?{\\dbch\\ab0\\dbch \\u32454?}}',
      '**粗**细',
    ],
    ['said of all once more', '{\\dbch\\ab\\b0 \\u32454?\\b \\u31895?}', '细**粗**'],
    ['written to the left', '{\\ltrch \\rtlch\\ab \\u1513?}', '**\u05e9**'],
    ['of other words than these', '{\\rtlch\\fcs1 \\ab\\ai \\ltrch\\fcs0 plain}', 'plain'],
    ['until they are plain', '{\\dbch\\ab \\u31895?\\plain\\dbch  \\u32454?}', '**粗** 细'],
  ])('are those of the words, %s [B10]', async (_what, body, text) => {
    expect(await textOf(body)).toBe(text);
  });

  it.each(['accdot', 'acccomma', 'acccircle', 'accunderdot'])(
    'with emphasis marks are emphasis: %s [B10]',
    async (mark) => {
      expect(await textOf(`{\\loch\\${mark}\\dbch \\u30528?\\accnone \\u26411?}.`)).toBe('*着*末.');
    },
  );
});

describe('lists in a rich text', () => {
  const item = (label: string, words: string) =>
    `\\pard\\plain {\\listtext\\pard\\plain ${label}\\tab}\\ilvl0\\ls1 ${words}\\par `;
  it.each([
    ['Symbol', "\\f3 \\loch\\af3\\dbch\\af1\\hich\\f3 \\'b7"],
    ['Wingdings', '\\f4 n'],
    ['a character of a private range', '\\u61623?'],
    ['a dot', '\\bullet'],
    ['a hollow dot', 'o'],
  ])('have the bullets of Markdown for those of %s [B10]', async (_what, sign) => {
    expect(await textOf(`${item(sign, 'One.')}${item(sign, 'Two.')}Three.`)).toBe(
      '- One.\n\n- Two.\n\nThree.',
    );
  });

  it('keep their numbers, and stand within others [B10]', async () => {
    const inner = '{\\pntext\\tab\\f0 2)\\tab}\\pard\\ls1\\ilvl1 Inner.\\par ';
    const sign = item('> \\u56316?\\u56320?1*', 'Three.');
    const written = item('\\u31532?\\u19968?\\u31456?', '\\outlinelevel0 Wind');
    expect(
      await textOf(`${item('1.', 'One.')}${inner}${item('(a)', 'Two.')}${sign}${written}`),
    ).toBe('1. One.\n\n   2) Inner.\n\n(a) Two.\n\n\\> 1\\* Three.\n\n# 第一章 Wind');
  });

  it('have no label where they have no words, or none that are seen [B10]', async () => {
    const hidden = '{\\v {\\listtext 7.\\tab}Hidden.\\par}';
    expect(await textOf(`One.\\par ${item('1.', '')}${hidden}Two.`)).toBe('One.\n\nTwo.');
  });
});

describe('line separators of a rich text', () => {
  it('part lines, and those of paragraphs paragraphs [B10]', async () => {
    expect(await textOf('Roses\\uc0\\u8232 are red\\u8232 \\u8232 blue\\uc1\\u8233?Two.')).toBe(
      'Roses\nare red\nblue\n\nTwo.',
    );
  });
});

describe('bytes that stand in a rich text as they are', () => {
  const bytes = (hex: string): string => Buffer.from(hex, 'hex').toString('latin1');
  it.each([
    [936, '\\f1 ', 'b5dad2bbd5c2', '第一章'],
    [936, '\\f1 ', 'd55cd57dd57bb5da', '誠諁調第'],
    [950, '\\f9 ', 'a55cb35ca440', '功許一'],
    [1252, '\\f0 ', '6361668e9372e99493', 'cafŽ“ré”“'],
  ])('are of the encoding there: page %i, %s%s [B10]', async (page, font, hex, text) => {
    expect(await textOf(`${font}{\\b0 ${bytes(hex)}}\\par After.`, page)).toBe(`${text}\n\nAfter.`);
  });

  it('end no group early, however long their run is [B10]', async () => {
    const pair = bytes('d57d');
    expect(await textOf(`\\f1 {\\i ${pair.repeat(500)}}.`)).toBe(`*${'諁'.repeat(500)}*.`);
    expect(await textOf(`\\f1 ${bytes('b5da').repeat(200_000)}.`)).toBe(`${'第'.repeat(200_000)}.`);
  });

  it('close a group behind a western letter [B10]', async () => {
    expect(await textOf(`\\f1\\'c4\\'e3\\f0  {\\i caf\xe9}, na\xefve, d\xe9j\xe0`)).toBe(
      '你 *café*, naïve, déjà',
    );
  });
});
