import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mentionWord, withPaths, withTitles } from '#renderer/features/assistant/mentions.ts';

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

  it('are written by their titles and sent by their files', () => {
    const words = documents.map((chapter) => mentionWord(chapter, documents));
    expect(words).toEqual(['@"第三十章 归途"', '@"第四十五章 雪夜"']);
    expect(withPaths(`对照 ${words.join(' 和 ')}。`, documents)).toBe(
      '对照 @030.md 和 @"第二卷/01 雪.md"。',
    );
    expect(withPaths('问 a@b.com，见 @note.md 和 @030.md', documents)).toBe(
      '问 a@b.com，见 @note.md 和 @030.md',
    );
  });

  it('lead to the chapter that was chosen, whatever chapters are called [S4-24]', () => {
    const name = fc.string({
      unit: fc.constantFrom('雪', 'a', ' ', '.', '"', '7', '@', '-'),
      maxLength: 5,
    });
    const chapter = fc.record({
      path: fc.stringMatching(/^[a-z]{1,3}( [a-z])?\.md$/),
      title: name.map((title) => title.trim()),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(chapter, { selector: ({ path }) => path, minLength: 1, maxLength: 5 }),
        (chapters) => {
          for (const one of chapters) {
            const sent = withPaths(`看 ${mentionWord(one, chapters)} 这里`, chapters);
            expect([`看 @${one.path} 这里`, `看 @"${one.path}" 这里`]).toContain(sent);
          }
        },
      ),
    );
  });

  it('leaves other files and addresses as they are written', () => {
    expect(withTitles('问 a@b.com，见 @note.md', documents)).toBe('问 a@b.com，见 @note.md');
  });
});
