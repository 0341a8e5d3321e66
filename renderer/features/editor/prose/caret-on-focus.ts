/** The caret stays where it was when the page gets the focus back, however long the browser takes to tell of it. */
import { EditorView } from '@codemirror/view';

/**
 * A browser puts the caret of what it focuses at its beginning where another field, one of a dialog for one, was selected
 * in meanwhile, and tells of it later. CodeMirror sets that right for 200 ms; on a busy machine it came later, was taken
 * for the writer's, and what was typed next stood in the chapter's heading. The focus itself is told at once.
 */
export const caretKeptOnFocus = EditorView.domEventObservers({
  focus: (_event, view) => view.focus(),
});
