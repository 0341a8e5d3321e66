import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineKind } from '#renderer/features/editor/prose/scan-line.ts';
import { emphases } from '#shared/emphases.ts';

const pieces = (text: string) =>
  emphases(text).map(({ from, to, mark }) => [text.slice(from + mark, to - mark), mark]);

describe('a line of Markdown', () => {
  it('finds emphasis, also against full-width punctuation and inside words of Han', () => {
    expect(pieces('他*忽然*抬头')).toEqual([['忽然', 1]]);
    expect(pieces('**“重重”**的')).toEqual([['“重重”', 2]]);
    expect(pieces('a **b *c* d** e')).toEqual([
      ['b *c* d', 2],
      ['c', 1],
    ]);
    expect(pieces('_very_ late, _so_ late')).toEqual([
      ['very', 1],
      ['so', 1],
    ]);
  });

  it('finds emphasis whose marks touch, within each other and side by side, and beside an escaped star [F22]', () => {
    expect(pieces('*ita***bold**')).toEqual([
      ['ita', 1],
      ['bold', 2],
    ]);
    expect(pieces('*甲**乙***')).toEqual([
      ['甲**乙**', 1],
      ['乙', 2],
    ]);
    expect(pieces('***甲**乙*')).toEqual([
      ['**甲**乙', 1],
      ['甲', 2],
    ]);
    expect(pieces(String.raw`\**甲*`)).toEqual([['甲', 1]]);
    expect(pieces(String.raw`*甲\\\\*`)).toEqual([[String.raw`甲\\\\`, 1]]);
    expect(pieces('**not* yet')).toEqual([]);
  });

  it('leaves other stars and underscores alone', () => {
    expect(pieces('2 * 3 * 4')).toEqual([]);
    expect(pieces('snake_case_name')).toEqual([]);
    expect(pieces(String.raw`\*not\*`)).toEqual([]);
    expect(pieces('*open')).toEqual([]);
  });

  it('never yields ranges that overlap partly or leave the line', () => {
    const letters = fc.constantFrom('*', '**', '_', '雪', 'a', ' ', '\\');
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        const found = emphases(text);
        for (const { from, to, mark } of found) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeLessThanOrEqual(text.length);
          expect(to - from).toBeGreaterThan(2 * mark);
        }
        for (const a of found) {
          for (const b of found) {
            const apart = a.to <= b.from || b.to <= a.from;
            const inside = (a.from <= b.from && b.to <= a.to) || (b.from <= a.from && a.to <= b.to);
            expect(apart || inside).toBe(true);
          }
        }
      }),
    );
  });

  it('tells headings, ornaments, quotes and lists from prose', () => {
    expect(lineKind('# 第七章 秋分大潮')).toEqual({
      kind: 'heading',
      level: 1,
      textFrom: 2,
      labelTo: 5,
      titleFrom: 6,
    });
    expect(lineKind('## 秋分')).toMatchObject({ level: 2, labelTo: 3, titleFrom: 3 });
    expect(lineKind('#没有空格').kind).toBe('prose');
    expect(lineKind('---').kind).toBe('ornament');
    expect(lineKind('* * *').kind).toBe('ornament');
    expect(lineKind('＊＊＊').kind).toBe('ornament');
    expect(lineKind('~~~').kind).toBe('ornament');
    expect(lineKind('~~').kind).toBe('prose');
    expect(lineKind('> 信上说')).toEqual({ kind: 'quote', textFrom: 2 });
    expect(lineKind('- 米').kind).toBe('list');
    expect(lineKind('——他说。').kind).toBe('prose');
  });
});
