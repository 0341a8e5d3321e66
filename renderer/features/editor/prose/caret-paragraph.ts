/** The paragraph of the caret, by which the others are dimmed where the writer wants that (W5). */
import type { Extension } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin } from '@codemirror/view';

const here = Decoration.line({ class: 'cm-here' });

const lineOf = ({ state }: EditorView): number => state.doc.lineAt(state.selection.main.head).from;

/** A set of one: made anew only when the caret comes to another paragraph. */
export const caretParagraph: Extension = ViewPlugin.define(
  (view) => {
    const decorate = (from: number): DecorationSet => Decoration.set(here.range(from));
    let from = lineOf(view);
    const plugin = {
      decorations: decorate(from),
      update({
        docChanged,
        selectionSet,
        view: now,
      }: {
        docChanged: boolean;
        selectionSet: boolean;
        view: EditorView;
      }) {
        if (!docChanged && !selectionSet) return;
        const next = lineOf(now);
        if (next === from) return;
        from = next;
        plugin.decorations = decorate(next);
      },
    };
    return plugin;
  },
  { decorations: (plugin) => plugin.decorations },
);
