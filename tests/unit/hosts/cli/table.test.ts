import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, fitWidth } from '#shared/display-width.ts';
import { layOutTable } from '#main/hosts/cli/table.ts';

const text = fc.string({
  unit: fc.constantFrom('a', '林', '，', 'é', 'e\u0301', '😀', ' ', '한', 'Ｗ', '𠮷'),
});

describe('display width', () => {
  it('counts East Asian characters twice and marks not at all', () => {
    const known = {
      abc: 3,
      林远: 4,
      '，。': 4,
      'e\u0301': 1,
      '😀': 2,
      𠮷: 2,
      ｱ: 1,
      Ｗ: 2,
      '“…”': 3,
      '': 0,
    };
    for (const [sample, columns] of Object.entries(known)) {
      expect([sample, displayWidth(sample)]).toEqual([sample, columns]);
    }
  });

  it('fits any text into any number of columns and marks what is missing', () => {
    fc.assert(
      fc.property(text, fc.nat(30), (sample, columns) => {
        const fitted = fitWidth(sample, columns);
        expect(displayWidth(fitted)).toBeLessThanOrEqual(columns);
        if (displayWidth(sample) <= columns) expect(fitted).toBe(sample);
        else if (columns > 0) {
          expect(fitted.endsWith('…')).toBe(true);
          expect(sample.startsWith(fitted.slice(0, -1))).toBe(true);
        }
      }),
    );
  });
});

describe('tables', () => {
  it('stand straight in both scripts', () => {
    const lines = layOutTable(
      [
        { head: '标题', align: 'left', maxWidth: 8 },
        { head: 'Tokens', align: 'right', maxWidth: 8 },
      ],
      [
        ['第一章 雪夜归人', '12'],
        ['Salt', '3456'],
      ],
    );
    expect(lines).toEqual(['标题      Tokens', '第一章 …      12', 'Salt        3456']);
  });

  it('start every column at the same place for any cells', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1 }), (cells) => {
        const lines = layOutTable(
          [
            { head: 'x', align: 'left', maxWidth: 10 },
            { head: '|', align: 'left', maxWidth: 1 },
          ],
          cells.map((cell) => [cell, '|']),
        );
        const places = lines.map((line) => displayWidth(line.slice(0, line.lastIndexOf('|'))));
        expect(new Set(places).size).toBe(1);
      }),
    );
  });

  it('let no control character of a title reach the terminal', () => {
    const [, line] = layOutTable(
      [{ head: 'x', align: 'left', maxWidth: 40 }],
      [['a\u001b[31m\tb\nc']],
    );
    expect(line).toBe('a [31m b c');
  });
});
