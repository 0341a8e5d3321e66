/** The caret as the page draws it, in place of the browser's; what is selected is tinted by `selection-tint.ts`. */
import { EditorSelection, type Extension, Prec } from '@codemirror/state';
import { EditorView, layer, RectangleMarker } from '@codemirror/view';

/**
 * CodeMirror's own begins an animation anew at every key, and measures selected text that is not shown; this one costs a
 * key one measure (F22).
 */
const carets = layer({
  above: true,
  class: 'cm-cursorLayer',
  markers: (view) => {
    const { main, ranges } = view.state.selection;
    return ranges.flatMap((range) => {
      const name = range === main ? 'cm-cursor cm-cursor-primary' : 'cm-cursor cm-cursor-secondary';
      const caret = range.empty ? range : EditorSelection.cursor(range.head, range.assoc);
      return RectangleMarker.forRange(view, name, caret);
    });
  },
  update: ({ docChanged, selectionSet }) => docChanged || selectionSet,
});

/** Not `transparent`: Firefox lets that alone. */
const unseen = '#ffffff01 !important';

const hideBrowsers = Prec.highest(
  EditorView.theme({
    '.cm-line': {
      '& ::selection, &::selection': { backgroundColor: unseen },
      caretColor: 'transparent !important',
    },
    '.cm-content': {
      caretColor: 'transparent !important',
      '& :focus': {
        caretColor: 'initial !important',
        '&::selection, & ::selection': { backgroundColor: 'Highlight !important' },
      },
    },
  }),
);

export const caretLayer: Extension = [carets, hideBrowsers];
