import { expect, it } from 'vitest';
import { numberedTitle, shortLabel } from '#renderer/app/chapter-label.ts';

it('leaves a chapter’s title the room its label would take [F24]', () => {
  expect(shortLabel('Chapter Twenty-Three', 23)).toBe('23');
  expect(shortLabel('第二十三章', 23)).toBe('第二十三章');
  expect(shortLabel('Prologue', 1)).toBe('Prologue');
});

it.each([
  ['第113回 忏宿冤凤姐托村妪', '113 忏宿冤凤姐托村妪'],
  ['Chapter 12: Thaw', '113 Thaw'],
  ['Chapter 113', 'Chapter 113'],
  ['第一百一十三回', '第一百一十三回'],
  ['秋分大潮', '113 秋分大潮'],
])('says the number of %s once [N13, W6]', (heading, expected) => {
  expect(numberedTitle(heading, (title) => `113 ${title}`)).toBe(expected);
});
