import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { changeOf, draftOf } from '#renderer/features/structure/field-drafts.ts';
import { liftChapter } from '#renderer/features/structure/lift.ts';
import {
  cardRows,
  lineAfter,
  neighbourOf,
  type OutlineRow,
  outlineRows,
  rowInSight,
  summaryOf,
} from '#renderer/features/structure/rows.ts';
import type { Cell } from '#renderer/features/structure/store.ts';
import { aChapter } from '#tests/helpers/assembly-input.ts';

const none = { scenes: new Map(), lost: new Map() };
const foldedOnly = (row: OutlineRow): boolean => row.kind === 'volume' && row.isFolded;

const book = [
  aChapter(1, { group: '上卷', wordCount: 3, status: 'done', synopsis: '一。' }),
  aChapter(2, { group: '上卷', wordCount: 4 }),
  aChapter(3, { group: '上卷', wordCount: 5 }),
  aChapter(4, { group: '下卷', wordCount: 6, status: 'idea' }),
];
const ids = book.map(({ documentId }) => documentId);

describe('the lines of the whole book [W1]', () => {
  it('have a line for each volume with its sums, and none for a book without folders', () => {
    const rows = outlineRows(book);
    expect(rows.map(({ kind }) => kind)).toEqual([
      ...['volume', 'chapter', 'chapter', 'chapter', 'volume', 'chapter'],
    ]);
    expect(rows[0]).toMatchObject({ group: '上卷', documents: book.slice(0, 3) });
    expect(outlineRows(book.slice(0, 3)).map(({ kind }) => kind)).not.toContain('volume');
  });

  it('show what stands above the first chapter with it, and above no other', () => {
    const rows = outlineRows(book);
    expect([0, 1, 2, 5].map((index) => rowInSight(rows, index))).toEqual([0, 0, 2, 5]);
    expect(rowInSight(outlineRows(book.slice(0, 3)), 1)).toBe(1);
  });

  it('lay cards out in rows that no volume shares with the next', () => {
    const rows = cardRows(book, 2);
    const cards = rows.flatMap((row) => (row.kind === 'cards' ? [row.cards.length] : []));
    expect(cards).toEqual([2, 1, 1]);
    expect(rows.map(({ kind }) => kind)).toEqual(['volume', 'cards', 'cards', 'volume', 'cards']);
  });

  it('count what is done and what has no synopsis', () => {
    expect(summaryOf(book)).toEqual({ chapters: 4, words: 18, done: 1, without: 3 });
  });

  it('end at the first and the last chapter', () => {
    const [first = '', second = '', , last = ''] = ids;
    expect(neighbourOf(book, first, 1)).toBe(second);
    expect(neighbourOf(book, first, -3)).toBe(first);
    expect(neighbourOf(book, second, 99)).toBe(last);
  });
});

const scene = (words: number) => ({ start: words, end: words + 1, words, opening: `场${words}` });
const shown = {
  scenes: new Map([
    [ids[0] ?? '', [scene(1), scene(2)]],
    [ids[1] ?? '', [scene(3), scene(4), scene(5)]],
  ]),
  lost: new Map(),
  open: new Set([ids[1] ?? '']),
};

