/** What is being read, in the page: it moves with the text and is tinted (W5). */
import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView } from '@codemirror/view';

/** The sentence that is said, and up to where it is to be read. */
export type Position = { from: number; to: number; end: number };

export const setPosition = StateEffect.define<Position | null>();

const tint = Decoration.mark({ class: 'read-aloud-now' });

const field = StateField.define<Position | null>({
  create: () => null,
  update(position, { changes, docChanged, effects }) {
    for (const effect of effects) if (effect.is(setPosition)) return effect.value;
    if (position === null || !docChanged) return position;
    const [from, to] = [changes.mapPos(position.from, 1), changes.mapPos(position.to, -1)];
    // Behind its end, what is written there is read as well.
    return { from: Math.min(from, to), to, end: changes.mapPos(position.end, 1) };
  },
  provide: (self) =>
    EditorView.decorations.from(self, (position) =>
      position === null || position.from >= position.to
        ? Decoration.none
        : Decoration.set(tint.range(position.from, position.to)),
    ),
});

export const positionIn = (state: EditorState): Position | null =>
  state.field(field, false) ?? null;

/** Kept free above and below the sentence, px. */
const margin = 96;

/** Whether the writer can see it: who scrolled away is not pulled back. */
function isSeen(view: EditorView, { from }: Position): boolean {
  const { top, bottom } = view.scrollDOM.getBoundingClientRect();
  const at = view.coordsAtPos(from);
  return at !== null && at.bottom > top && at.top < bottom;
}

/** Nothing of it is in a chapter's state before the chapter is read aloud for the first time. */
export function showPosition(view: EditorView, position: Position | null): void {
  const before = positionIn(view.state);
  const mayScroll = position !== null && (before === null || isSeen(view, before));
  view.dispatch({
    effects: [
      ...(view.state.field(field, false) === undefined
        ? [StateEffect.appendConfig.of(field.init(() => position))]
        : [setPosition.of(position)]),
      ...(mayScroll
        ? [EditorView.scrollIntoView(position.to, { y: 'nearest', yMargin: margin })]
        : []),
    ],
  });
}
