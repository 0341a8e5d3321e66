import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChangedRow,
  compareParagraphs,
  type Row,
} from '#renderer/features/history/paragraphs.ts';
import { passageOf } from '#renderer/features/history/passage.ts';

const isChanged = (row: Row): row is ChangedRow => row.kind === 'changed';
const changedOf = (rows: readonly Row[]): ChangedRow[] => rows.filter(isChanged);

const sentences = [
  '雪落了一夜。',
  '雪落了整整一夜。',
  '他推开门，屋里没有人。',
  '他推开门，屋里一个人也没有。',
  '# 第一章 雪夜',
  'The lamp went out.',
  'The lamp went out at once.',
  'Nobody came.',
];
const chapter = fc
  .array(fc.constantFrom(...sentences), { maxLength: 8 })
  .map((paragraphs) => paragraphs.join('\n\n'));

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** What the program does with a passage. */
const restored = (rows: readonly Row[], row: ChangedRow, present: string) => {
  const { text, into } = passageOf(rows, row, present);
  return `${present.slice(0, into.start)}${text}${present.slice(into.end)}`;
};

/** How many paragraphs stand in one of the texts only. */
const distance = (rows: readonly Row[]): number =>
  changedOf(rows).flatMap(({ left, right }) => [left, right].filter((one) => one !== null)).length;

describe('two versions, paragraph by paragraph', () => {
  it('shows every paragraph of both in order, and a changed one in parts that make it up [W8]', () => {
    fc.assert(
      fc.property(chapter, chapter, (left, right) => {
        const rows = compareParagraphs(left, right);
        const textsOn = (side: 'left' | 'right') =>
          rows.flatMap((row) =>
            row.kind === 'same'
              ? row.paragraphs.map((both) => both[side].text)
              : (row[side]?.text ?? []),
          );
        expect(textsOn('left')).toEqual(linesOf(left));
        expect(textsOn('right')).toEqual(linesOf(right));
        for (const row of changedOf(rows)) {
          expect(row.leftParts.map(({ text }) => text).join('')).toBe(row.left?.text ?? '');
          expect(row.rightParts.map(({ text }) => text).join('')).toBe(row.right?.text ?? '');
          expect(row.left?.text).not.toBe(row.right?.text);
        }
      }),
    );
  });

  it('brings the earlier paragraphs back when every difference is restored, one at a time, in any order [W8]', () => {
    fc.assert(
      fc.property(chapter, chapter, fc.infiniteStream(fc.nat()), (left, right, picks) => {
        let present = right;
        for (const pick of picks) {
          const rows = compareParagraphs(left, present);
          const changed = changedOf(rows);
          const row = changed[pick % Math.max(1, changed.length)];
          if (row === undefined) break;
          const next = restored(rows, row, present);
          // Each step brings the texts nearer, and no two paragraphs run into one.
          expect(distance(compareParagraphs(left, next))).toBeLessThan(distance(rows));
          present = next;
        }
        expect(linesOf(present)).toEqual(linesOf(left));
      }),
    );
  });

  it('pairs a paragraph with what it became and not with what was put beside it [W8]', () => {
    const left = '他推开门，屋里没有人。';
    const right = '天还没亮，谁也没有起来。\n\n他推开门，屋里一个人也没有。';
    const [first, second] = changedOf(compareParagraphs(left, right));
    expect(first).toMatchObject({ left: null, right: { number: 1 } });
    expect(second).toMatchObject({ left: { number: 1 }, right: { number: 2 } });
  });

  it('marks words that changed behind one another as one stretch [W8]', () => {
    const [row] = changedOf(
      compareParagraphs('He had said something unforgivable.', 'He had spoken out of turn.'),
    );
    const own = row?.rightParts.filter((part) => part.own).map(({ text }) => text);
    expect(own).toEqual(['spoken out of turn']);
  });

  it('says nothing of breaks that are longer or shorter [W8]', () => {
    const rows = compareParagraphs('一。\n二。\n', '一。\n\n\n二。');
    expect(rows.map(({ kind }) => kind)).toEqual(['same']);
  });
});
