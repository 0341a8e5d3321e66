import { describe, expect, it } from 'vitest';
import { withTitles } from '#renderer/features/assistant/mentions.ts';

const documents = [
  { path: '030.md', title: '第三十章 归途' },
  { path: '第二卷/01 雪.md', title: '第四十五章 雪夜' },
];

describe('chapters mentioned in a question', () => {
  it.each([
    ['@030.md 里谁先走？', '@第三十章 归途 里谁先走？'],
    ['看看 @030.md.', '看看 @第三十章 归途.'],
    ['对照 @"第二卷/01 雪.md" 和@030.md', '对照 @第四十五章 雪夜 和@第三十章 归途'],
  ])('stand there by their titles: %s', (written, shown) => {
    expect(withTitles(written, documents)).toBe(shown);
  });

  it('leaves other files and addresses as they are written', () => {
    expect(withTitles('问 a@b.com，见 @note.md', documents)).toBe('问 a@b.com，见 @note.md');
  });
});
