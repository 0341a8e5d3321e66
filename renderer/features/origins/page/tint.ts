/** Tints what of the page is on the screen by where it comes from, when the writer asks for it (N14). */
import { StateEffect } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { kindOfOrigin, type OriginKind } from '#shared/domain/origins.ts';
import { useOrigins } from '../store.ts';
import { originsBetween } from './origins-field.ts';

/** What is typed bears no mark: it is what a page is made of. */
const marks: Readonly<Record<OriginKind, Decoration | null>> = {
  typed: null,
  pasted: Decoration.mark({ class: 'origin origin-pasted' }),
  model: Decoration.mark({ class: 'origin origin-model' }),
  imported: Decoration.mark({ class: 'origin origin-imported' }),
  unknown: Decoration.mark({ class: 'origin origin-unknown' }),
};

const tintChanged = StateEffect.define<null>();

const draw = ({ state, visibleRanges }: EditorView): DecorationSet =>
  Decoration.set(
    visibleRanges.flatMap(({ from, to }) =>
      originsBetween(state, from, to).flatMap((stretch) => {
        const mark = marks[kindOfOrigin(stretch.code)];
        return mark ? [mark.range(stretch.from, stretch.to)] : [];
      }),
    ),
  );

const kindAtCaret = ({ state }: EditorView): OriginKind | null => {
  const { head } = state.selection.main;
  const [before] = originsBetween(state, Math.max(0, head - 1), head);
  return before ? kindOfOrigin(before.code) : null;
};

class Tint implements PluginValue {
  decorations: DecorationSet = Decoration.none;
  readonly end: () => void;

  constructor(view: EditorView) {
    this.end = useOrigins.subscribe((now, before) => {
      if (now.isTinted !== before.isTinted) view.dispatch({ effects: tintChanged.of(null) });
    });
    this.look(view);
  }

  update({ view, docChanged, viewportChanged, selectionSet, transactions }: ViewUpdate): void {
    const isToggled = transactions.some(({ effects }) =>
      effects.some((effect) => effect.is(tintChanged)),
    );
    const isTold = transactions.some(({ effects }) => effects.length > 0);
    if (docChanged || viewportChanged || selectionSet || isToggled || isTold) this.look(view);
  }

  destroy(): void {
    this.end();
  }

  /** Nothing is looked at while nobody asks. */
  private look(view: EditorView): void {
    const { isTinted, atCaret } = useOrigins.getState();
    this.decorations = isTinted ? draw(view) : Decoration.none;
    const kind = isTinted ? kindAtCaret(view) : null;
    if (kind !== atCaret) useOrigins.setState({ atCaret: kind });
  }
}

export const originTint = ViewPlugin.fromClass(Tint, {
  decorations: ({ decorations }) => decorations,
});
