import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { analyzeText } from '#main/ai/judge/text/voices.ts';

/** The narration; a bar for every line end and for everything else. */
const narrated = (text: string): string => analyzeText(text).narration.replace(/[\u3000\n]+/g, '|');

describe('whose voice a text is', () => {
  it.each([
    ['“我走了。”他说。', '|他说。'],
    ['「我走了。」他说。', '|他说。'],
    ['『我走了。』他说。', '|他说。'],
    ['"我走了。"他说。"我不回来。"', '|他说。|'],
    ['“他说‘我不去’，我就没去。”她说。', '|她说。'],
    ['「她說『我不去』，我就沒去。」他說。', '|他說。'],
    ['“她说“我不去”，我也没去。”他想。', '|他想。'],
    ['“我不走。\n他站起来。', '|他站起来。'],
    ['“我来了。\n\n“我又走了。”\n\n他说完了。', '|他说完了。'],
    ['他念：“亲爱的：\n我来了。\n我又走了。”\n她听着。', '他念：|她听着。'],
    ['他读《我的前半生》。', '他读|。'],
    ['他想，我该走了。天黑了。', '他想|。天黑了。'],
    ['> 我到了。\n\n他收起信。', '|他收起信。'],
    ['“I’m off,” she said.', '| she said.'],
    [
      '‘I don’t know the boys’ room,’ she said. The dogs’ tails wagged.',
      '| she said. The dogs’ tails wagged.',
    ],
    ["'I don't know,' she said. It wasn't so.", "| she said. It wasn't so."],
    ["'Twas late. Rock 'n' roll, he'd said.", "'Twas late. Rock 'n' roll, he'd said."],
    ['"I went," he said.\n\n"I stayed.\n\n"I left." He sat.', '| he said.| He sat.'],
    ['He wrote *I am well* and stopped.', 'He wrote | and stopped.'],
    ['It was *I* who wrote.', 'It was *I* who wrote.'],
    ['— I never said so.\n\nTom sat.', '|Tom sat.'],
    ['# I\n\nTom sat.', '|Tom sat.'],
    ['Dear Ann,\n\nI am well.\n\nYour Tom\n\nShe read it.', '|She read it.'],
  ])('%j', (text, expected) => {
    expect(narrated(text)).toBe(expected);
  });

  it('keeps every offset, whatever the marks are', () => {
    const pieces = [
      '“',
      '”',
      '‘',
      '’',
      '「',
      '」',
      '『',
      '』',
      '"',
      "'",
      '《',
      '》',
      '*',
      '_',
      '\n',
    ];
    const words = [
      '我',
      '他说：',
      'I ',
      'said ',
      '。',
      '. ',
      '> ',
      '# ',
      '——',
      '\r\n',
      '😀',
      'Dear X,\n',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        const { narration, sentences, voices, paragraphs } = analyzeText(text);
        expect(narration).toHaveLength(text.length);
        expect(voices).toHaveLength(text.length);
        expect(sentences.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
        for (const [index, { start, end }] of paragraphs.entries()) {
          expect(end).toBeGreaterThan(start);
          expect(start).toBeGreaterThanOrEqual(paragraphs[index - 1]?.end ?? 0);
        }
        for (let at = 0; at < text.length; at += 1) {
          if (voices[at] === 0) expect(narration[at]).toBe(text[at]);
        }
      }),
    );
  });
});
