import { deleteCharBackward, deleteGroupBackward, selectAll } from '@codemirror/commands';
import { EditorSelection, EditorState, type StateCommand } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { caretOutsideGaps } from '#renderer/features/editor/prose/caret.ts';
import { insertParagraph } from '#renderer/features/editor/prose/paragraph-keys.ts';
import { paragraphStyleField } from '#renderer/features/editor/prose/style-field.ts';
import { droppedBehindMarks, keptTitleMarks } from '#renderer/features/editor/prose/title-marks.ts';

const chapter = '# 第一章 雪夜\n\n窗外的雪。\n\n## 二\n\n天亮了。\n';

const stateOf = (doc: string, anchor = 0, head = anchor): EditorState => {
  const extensions = [paragraphStyleField, caretOutsideGaps, keptTitleMarks, droppedBehindMarks];
  return EditorState.create({ doc, extensions }).update({ selection: { anchor, head } }).state;
};
const ran = (state: EditorState, command: StateCommand): EditorState => {
  let next = state;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
};
const typed = (state: EditorState, text: string): string =>
  state.update(state.replaceSelection(text), { userEvent: 'input.type' }).state.doc.toString();

describe('the title of a chapter', () => {
  it('takes what is typed at its begin behind the marks that make it one [F22]', () => {
    for (const at of [0, 1, 2]) {
      expect(typed(stateOf(chapter, at), '又')).toBe(chapter.replace('第', '又第'));
    }
    expect(typed(stateOf('\n\n# 雪\n\n夜', 2), '大')).toBe('\n\n# 大雪\n\n夜');
    // No other line has a caret of its own.
    const second = chapter.indexOf('## 二');
    expect(stateOf(chapter, second).selection.main.head).toBe(second);
    expect(stateOf('天亮了。', 0).selection.main.head).toBe(0);
  });

  it('stays one where its words are selected from their end to their begin, and is gone with all of the chapter [F22]', () => {
    const end = chapter.indexOf('\n');
    expect(typed(stateOf(chapter, end, 0), '归途')).toBe(chapter.replace('第一章 雪夜', '归途'));
    expect(typed(stateOf(chapter, 0, end), '归途')).toBe(chapter.replace('第一章 雪夜', '归途'));
    expect(typed(ran(stateOf(chapter, 5), selectAll), '归途')).toBe('归途\n');
    // By single steps the marks can be selected as well.
    expect(stateOf(chapter, 2, 1).selection.main.eq(EditorSelection.range(2, 1))).toBe(true);
  });

  it.each([chapter, '# 第一章 雪夜\n窗外的雪。\n', '\n\n# 第一章 雪夜\n\n\n夜。'])(
    'stays one where three clicks take its line with its end [F22] %#',
    (doc) => {
      const from = doc.indexOf('#');
      const end = doc.indexOf('\n', from) + 1;
      const written = doc.replace('第一章 雪夜', '归途');
      expect(typed(stateOf(doc, from, end), '归途')).toBe(written);
      expect(typed(stateOf(doc, end, from), '归途')).toBe(written);
    },
  );

  it('takes what is dropped at its begin behind its marks, moved or from elsewhere, and has it selected [F22]', () => {
    const dropped = (doc: string, changes: { from: number; to?: number; insert?: string }[]) =>
      EditorState.create({
        ...{ doc, extensions: [paragraphStyleField, caretOutsideGaps, droppedBehindMarks] },
      }).update({ changes, userEvent: 'input.drop' }).state;
    for (const from of [0, 1]) {
      const made = dropped(chapter, [{ from, insert: '又是' }]);
      expect(made.doc.toString()).toBe(chapter.replace('第', '又是第'));
      expect(made.sliceDoc(made.selection.main.from, made.selection.main.to)).toBe('又是');
    }
    const at = chapter.indexOf('的雪');
    const moved = dropped(chapter, [
      { from: 0, insert: '的雪' },
      { from: at, to: at + 2 },
    ]);
    expect(moved.doc.toString()).toBe('# 的雪第一章 雪夜\n\n窗外。\n\n## 二\n\n天亮了。\n');
    // Anywhere else it stays where it was let go.
    expect(dropped(chapter, [{ from: at, insert: '又' }]).doc.toString()).toContain('窗外又的雪');
    expect(dropped('天亮了。', [{ from: 0, insert: '又' }]).doc.toString()).toBe('又天亮了。');
  });

  it('stays one under a held Backspace [F22]', () => {
    for (const command of [deleteCharBackward, deleteGroupBackward] as unknown as StateCommand[]) {
      let state = stateOf(chapter, chapter.indexOf('\n'));
      for (let times = 0; times < 12; times += 1) state = ran(state, command);
      expect(typed(state, '归途')).toBe(chapter.replace('第一章 雪夜', '归途'));
    }
  });

  it('has room made above it by Enter at its begin [F22]', () => {
    const made = ran(stateOf(chapter), insertParagraph);
    expect(made.doc.toString()).toBe(`\n\n${chapter}`);
    expect(typed(made, '又')).toBe(`\n\n${chapter.replace('第', '又第')}`);
  });

  it('never has the caret before its words, wherever it is put [F22]', () => {
    fc.assert(
      fc.property(fc.nat({ max: chapter.length }), (at) => {
        expect(stateOf(chapter, at).selection.main.head).toBeGreaterThanOrEqual(2);
      }),
    );
  });
});
