import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPassages } from '#main/assistant/agent/fenced-chapters/passages.ts';

const notice = '[kept back]';
const letters = [...'春夏秋冬东南西北山水风月花鸟鱼虫天地人心'];
const hidden = fc
  .array(fc.constantFrom(...letters), { minLength: 60, maxLength: 200 })
  .map((all) => all.join(''));
const bare = (text: string): string => text.replace(/\s/g, '');

describe('words of closed chapters in what commands print', () => {
  it('are kept back however the lines are broken, indented and numbered [N3]', () => {
    fc.assert(
      fc.property(
        hidden,
        fc.integer({ min: 14, max: 80 }),
        fc.boolean(),
        (secret, width, numbered) => {
          const passages = createPassages();
          passages.add(`# 标题\n\n　　${secret}\n`);
          const folded = secret.match(new RegExp(`.{1,${width}}`, 'gu')) ?? [];
          const output = folded
            .map((line, index) => (numbered ? `第五章.md:${index}: ${line}` : `  ${line}`))
            .join('\n');
          const shown = passages.redact(`open line\n${output}\nanother`, notice);
          for (let start = 0; start + 12 <= secret.length; start += 1) {
            expect(bare(shown.text)).not.toContain(secret.slice(start, start + 12));
          }
          expect(shown.text.split('\n')).toHaveLength(folded.length + 2);
          expect(shown.text.startsWith('open line\n')).toBe(true);
          expect(shown.text.endsWith('\nanother')).toBe(true);
        },
      ),
    );
  });

  it('are found across lines that are shorter than a passage [N3]', () => {
    const secret = '她终于在雪夜里说出了那个藏了二十年的名字';
    const passages = createPassages();
    passages.add(secret);
    const folded = secret.match(/.{1,5}/gu)?.join('\n') ?? '';
    expect(passages.redact(`前\n${folded}\n后`, notice).text).toBe(
      `前\n${Array(4).fill(notice).join('\n')}\n后`,
    );
  });

  it('leaves everything else as it is, to the byte', () => {
    const passages = createPassages();
    passages.add('It was a bright cold day in April, and the clocks were striking thirteen.');
    for (const text of ['', '\n\n', 'It was a bright day.\r\n  in April\t', '好。\n'.repeat(3)]) {
      expect(passages.redact(text, notice)).toEqual({ text, redacted: 0 });
    }
    expect(
      passages.redact('a\n> cold day in April, and the clocks were striking\nb', notice),
    ).toEqual({
      text: `a\n${notice}\nb`,
      redacted: 1,
    });
  });

  it('never fails on any text, and keeps the count of lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (secret, text) => {
        const passages = createPassages();
        passages.add(secret);
        const shown = passages.redact(text + secret, notice);
        expect(shown.text.split('\n')).toHaveLength((text + secret).split('\n').length);
      }),
    );
  });
});
