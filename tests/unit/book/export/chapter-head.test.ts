import { describe, expect, it } from 'vitest';
import { chapterHeadline } from '#main/book/export/book.ts';
import { englishNumeral, headChapters } from '#main/book/export/chapter-head.ts';
import {
  pageHeadText,
  roundWordCount,
  wordCountLine,
} from '#main/book/export/formats/manuscript-words.ts';
import type { ExportLayout } from '#shared/domain/export.ts';
import type { Language } from '#shared/domain/identifiers.ts';

const lines = (
  headings: string[],
  numbering: ExportLayout['numbering'],
  language: Language,
): string[] =>
  headChapters(headings, numbering, language).map((head) =>
    chapterHeadline({ documentId: 'd', blocks: [], depth: 0, opens: [], ...head }, language),
  );

describe('heads of chapters', () => {
  const english = ['Prologue', 'Chapter 7: The Down Line', 'Lamps', 'Chapter 9'];
  const chinese = ['楔子', '第七回 甄士隐', '雪夜', '第9章'];

  it('stay as written', () => {
    expect(lines(english, 'asWritten', 'en')).toEqual(english);
    expect(lines(chinese, 'asWritten', 'zh-CN')).toEqual([
      '楔子',
      '第七回　甄士隐',
      '雪夜',
      '第9章',
    ]);
  });

  it('are counted anew, prologues left aside', () => {
    expect(lines(english, 'counted', 'en')).toEqual([
      'Prologue',
      'Chapter One: The Down Line',
      'Chapter Two: Lamps',
      'Chapter Three',
    ]);
    expect(lines(chinese, 'counted', 'zh-CN')).toEqual([
      '楔子',
      '第一章　甄士隐',
      '第二章　雪夜',
      '第三章',
    ]);
  });

  it('lose their labels where titles are left', () => {
    expect(lines(english, 'none', 'en')).toEqual([
      'Prologue',
      'The Down Line',
      'Lamps',
      'Chapter 9',
    ]);
    expect(lines(chinese, 'none', 'zh-CN')).toEqual(['楔子', '甄士隐', '雪夜', '第9章']);
  });

  it.each([
    [1, 'One'],
    [20, 'Twenty'],
    [41, 'Forty-One'],
    [100, 'One Hundred'],
    [120, 'One Hundred and Twenty'],
    [315, 'Three Hundred and Fifteen'],
    [1000, '1000'],
  ])('spell %i as %s', (value, words) => {
    expect(englishNumeral(value)).toBe(words);
  });
});

describe('what a manuscript says of itself', () => {
  it.each([
    [20, 100],
    [3_449, 3_400],
    [21_300, 21_500],
    [92_499, 92_000],
  ])('rounds %i words to %i', (words, rounded) => {
    expect(roundWordCount(words)).toBe(rounded);
  });

  const book = { id: '', contact: '', madeAt: 0, chapters: [], depth: 0, wordCount: 731_700 };

  it('is written as each language writes it', () => {
    const chinese = { ...book, title: '红楼梦', author: '曹雪芹', language: 'zh-CN' as const };
    const english = {
      ...book,
      title: 'The Long Way down to the Harrow Box',
      author: 'Ines M. Calloway',
      language: 'en' as const,
    };
    expect(wordCountLine(chinese)).toBe('约 73.2 万字');
    expect(pageHeadText(chinese)).toBe('曹雪芹 / 红楼梦');
    expect(wordCountLine(english)).toBe('about 732,000 words');
    expect(pageHeadText(english)).toBe('Calloway / THE LONG WAY DOWN TO THE');
  });
});
