import { history, isolateHistory, redo, undo } from '@codemirror/commands';
import { ChangeSet, EditorState, Text, Transaction } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  countDocument,
  countedDifference,
  countWords,
} from '#renderer/features/editor/prose/word-count.ts';
import { countText } from '#shared/count-text.ts';
import {
  acceptedWords,
  watchWrittenWords,
  wordsAdded,
  wordsByWriter,
} from '#renderer/features/editor/words-written.ts';
import { addWords, noWords } from '#shared/domain/days.ts';
import { textChange } from '#renderer/features/editor/text-change.ts';

const doc = (text: string) => Text.of(text.split('\n'));
const prose = fc
  .array(
    fc.constantFrom(
      '雪',
      'no',
      "don't",
      ' ',
      '\n',
      '，',
      '7',
      '𠮷',
      '# ',
      '- ',
      '1. ',
      '*',
      '[a](b c)',
      '<!--',
      '-->',
      '---\n',
      'note: 雪\n',
      '\\_',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

describe('counting', () => {
  it('counts on the page as everywhere else: no mark of Markdown, no comment, nothing before the text (property) [F23]', () => {
    fc.assert(
      fc.property(prose, (text) => {
        expect(countDocument(doc(text))).toBe(countText(text).wordCount);
      }),
    );
    expect(countWords('# 雪\n\n1. 他走了\n<!-- 不算 -->[门](a b)')).toBe(5);
  });

  it('counts what the writer wrote, and takes back with an undo exactly what it gave [F23]', () => {
    let state = EditorState.create({
      doc: '雪停了。',
      extensions: [history(), watchWrittenWords()],
    });
    let today = 0;
    let words = countDocument(state.doc);
    const take = (transaction: Transaction): void => {
      const { typed, removed } = wordsByWriter(transaction);
      today += typed - removed;
      words += wordsAdded(transaction);
      state = transaction.state;
      expect(words).toBe(countDocument(state.doc));
    };
    const type = (insert: string): void =>
      take(state.update({ changes: { from: state.doc.length, insert }, userEvent: 'input.type' }));
    type('他走了。');
    expect(today).toBe(3);
    // An accepted text comes as one change from outside, with its own step back.
    const annotations = [
      Transaction.userEvent.of('outside'),
      Transaction.addToHistory.of(true),
      isolateHistory.of('full'),
    ];
    take(state.update({ changes: { from: 0, insert: '门开着。\n\n' }, annotations }));
    expect([today, words]).toEqual([3, 9]);
    undo({ state, dispatch: take });
    expect([today, words]).toEqual([3, 6]);
    redo({ state, dispatch: take });
    expect([today, words]).toEqual([3, 9]);
    undo({ state, dispatch: take });
    undo({ state, dispatch: take });
    expect([today, words]).toEqual([0, 3]);
    redo({ state, dispatch: take });
    expect([today, words]).toEqual([3, 6]);
    take(state.update({ changes: { from: 0, to: 4 }, userEvent: 'delete' }));
    expect([today, words]).toEqual([0, 3]);
  });

  it('keeps pastes apart from what was typed, and knows again what was cut [W3]', () => {
    const watch = watchWrittenWords();
    const open = (text: string) =>
      EditorState.create({ doc: text, extensions: [history(), watch] });
    let [state, other] = [open('雪停了。他走了。'), open('门开着。')];
    let sum = noWords;
    const take = (transaction: Transaction): void => {
      sum = addWords(sum, wordsByWriter(transaction));
      state = transaction.state;
    };
    const paste = (insert: string) => ({ changes: { from: 0, insert }, userEvent: 'input.paste' });
    take(state.update({ changes: { from: 4, to: 8 }, userEvent: 'delete.cut' }));
    expect(sum).toEqual({ ...noWords, removed: 3 });
    const chapter = state;
    state = other;
    take(state.update(paste('他走了。')));
    other = state;
    expect(sum).toEqual(noWords);
    // The same a second time is more text than there was.
    take(other.update(paste('他走了。')));
    expect(sum).toEqual({ ...noWords, pasted: 3 });
    undo({ state, dispatch: take });
    undo({ state, dispatch: take });
    state = chapter;
    undo({ state, dispatch: take });
    expect(state.doc.toString()).toBe('雪停了。他走了。');
    expect(sum).toEqual(noWords);
  });

  it('knows again what was cut, however often it was put down and taken up by an undo [W3]', () => {
    const watch = watchWrittenWords();
    const open = (text: string) =>
      EditorState.create({ doc: text, extensions: [history(), watch] });
    let [state, other] = [open('雪停了。他走了。'), open('门开着。')];
    let sum = noWords;
    const take = (transaction: Transaction): void => {
      sum = addWords(sum, wordsByWriter(transaction));
      state = transaction.state;
    };
    const cut = () => take(state.update({ changes: { from: 4, to: 8 }, userEvent: 'delete.cut' }));
    const paste = (from: number) =>
      take(state.update({ changes: { from, insert: '他走了。' }, userEvent: 'input.paste' }));
    cut();
    // A slip of the keys on the way is no reason to forget it.
    take(state.update({ changes: { from: 0, insert: '雪' }, userEvent: 'input.type' }));
    undo({ state, dispatch: take });
    paste(0);
    undo({ state, dispatch: take });
    expect(sum).toEqual({ ...noWords, removed: 3 });
    [state, other] = [other, state];
    paste(4);
    expect(sum).toEqual(noWords);
    undo({ state, dispatch: take });
    redo({ state, dispatch: take });
    expect(sum).toEqual(noWords);
    paste(0);
    expect(sum).toEqual({ ...noWords, pasted: 3 });
    undo({ state, dispatch: take });
    undo({ state, dispatch: take });
    // What the undo of the cut put back is in the book: the same once more is more text than there was.
    [state, other] = [other, state];
    undo({ state, dispatch: take });
    expect([state.doc.toString(), sum]).toEqual(['雪停了。他走了。', noWords]);
    paste(0);
    expect(sum).toEqual({ ...noWords, pasted: 3 });
    undo({ state, dispatch: take });
    redo({ state, dispatch: take });
    undo({ state, dispatch: take });
    cut();
    paste(0);
    expect(sum).toEqual(noWords);
    expect(other.doc.toString()).toBe('门开着。');
  });

  it('gives back with an undo the words that an accept brought, and takes them again with a redo [W3]', () => {
    let state = EditorState.create({
      doc: '雪停了。',
      extensions: [history(), watchWrittenWords()],
    });
    let sum = noWords;
    const take = (transaction: Transaction): void => {
      sum = addWords(sum, wordsByWriter(transaction));
      state = transaction.state;
    };
    // The program counted it where it wrote it; by its count a rewritten passage has more new words than words more.
    const annotations = [
      Transaction.userEvent.of('outside'),
      Transaction.addToHistory.of(true),
      isolateHistory.of('full'),
      acceptedWords.of(5),
    ];
    take(state.update({ changes: { from: 0, to: 3, insert: '门外雪停' }, annotations }));
    expect(sum).toEqual(noWords);
    undo({ state, dispatch: take });
    expect(sum).toEqual({ ...noWords, accepted: -5 });
    redo({ state, dispatch: take });
    expect(sum).toEqual(noWords);
    undo({ state, dispatch: take });
    expect(sum).toEqual({ ...noWords, accepted: -5 });
  });

  it('F23 counts Han one by one and other scripts by word', () => {
    expect(countWords('他说 OK，don’t go。2026 年')).toBe(7);
    expect(countWords('——“……”')).toBe(0);
  });

  it('counts anew what is written inside a comment that began above [F23]', () => {
    const before = doc('雪<!--\n---\n-->\n风');
    const written = (from: number) => ChangeSet.of({ from, insert: '雪' }, before.length);
    const difference = (set: ChangeSet) => countedDifference(before, set.apply(before), set);
    expect(difference(written(6))).toBeNull();
    expect(difference(written(before.length))).toBe(1);
  });

  it('follows every edit of a chapter, comments among them, as counting it whole would [F23]', () => {
    const edit = fc.tuple(fc.nat(), fc.nat({ max: 6 }), prose);
    fc.assert(
      fc.property(prose, fc.array(edit, { minLength: 1, maxLength: 6 }), (text, edits) => {
        let state = EditorState.create({ doc: text, extensions: watchWrittenWords() });
        let words = countDocument(state.doc);
        for (const [place, length, insert] of edits) {
          const from = place % (state.doc.length + 1);
          const to = Math.min(state.doc.length, from + length);
          const transaction = state.update({ changes: { from, to, insert } });
          words += wordsAdded(transaction);
          state = transaction.state;
          expect(words).toBe(countDocument(state.doc));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reads nothing of a long chapter but the line a key is typed in', () => {
    const text = Array.from({ length: 2000 }, () => '雪下了一夜。').join('\n\n');
    const state = EditorState.create({ doc: text, extensions: watchWrittenWords() });
    const read = vi.spyOn(Text.prototype, 'iterRange');
    const transaction = state.update({ changes: { from: text.length, insert: '雪' } });
    expect(wordsAdded(transaction)).toBe(1);
    expect(read).not.toHaveBeenCalled();
    read.mockRestore();
  });

  it('F22 adds up edits to what counting the whole text gives', () => {
    const edit = fc.tuple(fc.nat(), fc.nat(), prose);
    fc.assert(
      fc.property(prose, fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
        const before = doc(text);
        let end = 0;
        const changes: { from: number; to: number; insert: Text }[] = [];
        for (const [start, length, insert] of edits) {
          const from = end + (start % 5);
          const to = from + (length % 5);
          if (to > before.length) break;
          changes.push({ from, to, insert: doc(insert) });
          end = to + 1;
        }
        const set = ChangeSet.of(changes, before.length);
        const after = set.apply(before);
        const difference = countedDifference(before, after, set);
        if (difference === null) return;
        expect(countDocument(before) + difference).toBe(countDocument(after));
      }),
      { numRuns: 500 },
    );
  });

  it('turns one text into another by one replacement that cuts no character', () => {
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        const change = textChange(before, after);
        if (change === null) {
          expect(before).toBe(after);
          return;
        }
        const { from, to, insert } = change;
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
        expect(/[\uD800-\uDBFF]$/.test(before.slice(0, from))).toBe(false);
        expect(/^[\uDC00-\uDFFF]/.test(before.slice(to))).toBe(false);
      }),
    );
  });
});
