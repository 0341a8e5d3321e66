import { EditorView } from '@codemirror/view';
import { misspeltPlaces } from './misspelt-marks.ts';

/** Selects the next misspelt word on the screen after the caret, or the first one. */
export const selectNextMisspelt = (view: EditorView): void => {
  const places = misspeltPlaces(view);
  const { to } = view.state.selection.main;
  const next = places.find(({ from }) => from >= to) ?? places[0];
  if (next === undefined) return;
  view.dispatch({
    selection: { anchor: next.from, head: next.to },
    effects: EditorView.scrollIntoView(next.from, { y: 'nearest' }),
  });
  view.focus();
};
