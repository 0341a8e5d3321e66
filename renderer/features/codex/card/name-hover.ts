/** Shows the card of a name the pointer rests on. Keys cost nothing: only the pointer is followed. */
import { StateEffect, StateField, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type PluginValue,
  ViewPlugin,
} from '@codemirror/view';
import { reportFailure } from '#renderer/app/report-failure.ts';
import { closeCard, showCardAt, useNameCard } from './store.ts';

/** Rest of the pointer before a name is looked for, ms. */
const restMs = 450;
/** Beside the last letter of a line is no letter, px. */
const reach = 24;

const nameMark = Decoration.mark({ class: 'cm-carded' });
const markName = StateEffect.define<{ from: number; to: number } | null>();

/** Underlines the name whose card is shown. */
const markedName = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, { changes, docChanged, effects }) {
    for (const effect of effects) {
      if (!effect.is(markName)) continue;
      const { value } = effect;
      return value === null
        ? Decoration.none
        : Decoration.set([nameMark.range(value.from, value.to)]);
    }
    return docChanged && marks.size > 0 ? marks.map(changes) : marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});

class NameHover implements PluginValue {
  readonly view: EditorView;
  readonly endings: (() => void)[];
  timer: ReturnType<typeof setTimeout> | undefined;
  /** Where the pointer was last: a page that scrolls under it moves nothing. */
  x = -1;
  y = -1;

  constructor(view: EditorView) {
    this.view = view;
    useNameCard.setState({ view });
    this.endings = [
      useNameCard.subscribe(({ card }, before) => {
        if (card !== before.card) this.mark(card);
      }),
    ];
  }

  destroy(): void {
    clearTimeout(this.timer);
    for (const end of this.endings) end();
    closeCard();
    if (useNameCard.getState().view === this.view) useNameCard.setState({ view: null });
  }

  mark(place: { from: number; to: number } | null): void {
    const { length } = this.view.state.doc;
    if (place !== null && place.to > length) return;
    this.view.dispatch({ effects: markName.of(place) });
  }

  move({ clientX, clientY, buttons }: MouseEvent): void {
    if (clientX === this.x && clientY === this.y) return;
    this.x = clientX;
    this.y = clientY;
    this.stop();
    if (buttons !== 0) return;
    const { doc } = this.view.state;
    this.timer = setTimeout(() => this.rest(doc), restMs);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** @param doc the text when the pointer came to rest: who typed since is not disturbed */
  rest(doc: Text): void {
    const { view, x, y } = this;
    if (view.state.doc !== doc || !view.state.selection.main.empty) return;
    const { card } = useNameCard.getState();
    if (card?.byKey) return;
    const pos = view.posAtCoords({ x, y });
    if (pos === null) return;
    const box = view.coordsAtPos(pos);
    if (box === null || y < box.top || y > box.bottom || Math.abs(x - box.left) > reach) return;
    if (card !== null && card.from <= pos && pos <= card.to) return;
    showCardAt(view, pos, false).catch(reportFailure);
  }
}

/** For the page's view. */
export const nameHover = [
  markedName,
  ViewPlugin.fromClass(NameHover, {
    eventObservers: {
      mousemove(event) {
        this.move(event);
      },
      mouseleave() {
        this.stop();
      },
      mousedown() {
        this.stop();
        closeCard();
      },
    },
  }),
];
