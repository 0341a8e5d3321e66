import { history, undo, undoDepth } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  awaitNotes,
  createNoteMarks,
  findOnPage,
  hasNotes,
  placedIn,
  placeNotes,
} from '#renderer/features/notes/marks.ts';

const stateOf = (doc: string): EditorState =>
  EditorState.create({
    doc,
    extensions: createNoteMarks({
      onView: () => undefined,
      onText: () => undefined,
      onBrought: () => undefined,
    }),
  });

const marked = '阿禾头一回上潮屋。';

describe('the places of notes on the page [W4]', () => {
  it('go with their text through any edit outside of it', () => {
    const part = fc.string({ maxLength: 20 });
    fc.assert(
      fc.property(part, part, part, fc.nat(), (before, after, typed, seed) => {
        const doc = `${before}${marked}${after}`;
        const from = stateOf(doc).doc.toString().indexOf(marked);
        const placed = stateOf(doc).update({
          effects: placeNotes.of([{ noteId: 'note', from, to: from + marked.length }]),
        }).state;
        const outside = [0, from, from + marked.length, placed.doc.length];
        const at = outside[seed % outside.length] ?? 0;
        const { state } = placed.update({ changes: { from: at, insert: typed } });
        const [one] = placedIn(state);
        expect(state.sliceDoc(one?.from, one?.to)).toBe(marked);
      }),
    );
  });

  it('are found on a page that is ahead of the saved text, and nowhere where their text is gone', () => {
    const passage = { noteId: 'note', start: 0, end: marked.length, quote: marked };
    const [one] = findOnPage([passage], stateOf(`雨下了一夜。\n\n${marked}`));
    expect(one).toEqual({ noteId: 'note', from: 8, to: 8 + marked.length });
    expect(findOnPage([passage], stateOf('雨下了一夜。'))).toEqual([]);
    const written = stateOf(marked).update({
      effects: placeNotes.of([{ noteId: 'note', from: 0, to: marked.length }]),
    }).state;
    const gone = written.update({ changes: { from: 0, to: marked.length } }).state;
    expect(placedIn(gone)).toEqual([]);
  });

  it('are there again when a passage is taken out, at once or key by key, and that is undone [W4]', () => {
    const doc = `雨下了一夜。\n\n${marked}\n\n她不敢开口。`;
    const from = doc.indexOf(marked);
    const whole = { from: from - 2, to: from + marked.length + 2 };
    const steps = [
      [{ from, to: from + marked.length }],
      [whole],
      Array.from(marked, (_, index) => ({
        from: from + marked.length - index - 1,
        to: from + marked.length - index,
      })),
    ];
    for (const taken of steps) {
      let state = EditorState.create({
        doc,
        extensions: [
          history(),
          createNoteMarks({
            onView: () => undefined,
            onText: () => undefined,
            onBrought: () => undefined,
          }),
        ],
      });
      state = state.update({
        effects: placeNotes.of([{ noteId: 'note', from, to: from + marked.length }]),
      }).state;
      for (const changes of taken) state = state.update({ changes }).state;
      expect(placedIn(state)).toEqual([]);
      state = state.update({ changes: { from: 0, insert: '夜。' } }).state;
      while (undoDepth(state) > 0) {
        undo({
          state,
          dispatch: (transaction) => {
            state = transaction.state;
          },
        });
      }
      expect(state.doc.toString()).toBe(doc);
      expect(placedIn(state)).toEqual([{ noteId: 'note', from, to: from + marked.length }]);
    }
  });

  it('are not where words that are typed read like what was left of their passage [W4]', () => {
    let state = stateOf('他走了。他回头');
    state = state.update({ effects: placeNotes.of([{ noteId: 'note', from: 0, to: 3 }]) }).state;
    for (const to of [3, 2, 1]) state = state.update({ changes: { from: to - 1, to } }).state;
    state = state.update({ changes: { from: state.doc.length, insert: '，他走了' } }).state;
    expect(placedIn(state)).toEqual([]);
    expect(hasNotes(state)).toBe(true);
  });

  it('come back with no text where the note itself has gone meanwhile [W4]', () => {
    let state = stateOf(marked);
    state = state.update({
      effects: placeNotes.of([{ noteId: 'note', from: 0, to: marked.length }]),
    }).state;
    state = state.update({ changes: { from: 0, to: marked.length } }).state;
    expect(hasNotes(state)).toBe(true);
    state = state.update({ effects: [placeNotes.of([]), awaitNotes.of(new Set())] }).state;
    state = state.update({ changes: { from: 0, insert: marked } }).state;
    expect(placedIn(state)).toEqual([]);
    expect(hasNotes(state)).toBe(false);
  });
});
