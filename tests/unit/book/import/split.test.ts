import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SplitRule } from '#shared/contract/import.ts';
import { onePart, plainSource } from '#main/book/import/source-text.ts';
import { chapterLineCuts } from '#main/book/import/split/chapter-lines.ts';
import { splitSource } from '#main/book/import/split/index.ts';
import { findWrapWidth, paragraphsOf } from '#main/book/import/formats/plain-paragraphs.ts';
import { isSceneMark } from '#main/book/import/markdown-text.ts';

const split = (text: string, splitAt: SplitRule = 'auto', pattern: string | null = null) =>
  splitSource(plainSource('txt', onePart(text)), { splitAt, pattern });
const titles = (text: string, splitAt?: SplitRule, pattern?: string) =>
  split(text, splitAt, pattern).chapters.map(({ title }) => title);

describe('lines that begin chapters', () => {
  it.each([
    '第一章',
    '第十二回　甄士隐梦幻识通灵　贾雨村风尘怀闺秀',
    '第1章 雪线',
    '第一百二十章：归结',
    '正文 第三章 换马',
    '【第四章 盐】',
    '卷三 归途',
    '楔子',
    '番外一 旧事',
    '尾声',
    'Chapter 12',
    'CHAPTER XII. In Which Nothing Happens',
    'Chapter Twenty-One: The Ferry',
    'PART TWO',
    'Prologue',
    'Epilogue: Home',
  ])('knows “%s” [B10]', (line) => {
    expect(chapterLineCuts([line, 'text'])).toHaveLength(1);
  });

  it.each([
    '第一章里他说过这件事，后来再也没有提起。',
    '第四回中既将薛家母子在荣府中寄居等事略已表明，此回暂可不写了。',
    '第二天，雪停了。',
    '“第一章写得不好。”他说，',
    'Chapter and verse were quoted at him.',
    'Part of the plan was simple.',
    'Part one of the plan was simple.',
    '尾声似的风，',
    'Chapter 7 was the one that she had never been able to finish, and she told him so,',
  ])('takes “%s” for a sentence [B10]', (line) => {
    expect(chapterLineCuts([line, 'text'])).toEqual([]);
  });

  it('passes over a table of contents, and over a title that stands there twice [B10]', () => {
    const names = ['第一章 雪', '第二章 马', '第三章 盐'];
    const contents = names.map((name, at) => `${name}……${at + 1}`).join('\n');
    const text = names.map((name) => `${name}\n\n${name}\n\n正文。`).join('\n\n');
    for (const above of [`目录\n\n${contents}`, `目录\n\n${names.join('\n')}`]) {
      const { chapters } = split(`${above}\n\n${text}`, 'pattern');
      expect(chapters.map(({ title }) => title)).toEqual([null, ...names]);
      expect(chapters.slice(1).map(({ body }) => body)).toEqual(['正文。', '正文。', '正文。']);
    }
  });

  it('takes a volume with chapters in it for their folder [B10]', () => {
    const text =
      '第一卷 风起\n\n第一章 甲\n\n一。\n\n第二章 乙\n\n二。\n\n第二卷 云涌\n\n第三章 丙\n\n三。';
    expect(split(text).chapters.map(({ title, group }) => [title, group])).toEqual([
      ['第一章 甲', '第一卷 风起'],
      ['第二章 乙', '第一卷 风起'],
      ['第三章 丙', '第二卷 云涌'],
    ]);
  });

  it('leaves a prologue and an epilogue beside the volume they stand around [W1 B10]', () => {
    const inside = Array.from({ length: 6 }, (_, at) => `## ${at + 1}\n\n灯。`).join('\n\n');
    const text = `# 楔子\n\n从前。\n\n# 正文\n\n${inside}\n\n# 尾声\n\n后来。`;
    const found = split(text, 'headings').chapters;
    expect(found.map(({ title, group }) => [title, group])).toEqual([
      ['楔子', null],
      ...['1', '2', '3', '4', '5', '6'].map((title) => [title, '正文']),
      ['尾声', null],
    ]);
  });

  it('keeps the sections of a chapter in it, where others have none [B10]', () => {
    const text = '# 甲\n\n一。\n\n# 乙\n\n## 1\n\n二。\n\n## 2\n\n三。\n\n# 丙\n\n四。';
    expect(titles(text, 'headings')).toEqual(['甲', '乙', '丙']);
  });

  it('counts numbers that stand alone, where there is nothing else [B10]', () => {
    expect(titles('1\n\nOne.\n\n2\n\nTwo.\n\n3\n\nThree.')).toEqual(['1', '2', '3']);
    expect(titles('1\n\nOne.\n\n7\n\nTwo.')).toEqual([null]);
  });
});

