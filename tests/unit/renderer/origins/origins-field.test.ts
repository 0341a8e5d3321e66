import { history, isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { EditorState, Transaction, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comesFrom,
  followOrigins,
  isAllFrom,
  originRuns,
} from '#renderer/features/origins/page/origins-field.ts';
import { followMovedText } from '#renderer/features/origins/page/moved-text.ts';
import type { OriginCode, OriginRuns } from '#shared/domain/origins.ts';
import { joinRuns, lengthOfRuns } from '#shared/origin-runs.ts';

const codes = ['typed', 'pasted', 'imported', 'unknown', 'model:one'] as const;
const unitsOf = (runs: OriginRuns): OriginCode[] =>
  runs.flatMap(([length, code]) => Array.from({ length }, () => code));
const runsOfUnits = (units: readonly OriginCode[]): OriginRuns =>
  joinRuns(units.map((code) => [1, code] as const));

/** A page, and beside it a list of its units with whose each is. */
const startPage = (text: string, runs: OriginRuns) => {
  let state = EditorState.create({
    doc: text,
    extensions: [history(), followOrigins(runs), followMovedText()],
  });
  let units = unitsOf(runs);
  let time = 0;
  const before = new Map<number, OriginCode[]>();
  const after = new Map<number, OriginCode[]>();
  const check = (): void => {
    const now = originRuns(state);
    expect(lengthOfRuns(now)).toBe(state.doc.length);
    expect(unitsOf(now)).toEqual(units);
  };
  before.set(0, units);
  const dispatch = (transaction: Transaction): void => {
    state = transaction.state;
  };
  return {
    length: () => state.doc.length,
    runs: () => originRuns(state),
    state: () => state,
    dispatch: (spec: TransactionSpec | Transaction) =>
      dispatch(spec instanceof Transaction ? spec : state.update(spec)),
    /** `units` of what is there now, where the change says so of the whole. */
    change(
      { from, to, insert, event, put }: Edit,
      { wait, all }: { wait: number; all: OriginCode | null },
    ): void {
      time += wait;
      const own = Array.from({ length: insert.length }, () => put);
      units = units.toSpliced(from, to - from, ...own);
      if (all !== null) units = units.map(() => all);
      const annotations = [
        Transaction.time.of(time),
        Transaction.userEvent.of(event),
        ...(event === 'outside' ? [comesFrom(runsOfUnits(own))] : []),
        ...(wait > 500 ? [isolateHistory.of('full')] : []),
      ];
      const effects = all === null ? [] : [isAllFrom(runsOfUnits(units))];
      dispatch(state.update({ changes: { from, to, insert }, annotations, effects }));
      before.set(undoDepth(state), units);
      check();
    },
    undo(): void {
      after.set(redoDepth(state), units);
      if (!undo({ state, dispatch })) return;
      units = before.get(undoDepth(state)) ?? [];
      check();
    },
    redo(): void {
      if (!redo({ state, dispatch })) return;
      units = after.get(redoDepth(state)) ?? [];
      before.set(undoDepth(state), units);
      check();
    },
  };
};

type Edit = { from: number; to: number; insert: string; event: string; put: OriginCode };

const kinds: readonly { event: string; put: OriginCode }[] = [
  { event: 'input.type', put: 'typed' },
  { event: 'input.type.compose', put: 'typed' },
  { event: 'input.paste', put: 'pasted' },
  { event: 'delete.backward', put: 'unknown' },
  { event: 'outside', put: 'model:one' },
  { event: 'something', put: 'unknown' },
];

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom(...kinds),
      at: fc.nat(60),
      cut: fc.nat(6),
      insert: fc.constantFrom('雪', '𠀀', 'a', 'the sea', '\n\n', ''),
      wait: fc.constantFrom(10, 10, 10, 900),
      all: fc.constantFrom(null, null, null, null, 'imported' as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant('undo' as const) },
  { weight: 1, arbitrary: fc.constant('redo' as const) },
);

