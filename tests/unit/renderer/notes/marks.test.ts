import { EditorState } from '@codemirror/state';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createNoteMarks,
  findOnPage,
  placedIn,
  placeNotes,
} from '#renderer/features/notes/marks.ts';

const stateOf = (doc: string): EditorState =>
  EditorState.create({ doc, extensions: createNoteMarks(() => undefined) });

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
});
