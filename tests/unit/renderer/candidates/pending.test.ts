import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hunksInOrder, nextOpen, stepFrom } from '#renderer/features/candidates/order.ts';
import { mapPending, type Pending, pendingOf } from '#renderer/features/candidates/pending.ts';
import type { Candidate, Hunk } from '#shared/domain/candidate.ts';

const text = '窗外的雪落了一夜。林远坐在灯下，数着桌上的铜钥匙。\n\n天亮了。';

const candidate = (start: number, end: number, inserted: readonly string[]): Candidate => ({
  candidateId: 'c',
  origin: 'skill',
  runId: 'r',
  projectId: 'p',
  documentId: 'd',
  program: null,
  newPath: null,
  skillId: 'continue',
  assemblyId: 'a',
  start,
  end,
  original: text.slice(start, end),
  text: inserted.join(''),
  hunks: inserted.map(
    (words, index): Hunk => ({
      index,
      start,
      end: index === 0 ? end : start,
      removed: index === 0 ? text.slice(start, end) : '',
      inserted: words,
    }),
  ),
  partial: false,
  stale: false,
  instruction: '',
  model: null,
  createdAt: 0,
});

const state = EditorState.create({ doc: text });

const edited = (pending: Pending, from: number, to: number, insert: string) => {
  const { changes, newDoc } = state.update({ changes: { from, to, insert } });
  return { pending: mapPending(pending, changes, newDoc), doc: newDoc };
};

describe('a candidate in the page', () => {
  const sentence = text.indexOf('林远');
  const end = text.indexOf('\n');

  it('moves with what is typed elsewhere and stays what it was made for', () => {
    const placed = pendingOf(candidate(sentence, end, ['他没有睡。']), state.doc);
    const { pending, doc } = edited(placed, 0, 0, '那一年，');
    expect(pending.changed).toBe(false);
    expect(doc.sliceString(pending.start, pending.end)).toBe(text.slice(sentence, end));
  });

  it('F14 is marked when its text is changed, and no longer once that is undone', () => {
    const placed = pendingOf(candidate(sentence, end, ['他没有睡。']), state.doc);
    const { pending, doc } = edited(placed, sentence + 3, sentence + 4, '立');
    expect(pending.changed).toBe(true);
    const back = EditorState.create({ doc }).update({
      changes: { from: sentence + 3, to: sentence + 4, insert: text.charAt(sentence + 3) },
    });
    expect(mapPending(pending, back.changes, back.newDoc).changed).toBe(false);
  });

  it('does not grow by what is typed at its edges', () => {
    const placed = pendingOf(candidate(sentence, end, ['他没有睡。']), state.doc);
    for (const edge of [sentence, end]) {
      const { pending, doc } = edited(placed, edge, edge, '又');
      expect(doc.sliceString(pending.start, pending.end)).toBe(text.slice(sentence, end));
    }
  });

  it('asks for an insertion whose neighbours no longer stand side by side', () => {
    const placed = pendingOf(candidate(end, end, ['他没有睡。']), state.doc);
    expect(placed.changed).toBe(false);
    expect(edited(placed, end, end, '又').pending.changed).toBe(true);
    expect(edited(placed, 0, 1, '门').pending.changed).toBe(false);
  });

  it('F14 keeps an insertion in its place whatever is typed away from it, and asks when it is typed at it (property)', () => {
    const place = fc.integer({ min: 0, max: text.length });
    fc.assert(
      fc.property(place, place, place, fc.string({ maxLength: 5 }), (at, c, d, insert) => {
        const [from, to] = [Math.min(c, d), Math.max(c, d)];
        fc.pre(from < to || insert !== '');
        const placed = pendingOf(candidate(at, at, ['他没有睡。']), state.doc);
        const { pending, doc } = edited(placed, from, to, insert);
        const spared = to < at || from > at;
        if (spared) {
          expect(pending.changed).toBe(false);
          expect(pending.start).toBe(from > at ? at : at + insert.length - (to - from));
        } else if (doc.toString() !== text) {
          expect(pending.changed || doc.sliceString(0, pending.start).endsWith(placed.before)).toBe(
            true,
          );
        }
      }),
    );
    const placed = pendingOf(candidate(end, end, ['他没有睡。']), state.doc);
    const typed = edited(placed, end, end, '又').pending;
    expect(typed.changed).toBe(true);
    const undone = EditorState.create({ doc: `${text.slice(0, end)}又${text.slice(end)}` }).update({
      changes: { from: end, to: end + 1, insert: '' },
    });
    expect(mapPending(typed, undone.changes, undone.newDoc).changed).toBe(false);
  });

  it('never lets a place leave the text, whatever is edited', () => {
    const place = fc.integer({ min: 0, max: text.length });
    fc.assert(
      fc.property(place, place, place, place, fc.string({ maxLength: 5 }), (a, b, c, d, insert) => {
        const placed = pendingOf(candidate(Math.min(a, b), Math.max(a, b), ['x', 'y']), state.doc);
        const { pending, doc } = edited(placed, Math.min(c, d), Math.max(c, d), insert);
        for (const { from, to } of [...pending.hunks, { from: pending.start, to: pending.end }]) {
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(doc.length);
        }
        const isSame = doc.sliceString(pending.start, pending.end) === pending.original;
        if (!pending.changed) expect(isSame).toBe(true);
      }),
    );
  });

  it('gives a bare paragraph break to the change it parts from the text', () => {
    const { hunks } = pendingOf(
      candidate(end, end, ['\n\n', '他没有睡。\n\n', '天亮了。']),
      state.doc,
    );
    expect(hunks.map(({ indexes, inserted }) => ({ indexes, inserted }))).toEqual([
      { indexes: [0, 1], inserted: '\n\n他没有睡。\n\n' },
      { indexes: [2], inserted: '天亮了。' },
    ]);
  });
});

