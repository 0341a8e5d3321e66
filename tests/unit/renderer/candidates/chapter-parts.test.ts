import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chapterParts } from '#renderer/features/candidates/chapter-parts.ts';

it.each([
  ['# 第九章 雪\n\n雪停了。\n', { title: '第九章 雪', body: '雪停了。' }],
  ['\n## Nine ##\nThe snow.', { title: 'Nine', body: 'The snow.' }],
  ['雪停了。\n\n# 后来', { title: null, body: '雪停了。\n\n# 后来' }],
  ['#\n雪', { title: null, body: '#\n雪' }],
  ['#雪', { title: null, body: '#雪' }],
  ['# 雪', { title: '雪', body: '' }],
  ['', { title: null, body: '' }],
])('reads the heading of a proposed chapter: %j [N16]', (text, parts) => {
  expect(chapterParts(text)).toEqual(parts);
});

it('loses no word of a proposed chapter [N16]', () => {
  const piece = fc.constantFrom('#', ' ', '\n', '雪', 'a', '\t', '##');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = pieces.join('');
      const { title, body } = chapterParts(text);
      const words = (one: string) => one.replace(/[#\s]/gu, '');
      expect(words(`${title ?? ''}${body}`)).toBe(words(text));
    }),
  );
});
