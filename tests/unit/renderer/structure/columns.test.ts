import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  columns,
  columnTracks,
  defaultColumns,
  fittingColumns,
  readColumns,
} from '#renderer/features/structure/columns.ts';
import { cardRows, withAddCards } from '#renderer/features/structure/rows.ts';
import { aChapter } from '#tests/helpers/assembly-input.ts';

describe('the columns of the outline [W1]', () => {
  it('are all of them from the beginning, labels only where a chapter has one', () => {
    expect(defaultColumns([aChapter(1)])).toEqual(columns.filter((column) => column !== 'labels'));
    expect(defaultColumns([aChapter(1), aChapter(2, { labels: ['夜'] })])).toEqual(columns);
  });

  it('are those that were chosen, in the order of the table, and always the title', () => {
    expect(readColumns(null)).toBeNull();
    expect(readColumns([])).toEqual(['title']);
    expect(readColumns(['changed', 'weather', 'status'])).toEqual(['title', 'status', 'changed']);
  });

  it('give way one after the other where the window is narrow, never the title', () => {
    expect(fittingColumns(columns, 2_000)).toEqual(columns);
    // A window of 1024 with the binder beside it.
    expect(fittingColumns(columns, 1_024 - 264 - 15 - 32)).toEqual([
      ...['title', 'synopsis', 'status', 'words', 'wordGoal'],
    ]);
    expect(fittingColumns(columns, 0)).toEqual(['title']);
    // What was hidden leaves its room to the others.
    const chosen = columns.filter((column) => column !== 'pointOfView');
    expect(fittingColumns(chosen, 760)).toContain('changed');
    fc.assert(
      fc.property(fc.subarray([...columns]), fc.nat(1_500), (some, room) => {
        const shown = fittingColumns(['title', ...some], room);
        expect(shown[0]).toBe('title');
        expect(shown.every((column) => column === 'title' || some.includes(column))).toBe(true);
        expect(fittingColumns(shown, room)).toEqual(shown);
        expect(columnTracks(shown).split('px').length).toBeGreaterThan(shown.length);
      }),
    );
  });
});

describe('the card that goes on with a volume [W1]', () => {
  const book = (groups: readonly string[]) =>
    groups.map((group, at) => aChapter(at + 1, { group }));
  const drawn = (groups: readonly string[], width: number) =>
    withAddCards(cardRows(book(groups), width), width).map((row) =>
      row.kind === 'cards' ? `${row.cards.length}${row.addAfter === undefined ? '' : '+'}` : 'head',
    );

  it('stands in the last row of each where there is room, else in a row of its own', () => {
    expect(drawn(['上', '上', '上', '下'], 2)).toEqual(['head', '2', '1+', 'head', '1+']);
    expect(drawn(['上', '上', '下', '下'], 2)).toEqual(['head', '2', '0+', 'head', '2', '0+']);
    expect(drawn(['', ''], 4)).toEqual(['2+']);
    expect(drawn([], 4)).toEqual([]);
  });

  it('stands once for each volume, behind its last chapter', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('上', '中', '下'), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 4 }),
        (groups, width) => {
          const chapters = book(groups);
          const lasts = chapters.filter(({ group }, at) => chapters[at + 1]?.group !== group);
          const rows = withAddCards(cardRows(chapters, width), width);
          const adds = rows.flatMap((row) => (row.kind === 'cards' ? (row.addAfter ?? []) : []));
          expect(adds).toEqual(lasts.map(({ documentId }) => documentId));
          const widest = rows.map((row) =>
            row.kind === 'cards' ? row.cards.length + (row.addAfter === undefined ? 0 : 1) : 0,
          );
          expect(Math.max(...widest)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});
