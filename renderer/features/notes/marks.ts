/** Where notes stand in the page: carried through changes at the cost of the change, drawn by the margin (W4). */
import {
  type ChangeDesc,
  type EditorState,
  StateEffect,
  StateField,
  type Transaction,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';

export type PlacedNote = { noteId: string; from: number; to: number };

/** Under which name a note has its place in the margin. */
export const noteMarginId = (noteId: string): string => `note:${noteId}`;

export const placeNotes = StateEffect.define<readonly PlacedNote[]>();

/** Which notes may come back with their text: those whose passage was taken out, and no others. */
export const awaitNotes = StateEffect.define<ReadonlySet<string>>();

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

/** A note whose passage was taken out: where that was, and how it read when it was drawn and just before it went. */
type Lost = { noteId: string; at: number; texts: readonly string[] };

type Shown = {
  placed: readonly PlacedNote[];
  lost: readonly Lost[];
  /** How each passage read when it was drawn. */
  drawn: ReadonlyMap<string, string>;
  decorations: DecorationSet;
};

const nothing: Shown = { placed: [], lost: [], drawn: new Map(), decorations: Decoration.none };

/** An undo brings a passage back, and its mark with it. Looked for right where it was. */
const findAgain = ({ noteId, at, texts }: Lost, { doc }: EditorState): PlacedNote | null => {
  for (const text of texts) {
    const begin = Math.max(0, at - text.length);
    const found = doc.sliceString(begin, Math.min(doc.length, at + 2 * text.length)).indexOf(text);
    if (found >= 0) return { noteId, from: begin + found, to: begin + found + text.length };
  }
  return null;
};

const follow = (shown: Shown, transaction: Transaction): Shown => {
  const { changes, startState, state } = transaction;
  const placed = mapNotes(shown.placed, changes);
  const there = new Set(placed.map(({ noteId }) => noteId));
  const went = shown.placed
    .filter(({ noteId }) => !there.has(noteId))
    .map(({ noteId, from, to }) => {
      const texts = [shown.drawn.get(noteId) ?? '', startState.sliceDoc(from, to)];
      return { noteId, at: changes.mapPos(from), texts: texts.filter((text) => text !== '') };
    });
  const moved = shown.lost.map((one) => ({ ...one, at: changes.mapPos(one.at) }));
  // What is typed may read like it and is not it.
  const mayBeBack = transaction.isUserEvent('undo') || transaction.isUserEvent('redo');
  const back = mayBeBack ? moved.flatMap((one) => findAgain(one, state) ?? []) : [];
  const isBack = new Set(back.map(({ noteId }) => noteId));
  const lost = [...moved.filter(({ noteId }) => !isBack.has(noteId)), ...went];
  const now = { ...shown, placed: [...placed, ...back], lost };
  if (back.length > 0) return { ...now, decorations: decorate(now.placed, state) };
  return { ...now, decorations: shown.decorations.map(changes) };
};

/** As they are drawn; what is drawn is lost no more. */
const draw = (shown: Shown, placed: readonly PlacedNote[], state: EditorState): Shown => {
  const there = new Set(placed.map(({ noteId }) => noteId));
  return {
    placed,
    lost: shown.lost.filter(({ noteId }) => !there.has(noteId)),
    drawn: new Map(placed.map(({ noteId, from, to }) => [noteId, state.sliceDoc(from, to)])),
    decorations: decorate(placed, state),
  };
};

const field = StateField.define<Shown>({
  create: () => nothing,
  update(shown, transaction) {
    const { docChanged, effects, state } = transaction;
    const isEmpty = shown.placed.length + shown.lost.length === 0;
    let next = docChanged && !isEmpty ? follow(shown, transaction) : shown;
    for (const effect of effects) {
      if (effect.is(placeNotes)) next = draw(next, effect.value, state);
      if (effect.is(awaitNotes)) {
        next = { ...next, lost: next.lost.filter(({ noteId }) => effect.value.has(noteId)) };
      }
    }
    return next;
  },
  provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
});

/** Whether any is drawn, or may come back with its text. */
export const hasNotes = (state: EditorState): boolean => {
  const { placed, lost } = state.field(field, false) ?? nothing;
  return placed.length + lost.length > 0;
};

/** As the page has them now. */
export const placedIn = (state: EditorState): readonly PlacedNote[] =>
  state.field(field, false)?.placed ?? [];

type NoteMarkEvents = {
  onView(view: EditorView | null): void;
  /** The text on the page is another one, and with it where notes stand. */
  onText(state: EditorState): void;
  /** The program put text there: passages may be in it. */
  onBrought(): void;
};

/** Goes into every chapter's state. */
export const createNoteMarks = ({ onView, onText, onBrought }: NoteMarkEvents) => [
  field,
  ViewPlugin.define((view) => {
    onView(view);
    return {
      update: ({ docChanged, state, transactions }) => {
        if (!docChanged) return;
        onText(state);
        if (transactions.some((transaction) => transaction.isUserEvent('outside'))) onBrought();
      },
      destroy: () => onView(null),
    };
  }),
];
