import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { moveInOrder, orderBinder, withHidden } from '#main/book/documents/binder-order.ts';
import { compareNaturally, naturalKey } from '#main/book/documents/natural-order.ts';

const sorted = (paths: readonly string[]): string[] =>
  [...paths]
    .map(naturalKey)
    .sort(compareNaturally)
    .map(({ path }) => path);

const inOrder: readonly (readonly string[])[] = [
  [
    '序.md',
    '楔子 甄士隐.md',
    '第一章.md',
    '第二章.md',
    '第十章.md',
    '第十一章.md',
    '第廿一章.md',
    '第一百零二章.md',
    '第一百二十章.md',
    '第一千零一章.md',
    '尾声.md',
    '后记.md',
    '番外 一.md',
  ],
  ['第1章.md', '第２章.md', '第三章.md', '第 10 章.md'],
  ['第九回 恋风流.md', '第十回 金寡妇.md', '第十一回 庆寿辰.md', '第二十回 王熙凤.md'],
  [
    'Prologue.md',
    'Chapter 1.md',
    'Chapter 2 - Nine.md',
    'chapter 10.md',
    'Chapter 12.md',
    'Epilogue.md',
    'Appendix.md',
  ],
  [
    'Part I/Chapter One.md',
    'Part I/Chapter Two.md',
    'Part I/Chapter Twenty-One.md',
    'Part II/Chapter III.md',
    'Part IX/Chapter 1.md',
  ],
  ['1 Title.md', '2 Title.md', '10 Title.md', '100.md'],
  ['001.md', '002.md', '010.md', '120.md'],
  ['第一卷/第一章.md', '第一卷/第十章.md', '第二卷/第二章.md', '第十卷/第一章.md'],
  ['卷一 第一章.md', '卷一 第二章.md', '卷二 第一章.md', '卷十二 第一章.md'],
  ['第三章（上）.md', '第三章（中）.md', '第三章（下）.md', '第四章.md'],
  ['上卷.md', '中卷.md', '下卷.md'],
  ['一、开端.md', '二、出门.md', '十、归来.md', '十一、重逢.md'],
  ['第一卷/序章.md', '第一卷/第一章.md', '第一卷/尾声.md', '第二卷/序章.md'],
  ['draft 2.md', 'draft 10.md', 'Mix.md', 'notes.md'],
];

describe('natural order', () => {
  it.each(inOrder.map((paths) => [paths]))('%j', (paths) => {
    expect(sorted([...paths].reverse())).toEqual(paths);
    expect(sorted([...paths].sort())).toEqual(paths);
  });

  it('takes letters for a Roman numeral only after a word that announces one', () => {
    expect(sorted(['X marks.md', 'Bell.md', 'Chapter X.md', 'Chapter IX.md'])).toEqual([
      'Chapter IX.md',
      'Chapter X.md',
      'Bell.md',
      'X marks.md',
    ]);
  });

  const piece = fc.constantFrom(
    '第',
    '一',
    '十',
    '百零二',
    '章',
    '卷',
    '12',
    '３',
    ' ',
    '序',
    '尾声',
    'Chapter',
    'IV',
    '潮',
    '-',
    'Epilogue',
    '/',
    'a',
    '（下）',
    '.md',
  );
  const path = fc.array(piece, { minLength: 1, maxLength: 7 }).map((pieces) => pieces.join(''));

  it('is a total order', () => {
    fc.assert(
      fc.property(path, path, path, (left, middle, right) => {
        const [a, b, c] = [naturalKey(left), naturalKey(middle), naturalKey(right)];
        const sign = (x: typeof a, y: typeof a) => Math.sign(compareNaturally(x, y));
        expect(sign(a, a)).toBe(0);
        expect(sign(a, b) + sign(b, a)).toBe(0);
        expect(sign(a, b) === 0).toBe(left === middle);
        if (sign(a, b) <= 0 && sign(b, c) <= 0) expect(sign(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 3000 },
    );
  });
});

const place = (path: string) => ({ documentId: path, key: naturalKey(path) });

describe('the binder', () => {
  it('keeps the manual order and slots new chapters in after their natural neighbour', () => {
    expect(orderBinder(['1', '2', '3', '4', '0'].map(place), ['3', '1', '4'])).toEqual([
      '0',
      '3',
      '1',
      '2',
      '4',
    ]);
    expect(orderBinder(['b', 'a'].map(place), null)).toEqual(['a', 'b']);
  });

  it('shows every chapter exactly once, the placed ones in the order the writer made', () => {
    const names = fc.uniqueArray(fc.integer({ min: 1, max: 30 }).map(String), { maxLength: 12 });
    fc.assert(
      fc.property(names, names, (present, manual) => {
        const shown = orderBinder(present.map(place), manual);
        expect([...shown].sort()).toEqual([...present].sort());
        const kept = manual.filter((id) => present.includes(id));
        expect(shown.filter((id) => kept.includes(id))).toEqual(kept);
      }),
    );
  });

  it('moves a chapter to a place and remembers where hidden ones were', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 20 }).map(String), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(
        ids,
        fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
        fc.nat(9),
        (manual, hide, to) => {
          const shown = manual.filter((_, at) => hide[at] !== true);
          const moving = shown[0];
          fc.pre(moving !== undefined);
          const order = moveInOrder(shown, manual, moving, to);
          expect([...order].sort()).toEqual([...manual].sort());
          expect(order.filter((id) => shown.includes(id)).indexOf(moving)).toBe(
            Math.min(to, shown.length - 1),
          );
        },
      ),
    );
  });

  it('of chapters that come in together is the one of dragging each to its place [B10]', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1 });
    const news = fc.subarray(['x', 'y', 'z'], { minLength: 1 });
    fc.assert(
      fc.property(ids, ids, news, fc.nat(8), (shown, manual, added, at) => {
        const from = Math.min(at, shown.length);
        const wanted = shown.toSpliced(from, 0, ...added);
        const dragged = added.reduce<readonly string[]>((order, id, index) => {
          const now = shown.toSpliced(from, 0, ...added.slice(0, index + 1));
          return moveInOrder(now, order, id, from + index);
        }, manual);
        expect(withHidden(wanted, manual)).toEqual(dragged);
      }),
    );
  });
});
