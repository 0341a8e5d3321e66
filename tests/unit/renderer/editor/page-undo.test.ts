import { isolateHistory, redo, undo, undoDepth } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  broughtVersion,
  outside,
  pageUndo,
  partOfStep,
  undoAfterStep,
  undoTakenBack,
} from '#renderer/features/editor/page-undo.ts';
import { textChanges } from '#renderer/features/editor/text-change.ts';
import {
  followOrigins,
  isAllFrom,
  originRuns,
} from '#renderer/features/origins/page/origins-field.ts';

const page = (text: string) => {
  let state = EditorState.create({ doc: text, extensions: [pageUndo, followOrigins([])] });
  const change = (spec: TransactionSpec) => {
    state = state.update(spec).state;
    const back = undoAfterStep(state);
    if (back !== null) state = state.update(back).state;
  };
  const become = (text: string) => textChanges(state.doc.toString(), text);
  const own = (command: typeof undo) =>
    command({ state, dispatch: (transaction) => change(transaction) });
  return {
    text: () => state.doc.toString(),
    depth: () => undoDepth(state),
    type(word: string) {
      const { length } = state.doc;
      change({
        changes: { from: length, insert: word },
        userEvent: 'input.type',
        // Each a step of its own.
        annotations: isolateHistory.of('full'),
      });
    },
    step: (text: string) => change({ changes: become(text), annotations: partOfStep }),
    restore: (text: string, version: string) =>
      change({
        changes: become(text),
        annotations: [...outside, broughtVersion.of(version), isolateHistory.of('full')],
      }),
    takeBack(text: string, version: string) {
      change({ changes: become(text), annotations: partOfStep });
      const back = undoTakenBack(state, version, isAllFrom(originRuns(state)));
      if (back !== null) change(back);
    },
    undo: () => own(undo),
    redo: () => own(redo),
  };
};

describe('what was done from elsewhere to the text of the page, and taken back from there', () => {
  it('leaves what was typed before as it was: each of it goes alone, the last first [W1]', () => {
    for (const become of ['甲', '', '丁', '甲丁', '乙']) {
      const { step, type, undo, redo, text } = page('');
      type('甲');
      type('乙');
      step(become);
      step('甲乙');
      const seen = [text()];
      while (undo()) seen.push(text());
      expect(seen, become).toEqual(['甲乙', '甲', '']);
      redo();
      redo();
      expect(text(), become).toBe('甲乙');
    }
  });

  it('is a step of the page while it stands, and none once it is taken back [W1 W8]', () => {
    const { restore, takeBack, type, undo, text } = page('');
    type('甲');
    type('乙');
    restore('甲', 'first');
    undo();
    expect(text()).toBe('甲乙');
    restore('甲', 'first');
    takeBack('甲乙', 'first');
    const seen = [text()];
    while (undo()) seen.push(text());
    expect(seen).toEqual(['甲乙', '甲', '']);
  });

  it('takes back what was written since before what was written before it, and none of it twice [W1 W8]', () => {
    const { restore, takeBack, type, undo, redo, text } = page('');
    type('甲');
    type('乙');
    restore('甲', 'first');
    type('丙');
    takeBack('甲乙丙', 'first');
    const seen = [text()];
    while (undo()) seen.push(text());
    expect(seen).toEqual(['甲乙丙', '甲乙', '甲', '']);
    while (redo());
    expect(text()).toBe('甲乙丙');
  });

  it('goes back one after the other to each text with the history of its time (property) [W1]', () => {
    const words = fc.array(fc.constantFrom('甲', '乙', '丙'), { minLength: 1, maxLength: 4 });
    const rounds = fc.array(fc.tuple(words, fc.string({ unit: 'grapheme', maxLength: 5 })), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(rounds, (all) => {
        const { step, type, undo, text, depth } = page('');
        const before: { text: string; depth: number }[] = [];
        for (const [typed, replaced] of all) {
          for (const word of typed) type(word);
          before.push({ text: text(), depth: depth() });
          step(replaced);
        }
        for (const then of before.toReversed()) {
          step(then.text);
          expect(text()).toBe(then.text);
        }
        const [first] = all;
        const [typed = []] = first ?? [];
        expect(depth()).toBe(typed.length);
        const seen = typed.map((_, at) => typed.slice(0, at).join('')).toReversed();
        for (const was of seen) {
          undo();
          expect(text()).toBe(was);
        }
      }),
    );
  });
});
