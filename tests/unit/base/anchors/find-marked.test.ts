import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMarked } from '#main/base/anchors/find-marked.ts';
import { anchorPlace } from '#main/base/anchors/place-anchor.ts';

const line = '灯还亮着。';
const chapter = (...lines: string[]): string => `# 第一章 雪夜\n\n${lines.join('\n\n')}\n`;

/** What stands where the place of `quote` in `before` is found in `after`; null where it is not. */
const found = (before: string, quote: string, after: string): string | null => {
  const start = before.indexOf(quote);
  const span = findMarked(after, anchorPlace(before, { start, end: start + quote.length }), null);
  return span && `${span.start}: ${after.slice(span.start, span.end)}`;
};
const at = (text: string, quote: string): string => `${text.indexOf(quote)}: ${quote}`;

const before = chapter('他推开门。', '雪停了，院子里没有脚印。', line, '没有人应。');

describe('a marked line that is too short to be known anywhere [W4 W2]', () => {
  it('is found where it was moved to, alone on its line and nowhere else', () => {
    const moved = chapter(line, '他推开门。', '雪停了，院子里没有脚印。', '没有人应。');
    expect(found(before, line, moved)).toBe(at(moved, line));
    const indented = moved.replace(line, `　　${line}`);
    expect(found(before.replace(line, `　　${line}`), line, indented)).toBe(at(indented, line));
    const first = `${line}\n\n他推开门。\n`;
    expect(found(`他推开门。\n\n${line}`, line, first)).toBe(at(first, line));
  });

  it('is not guessed where it stands twice, within another line, or was another place all along', () => {
    const rest = ['他推开门。', '雪停了，院子里没有脚印。'];
    expect(found(before, line, chapter(line, ...rest, line, '没有人应！'))).toBe(null);
    expect(found(before, line, chapter(`他说：“${line}”`, ...rest, '没有人应。'))).toBe(null);
    // Words of a line, and a line of three letters, are no lines that are known alone.
    const part = line.slice(0, 4);
    expect(found(before, part, chapter(part, ...rest, '没有人应。'))).toBe(null);
    const short = before.replace(line, '灯灭了。');
    expect(found(short, '灯灭了。', chapter('灯灭了。', ...rest, '没有人应。'))).toBe(null);
  });

  it('is not taken for the same words elsewhere where another text stands between its old neighbours', () => {
    const changed = chapter(
      line,
      '他推开门。',
      '雪停了，院子里没有脚印。',
      '一片漆黑。',
      '没有人应，连狗也不叫一声。',
    );
    const old = chapter(
      '他推开门。',
      '雪停了，院子里没有脚印。',
      line,
      '没有人应，连狗也不叫一声。',
    );
    expect(found(old, line, changed)).toBe(null);
  });

  it('is found wherever in a chapter its line is put (property)', () => {
    const other: fc.Arbitrary<string> = fc.constantFrom(
      '他推开门。',
      '雪。',
      '没有人应。',
      '',
      '　　风大了起来。',
      '灯还亮着吗？',
    );
    const others = fc.array(other, { maxLength: 12 });
    fc.assert(
      fc.property(others, fc.nat(), fc.nat(), (lines, from, to) => {
        const put = (place: number): string =>
          lines.toSpliced(place % (lines.length + 1), 0, line).join('\n');
        const [old, now] = [put(from), put(to)];
        expect(found(old, line, now)).toBe(at(now, line));
      }),
    );
  });
});