describe('a break that stands alone', () => {
  const parted = '他走了。门开着。';
  const apart = (inserted: string, start: number, index: number): Hunk => ({
    index,
    start,
    end: start,
    removed: '',
    inserted,
  });
  const made = (hunks: Hunk[]): Candidate => ({
    ...candidate(0, 0, []),
    end: parted.length,
    original: parted,
    hunks,
  });
  const doc = EditorState.create({ doc: parted }).doc;

  it('F14 goes with another change, but is not shown at its place', () => {
    const { hunks } = pendingOf(made([apart('\n\n', 0, 0), apart('雪停了。', 4, 1)]), doc);
    expect(hunks).toMatchObject([{ indexes: [0, 1], from: 4, inserted: '雪停了。', at: 6 }]);
  });

  it('F14 can be decided on when it is all there is', () => {
    const { hunks } = pendingOf(made([apart('\n\n', 4, 0)]), doc);
    expect(hunks).toMatchObject([{ indexes: [0], from: 4, inserted: '\n\n' }]);
  });
});

describe('going from change to change', () => {
  const hunks = hunksInOrder([
    pendingOf(candidate(9, 9, ['一', '二']), state.doc),
    pendingOf({ ...candidate(0, 2, ['三']), candidateId: 'other' }, state.doc),
  ]);

  it('follows the text and stops at its ends', () => {
    expect(hunks.map(({ inserted }) => inserted)).toEqual(['三', '一', '二']);
    expect(stepFrom(hunks, null, 1)).toBe(hunks[0]);
    expect(stepFrom(hunks, hunks[1]?.id ?? '', -1)).toBe(hunks[0]);
    expect(stepFrom(hunks, hunks[2]?.id ?? '', 1)).toBeNull();
  });

  it('goes on to what is still open after a decision', () => {
    const id = (index: number) => hunks[index]?.id ?? '';
    expect(nextOpen(hunks, id(1), () => false)).toBe(hunks[2]);
    expect(nextOpen(hunks, id(2), () => false)).toBe(hunks[1]);
    expect(nextOpen(hunks, id(2), (one) => one === id(1))).toBe(hunks[0]);
    expect(nextOpen(hunks, id(2), () => true)).toBeNull();
  });
});
