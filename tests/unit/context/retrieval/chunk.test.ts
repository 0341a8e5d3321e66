import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunk } from '#main/context/retrieval/text/chunk.ts';
import { paragraphs, weightOf } from '#main/context/retrieval/text/paragraphs.ts';
import { sentences } from '#main/context/retrieval/text/sentences.ts';

const piece = fc.oneof(
  fc.constantFrom(
    '林远把灯放下。',
    '“谁？”她问。',
    'The lamp went out. ',
    'No one spoke!',
    '# 第二章',
    '***',
    '𠀀字',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const manuscript = fc
  .array(fc.oneof(piece, fc.constantFrom('\n', '\n\n', ' ', '\t')), { maxLength: 400 })
  .map((parts) => parts.join(''));

describe('chunks', () => {
  it('are exact, in order, and leave out nothing but white space', () => {
    fc.assert(
      fc.property(manuscript, (text) => {
        let from = 0;
        for (const { start, end, text: body } of chunk(text)) {
          expect(text.slice(from, start).trim()).toBe('');
          expect(text.slice(start, end)).toBe(body);
          expect(body).toBe(body.trim());
          expect(end).toBeGreaterThan(start);
          from = end;
        }
        expect(text.slice(from).trim()).toBe('');
      }),
    );
  });

  it('end at paragraph borders unless a paragraph is far too long', () => {
    fc.assert(
      fc.property(manuscript, (text) => {
        const ends = new Set(paragraphs(text).map(({ end }) => end));
        const long = paragraphs(text).filter(({ weight }) => weight > 1800);
        for (const { end } of chunk(text)) {
          const inLong = long.some((paragraph) => paragraph.start < end && end <= paragraph.end);
          expect(ends.has(end) || inLong).toBe(true);
        }
      }),
    );
  });

  it('hold some 300 ideographs or 900 letters', () => {
    const chinese = Array.from(
      { length: 60 },
      (_, n) => `${'风吹过河面，船慢慢靠岸。'.repeat(6)}${n}`,
    ).join('\n');
    const sizes = chunk(chinese).map(({ text }) => text.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(450);
    expect(sizes.reduce((a, b) => a + b) / sizes.length).toBeGreaterThan(250);
    const english = Array.from({ length: 60 }, () =>
      'The wind moved over the water. '.repeat(8),
    ).join('\n\n');
    const lengths = chunk(english).map(({ text }) => text.length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(1300);
  });

  it('cut an endless paragraph at sentences, and one without any without breaking a character', () => {
    const text = '海水一寸一寸地退下去，露出黑色的石头。'.repeat(200);
    for (const { text: body } of chunk(text)) expect(body.endsWith('。')).toBe(true);
    for (const { text: body } of chunk('𠀀'.repeat(3000)))
      expect(encodeURIComponent(body).length).toBeGreaterThan(0);
  });

  it('a heading begins a chunk, and paragraphs are counted without headings', () => {
    const body = '她把门关上，坐在灯下等天亮。'.repeat(20);
    const chunks = chunk(`# 一\n\n${body}\n\n${body}\n\n## 二\n\n${body}`);
    expect(chunks.at(-1)?.text.startsWith('## 二')).toBe(true);
    expect(chunks.at(-1)?.paragraph).toBe(3);
    expect(chunks[0]?.paragraph).toBe(1);
  });

  it('joins lines broken by hand into paragraphs', () => {
    const line = 'and the river ran on past the mill without a\n';
    const [first] = paragraphs(`${line.repeat(12)}end.\n\nNext one.`);
    expect(first?.end).toBe(`${line.repeat(12)}end.`.length);
  });
});

describe('sentences', () => {
  it('cover the text without gaps', () => {
    fc.assert(
      fc.property(manuscript, (text) => {
        expect(
          sentences(text, 0, text.length)
            .map(({ start, end }) => text.slice(start, end))
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('end after closing quotes and not inside numbers', () => {
    const text = '“走吧。”他说。It was 3.5 miles. “No!” she said.';
    expect(sentences(text, 0, text.length).map(({ start, end }) => text.slice(start, end))).toEqual(
      ['“走吧。”', '他说。', 'It was 3.5 miles. ', '“No!” ', 'she said.'],
    );
    expect(weightOf('灯a')).toBe(4);
  });
});