describe('the scenes of a chapter among the others [W1]', () => {
  it('stand below it while they are shown, in either view', () => {
    const outline = outlineRows(book.slice(0, 3), shown);
    expect(
      outline.map((row) => (row.kind === 'scene' ? row.item.scene?.opening : row.kind)),
    ).toEqual([...['chapter', 'chapter', '场3', '场4', '场5', 'chapter']]);
    const board = cardRows(book.slice(0, 3), 2, shown);
    expect(board.map((row) => (row.kind === 'tray' ? row.scenes.length : row.kind))).toEqual([
      ...['cards', 2, 1, 'cards'],
    ]);
  });

  it('are followed by what is written down of those without a place', () => {
    const facts = {
      status: null,
      synopsis: '锣',
      pointOfViewEntityId: null,
      wordGoal: null,
      opening: '天亮',
    };
    const lost = new Map([[ids[1] ?? '', [{ sceneId: 's', ...facts }]]]);
    const rows = outlineRows(book.slice(0, 2), { ...shown, lost });
    expect(rows.at(-1)).toMatchObject({ index: 3, item: { scene: null, facts } });
  });

  it('are gone through by the arrows, in the column the writer was in', () => {
    const rows = outlineRows(book, shown);
    const [, second = '', third = ''] = ids;
    const cell = { documentId: second, field: 'status' as const };
    const first = lineAfter(rows, cell, 1);
    expect(first).toEqual({ documentId: second, field: 'status', scene: 0 });
    expect(lineAfter(rows, first, -1)).toEqual({ documentId: second, field: 'status' });
    expect(lineAfter(rows, first, 3)).toEqual({ documentId: third, field: 'status' });
    expect(lineAfter(rows, cell, 4)).toEqual({ documentId: third, field: 'status' });
    expect(lineAfter(rows, first, Infinity).documentId).toBe(ids[3]);
    expect(lineAfter(rows, cell, -Infinity).documentId).toBe(ids[0]);
  });
});

describe('folded volumes [W1]', () => {
  it('have one line for all their chapters, at which the arrows stop once on their way through the others', () => {
    const groups = fc.array(fc.constantFrom('上卷', '中卷', '下卷'), {
      minLength: 1,
      maxLength: 12,
    });
    const folds = fc.uniqueArray(fc.constantFrom('上卷', '中卷', '下卷'));
    fc.assert(
      fc.property(groups, folds, (named, away) => {
        const folded = new Set(away);
        const chapters = named.map((group, at) => aChapter(at + 1, { group }));
        const rows = outlineRows(chapters, undefined, null, folded);
        const lines = rows.filter((row) => row.kind === 'chapter' || foldedOnly(row));
        const standing = chapters.map(({ documentId }) =>
          lines.filter((row) =>
            row.kind === 'volume'
              ? row.documents.some((one) => one.documentId === documentId)
              : row.key === documentId,
          ),
        );
        expect(standing.map(({ length }) => length)).toEqual(chapters.map(() => 1));
        // Without volumes there would be no line to show them again by.
        const hasVolumes = rows.some(({ kind }) => kind === 'volume');
        expect(hasVolumes).toBe(named.some((group) => group !== named[0]));

        const stops: string[] = [];
        let cell: Cell = { documentId: chapters[0]?.documentId ?? '', field: 'title' };
        for (;;) {
          stops.push(cell.documentId);
          const next = lineAfter(rows, cell, 1);
          if (next.documentId === cell.documentId) break;
          cell = next;
        }
        expect(stops).toHaveLength(lines.length);
        // From any chapter behind the line as from its first.
        const last = chapters.at(-1)?.documentId ?? '';
        expect(lineAfter(rows, { documentId: last, field: 'title' }, -1).documentId).toBe(
          stops.at(-2) ?? stops[0],
        );
      }),
    );
  });

  it('show their chapters while one is held, which may be put down there', () => {
    const [first = ''] = ids;
    const rows = outlineRows(
      book,
      undefined,
      liftChapter({ documents: book, ...none }, first),
      new Set(['下卷']),
    );
    expect(rows.filter(foldedOnly)).toEqual([]);
  });
});

describe('a field that was typed [W1]', () => {
  it('means labels by commas of either script, each once', () => {
    expect(changeOf('labels', ' 潮，渡口, 潮、 ；灯')).toEqual({ labels: ['潮', '渡口', '灯'] });
    expect(changeOf('labels', '  ')).toEqual({ labels: [] });
  });

  it('takes a status away, or the point of view, and is no title when it is empty', () => {
    expect(changeOf('status', '')).toEqual({ status: null });
    expect(changeOf('pointOfView', '')).toEqual({ pointOfViewEntityId: null });
    expect(changeOf('title', '  ')).toBeNull();
  });

  it('gives back what a chapter has', () => {
    const [chapter = aChapter(1)] = book;
    expect(changeOf('status', draftOf(chapter, 'status'))).toEqual({ status: 'done' });
    expect(changeOf('synopsis', draftOf(chapter, 'synopsis'))).toEqual({ synopsis: '一。' });
  });
});
