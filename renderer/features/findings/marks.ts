import { type EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin } from '@codemirror/view';
import { marginId } from '#renderer/app/margin-id.ts';
import { mapPlaced, type Placed } from './place.ts';

export const showFindings = StateEffect.define<readonly Placed[]>();

export type MarkEvents = {
  onView: (view: EditorView | null) => void;
  onPlaced: (placed: readonly Placed[]) => void;
  onEdited: (state: EditorState) => void;
};

const decorate = (placed: readonly Placed[]): DecorationSet =>
  Decoration.set(
    placed.map(({ findingId, from, to }) =>
      Decoration.mark({
        class: 'cm-finding',
        attributes: { 'data-margin-id': marginId(findingId) },
      }).range(from, to),
    ),
    true,
  );

/** Judged sentences, underlined. */
export function createFindingMarks(events: MarkEvents) {
  const field = StateField.define<{ placed: readonly Placed[]; decorations: DecorationSet }>({
    create: () => ({ placed: [], decorations: Decoration.none }),
    update(shown, transaction) {
      let next = shown;
      if (transaction.docChanged && shown.placed.length > 0) {
        const { changes, newDoc } = transaction;
        const placed = mapPlaced(shown.placed, changes, newDoc);
        const gone = placed.length < shown.placed.length;
        next = { placed, decorations: gone ? decorate(placed) : shown.decorations.map(changes) };
      }
      for (const effect of transaction.effects) {
        if (effect.is(showFindings)) {
          next = { placed: effect.value, decorations: decorate(effect.value) };
        }
      }
      return next;
    },
    provide: (self) => EditorView.decorations.from(self, ({ decorations }) => decorations),
  });
  const reporter = ViewPlugin.define((view) => {
    events.onView(view);
    return {
      update(update) {
        const before = update.startState.field(field).placed;
        const now = update.state.field(field).placed;
        if (before.length !== now.length) events.onPlaced(now);
        if (update.docChanged) events.onEdited(update.state);
      },
      destroy: () => events.onView(null),
    };
  });
  const placedIn = (state: EditorState) => state.field(field).placed;
  return { extension: [field, reporter], placedIn };
}