describe('origins on the page [N14]', () => {
  it('are as long as the text through any edits, undo and redo; what is untouched or comes back is what it was', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.constantFrom(...codes)), {
          maxLength: 12,
        }),
        fc.array(step, { maxLength: 60 }),
        (runs, steps) => {
          const page = startPage('x'.repeat(lengthOfRuns(runs)), joinRuns(runs));
          for (const one of steps) {
            if (one === 'undo') page.undo();
            else if (one === 'redo') page.redo();
            else {
              const from = Math.min(one.at, page.length());
              const to = Math.min(from + one.cut, page.length());
              const isDelete = one.kind.event.startsWith('delete');
              const insert = isDelete ? '' : one.insert;
              if (from === to && insert === '') continue;
              const all = one.kind.event === 'outside' ? one.all : null;
              page.change({ ...one.kind, from, to, insert }, { wait: one.wait, all });
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  it('go with words that are cut and put down elsewhere or dragged, not with others', () => {
    const page = startPage('model typed', [
      [6, 'model:one'],
      [5, 'typed'],
    ]);
    page.dispatch({ selection: { anchor: 0, head: 5 } });
    page.dispatch({ userEvent: 'select.copy' });
    page.dispatch({ changes: { from: 0, to: 5 }, userEvent: 'delete.cut' });
    page.dispatch({ changes: { from: 6, insert: 'model' }, userEvent: 'input.paste' });
    expect(page.runs()).toEqual([
      [1, 'model:one'],
      [5, 'typed'],
      [5, 'model:one'],
    ]);
    page.dispatch({ changes: { from: 0, insert: 'other' }, userEvent: 'input.paste' });
    expect(page.runs()[0]).toEqual([5, 'pasted']);
    const changes = [
      { from: 6, to: 11 },
      { from: 0, insert: 'typed' },
    ];
    page.dispatch({ changes, userEvent: 'move.drop' });
    expect(page.state().doc.toString()).toBe('typedother model');
    expect(page.runs()[0]).toEqual([5, 'typed']);
  });

  it('come back with what was cut from the end, or gave way to another text, though a step wrote before it since', () => {
    const step = [Transaction.userEvent.of('outside'), Transaction.addToHistory.of(false)];
    const runs: OriginRuns = [
      [4, 'typed'],
      [4, 'pasted'],
      [8, 'model:one'],
    ];
    const cuts: readonly TransactionSpec[] = [
      { changes: { from: 6, to: 16 }, userEvent: 'delete.cut' },
      { changes: { from: 6, to: 16 }, effects: isAllFrom([[6, 'imported']]) },
      { changes: { from: 0, to: 16, insert: '门' }, effects: isAllFrom([[1, 'imported']]) },
    ];
    for (const cut of cuts) {
      for (const insert of ['', '雪', '雪落了一夜'.repeat(9)]) {
        const page = startPage('x'.repeat(16), runs);
        page.dispatch(cut);
        page.dispatch({ changes: { from: 0, to: 1, insert }, annotations: step });
        undo({ state: page.state(), dispatch: (one) => page.dispatch(one) });
        expect(page.runs().slice(-2)).toEqual([
          [4, 'pasted'],
          [8, 'model:one'],
        ]);
      }
    }
  });

  it('let backspaces be taken back, though a step wrote before them since', () => {
    const page = startPage('x'.repeat(16), [[16, 'pasted']]);
    for (let at = 16; at > 8; at -= 1) {
      page.dispatch({ changes: { from: at - 1, to: at }, userEvent: 'delete.backward' });
    }
    const annotations = Transaction.addToHistory.of(false);
    page.dispatch({ changes: { from: 0, to: 4 }, annotations });
    undo({ state: page.state(), dispatch: (one) => page.dispatch(one) });
    expect(page.state().doc.length).toBe(12);
    expect(page.runs()).toEqual([[12, 'pasted']]);
  });
});
