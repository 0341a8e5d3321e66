/** The page Fabula is measured against: CodeMirror with its own defaults, a history and wrapped lines. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { EditorView, drawSelection, keymap } from '@codemirror/view';

declare global {
  /** Shows a text in a bare editor, with the caret at an offset. */
  var showBare: (text: string, caret: number) => void;
}

globalThis.showBare = (text, caret) => {
  const view = new EditorView({
    parent: document.body,
    doc: text,
    extensions: [
      history(),
      drawSelection(),
      EditorView.lineWrapping,
      keymap.of([...defaultKeymap, ...historyKeymap]),
    ],
  });
  view.dispatch({
    selection: { anchor: caret },
    effects: EditorView.scrollIntoView(caret, { y: 'center' }),
  });
  view.focus();
};
