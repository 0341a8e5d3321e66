/** Cut, copy and paste for a menu of our own: what the keys do, asked of the clipboard. */
import { selectAll } from '@codemirror/commands';
import { EditorView } from '@codemirror/view';
import { pasteByHost } from '#renderer/rpc/index.ts';

const selectedText = ({ state }: EditorView): string => {
  const { from, to } = state.selection.main;
  return state.sliceDoc(from, to);
};

/** Rejects where the clipboard cannot be written. The event tells the page what was taken. */
export const copySelection = async (view: EditorView): Promise<void> => {
  view.dispatch({ userEvent: 'select.copy' });
  const filters = view.state.facet(EditorView.clipboardOutputFilter);
  const text = filters.reduce((taken, filter) => filter(taken, view.state), selectedText(view));
  await navigator.clipboard.writeText(text);
};

/** Nothing goes before it is on the clipboard. Rejects as `copySelection` does. */
export async function cutSelection(view: EditorView): Promise<void> {
  const before = view.state.doc;
  const { from, to } = view.state.selection.main;
  await copySelection(view);
  if (view.state.doc !== before) return;
  view.dispatch({ changes: { from, to }, scrollIntoView: true, userEvent: 'delete.cut' });
}

/** Rejects where the clipboard may not be read. The desktop pastes by itself, so that its page never reads it. */
export async function pasteClipboard(view: EditorView): Promise<void> {
  if (pasteByHost !== null) {
    view.focus();
    return pasteByHost();
  }
  const text = await navigator.clipboard.readText();
  const { state } = view;
  if (text === '' || state.readOnly) return;
  const filters = state.facet(EditorView.clipboardInputFilter);
  const insert = filters.reduce((pasted, filter) => filter(pasted, state), text);
  view.dispatch(
    state.update(state.replaceSelection(insert), {
      scrollIntoView: true,
      userEvent: 'input.paste',
    }),
  );
}

export const selectChapter = (view: EditorView): void => {
  selectAll(view);
};
