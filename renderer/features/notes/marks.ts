/** Where notes stand in the page: carried through changes at the cost of the change, drawn by the margin (W4). */
import { type ChangeDesc, type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';

export type PlacedNote = { noteId: string; from: number; to: number };

/** Under which name a note has its place in the margin. */
export const noteMarginId = (noteId: string): string => `note:${noteId}`;

export const placeNotes = StateEffect.define<readonly PlacedNote[]>();

/** So far from its old place a passage is looked for, UTF-16 code units. */
const reach = 20_000;

type Passage = { noteId: string; start: number; end: number; quote: string };

/** Where a saved text's passages stand on the page, which may be ahead of it; what is not there is left out. */
export function findOnPage(passages: readonly Passage[], state: EditorState): PlacedNote[] {
  const { doc } = state;
  return passages.flatMap(({ noteId, start, end, quote }) => {
    const at = (from: number) => [{ noteId, from, to: from + quote.length }];
    if (end <= doc.length && doc.sliceString(start, end) === quote) return at(start);
    const begin = Math.max(0, start - reach);
    const text = doc.sliceString(begin, Math.min(doc.length, end + reach));
    let nearest: number | null = null;
    for (let found = text.indexOf(quote); found >= 0; found = text.indexOf(quote, found + 1)) {
      const from = begin + found;
      if (nearest === null || Math.abs(from - start) < Math.abs(nearest - start)) nearest = from;
    }
    return nearest === null ? [] : at(nearest);
  });
}

const mapNotes = (placed: readonly PlacedNote[], changes: ChangeDesc): PlacedNote[] =>
  placed.flatMap(({ noteId, from, to }) => {
    const moved = { noteId, from: changes.mapPos(from, 1), to: changes.mapPos(to, -1) };
    return moved.from < moved.to ? [moved] : [];
  });

/** The first line of each, which the margin finds it by. */
const decorate = (placed: readonly PlacedNote[], state: EditorState): DecorationSet =>
  Decoration.set(
    placed.map(({ noteId, from, to }) =>
      Decoration.mark({
        attributes: { 'data-margin-id': noteMarginId(noteId), 'data-margin-at': 'start' },
      }).range(from, Math.max(from + 1, Math.min(to, state.doc.lineAt(from).to))),
    ),
    true,
  );

type Shown = { placed: readonly PlacedNote[]; decorations: DecorationSet };

const nothing: Shown = { placed: [], decorations: Decoration.none };

const field = StateField.define<Shown>({
  create: () => nothing,
  update(shown, { docChanged, changes, effects, state }) {
    let next = shown;
    if (docChanged && shown.placed.length > 0) {
      const placed = mapNotes(shown.placed, changes);
      next = { placed, decorations: shown.decorations.map(changes) };
    }
    for (const effect of effects) {
      if (effect.is(placeNotes)) {
        next = { placed: effect.value, decorations: decorate(effect.value, state) };
      }
    }
    return next;
  },
  provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
});

/** As the page has them now. */
export const placedIn = (state: EditorState): readonly PlacedNote[] =>
  state.field(field, false)?.placed ?? [];

/** Goes into every chapter's state. */
export const createNoteMarks = (onView: (view: EditorView | null) => void) => [
  field,
  ViewPlugin.define((view) => {
    onView(view);
    return { destroy: () => onView(null) };
  }),
];
