import { describe, expect, it } from 'vitest';
import { chapterHeading } from '#shared/chapter-heading.ts';

describe('chapter headings', () => {
  it.each([
    ['第七章 秋分大潮', '第七章', '秋分大潮'],
    ['第七章　秋分大潮', '第七章', '秋分大潮'],
    ['第120回：甄士隐详说太虚情', '第120回', '甄士隐详说太虚情'],
    ['第一百零二章 归', '第一百零二章', '归'],
    ['楔子 旧事', '楔子', '旧事'],
    ['Chapter Six: The Down Line', 'Chapter Six', 'The Down Line'],
    ['Chapter 12 – Thaw', 'Chapter 12', 'Thaw'],
    ['Chapter Twenty-One: Ice', 'Chapter Twenty-One', 'Ice'],
    ['Chapter One Hundred and Twenty-Three: Ice', 'Chapter One Hundred and Twenty-Three', 'Ice'],
    ['Chapter One Hundred Sixteen. Ice', 'Chapter One Hundred Sixteen', 'Ice'],
  ])('splits %s', (heading, label, title) => {
    expect(chapterHeading(heading)).toEqual({ label, title });
  });

  it.each([
    '第七章',
    'Chapter Six',
    '秋分大潮',
    'Chapters of my life',
    '第一次见面',
    'Booking a room',
    'Part One and the rest of it',
  ])('leaves %s whole', (heading) => {
    expect(chapterHeading(heading)).toEqual({ label: null, title: heading });
  });
});