describe('rules', () => {
  const text = '序\n\n一。\n\n***\n\n二。\n\n## 甲\n\n三。';

  it('splits at scenes, at nothing, and at what the writer says [B10]', () => {
    expect(split(text, 'scenes').chapters.map(({ body }) => body)).toEqual([
      '序\n\n一。',
      '二。',
      '三。',
    ]);
    expect(titles(text, 'none')).toEqual([null]);
    expect(titles('卷甲\n\n一。\n\n卷乙\n\n二。', 'pattern', '^卷')).toEqual(['卷甲', '卷乙']);
  });

  it('refuses a pattern that is none, with a code [B10]', () => {
    expect(() => split(text, 'pattern', '(')).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
  });

  it('says how many chapters each rule makes [B10]', () => {
    const { splits } = split(text);
    expect(Object.fromEntries(splits.map((one) => [one.splitAt, one.chapters]))).toMatchObject({
      headings: 2,
      scenes: 3,
      none: 1,
    });
  });

  it('loses no line and doubles none, whatever the text [B10]', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '',
        '第一章 甲',
        '# One',
        '## 二',
        '***',
        'Chapter 3',
        '目录',
        '---',
        '===',
        '1',
        '2',
        '3',
      ),
      fc.stringMatching(/^[a-z甲乙丙 ]{1,12}$/),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const text = lines.join('\n');
        const words = (some: string): string[] => some.match(/[\p{L}\p{N}]+/gu) ?? [];
        for (const rule of ['headings', 'scenes', 'none'] as const) {
          const { title, chapters } = split(text, rule);
          // A volume's line is its folder's name, once for all its chapters.
          const groups = chapters.flatMap(({ group }, at) =>
            group === null || group === chapters[at - 1]?.group ? [] : [group],
          );
          const bodies = chapters.flatMap(({ headingLine, body }) => [headingLine ?? '', body]);
          const kept = words([title ?? '', ...groups, ...bodies].join('\n'));
          expect(new Set(kept)).toEqual(new Set(words(text)));
          expect(words(bodies.join('\n')).length).toBeLessThanOrEqual(words(text).length);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('plain paragraphs', () => {
  it('finds the width a text was broken at, and none in a text of whole paragraphs [B10]', () => {
    expect(findWrapWidth(Array.from({ length: 30 }, () => 'x'.repeat(70)))).toBe(70);
    const paragraphs = Array.from({ length: 40 }, (_, at) => '雪'.repeat(5 + ((at * 37) % 90)));
    expect(findWrapWidth(paragraphs)).toBe(null);
  });

  it('gives back the paragraphs of any text that has one a line [B10]', () => {
    const paragraph = fc.stringMatching(/^[a-z雪马盐，。]{1,200}$/);
    fc.assert(
      fc.property(
        fc.array(paragraph, { maxLength: 10 }),
        fc.constantFrom('\n', '\n\n', '\n　　'),
        (all, gap) => {
          const lines = paragraphsOf(all.join(gap))
            .split('\n')
            .filter((one) => one !== '');
          expect(lines).toEqual(all);
        },
      ),
    );
  });

  it('tells a mark between scenes from a line of dialogue [B10]', () => {
    expect(['***', '* * *', '＊＊＊', '◇', '---', '——'].filter((one) => !isSceneMark(one))).toEqual(
      [],
    );
    expect(['—', '-', '', '——你来了。', '1'].filter(isSceneMark)).toEqual([]);
  });
});
