/** A caret that stands still while one types and blinks once the keys rest. */
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { type Alarm, createAlarm } from '#renderer/app/alarm.ts';

/** For how long the caret is seen, and for how long it is not, ms; the keys rest for as long before it begins. */
const blinkMs = 550;

/**
 * Blinks by a timer, two style changes a second: an animation of the style sheet, even one in steps, has the browser
 * compose the page for every frame of the screen, for as long as a chapter is open (F22). And one that begins anew at
 * every key costs two more frames a key than the letter itself.
 */
class CaretBlink implements PluginValue {
  private readonly view: EditorView;
  private readonly turn: Alarm;

  constructor(view: EditorView) {
    this.view = view;
    this.turn = createAlarm(() => this.blink());
    this.rest();
  }

  update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
    if (docChanged || selectionSet || focusChanged) this.rest();
  }

  destroy(): void {
    this.turn.clear();
  }

  /** Shows the caret until the keys rest; where nobody writes or nothing is to move, that is all. */
  private rest(): void {
    const { dom, hasFocus } = this.view;
    if (dom.dataset.caret !== undefined) delete dom.dataset.caret;
    if (hasFocus) this.turn.set(blinkMs);
    else this.turn.clear();
  }

  private blink(): void {
    const { dom } = this.view;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (isStill || dom.dataset.caret === 'unseen') delete dom.dataset.caret;
    else dom.dataset.caret = 'unseen';
    this.turn.set(blinkMs);
  }
}

export const caretBlink = ViewPlugin.fromClass(CaretBlink);
