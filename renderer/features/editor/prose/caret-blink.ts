/** A caret that stands still while one types and blinks once the keys rest. */
import { type PluginValue, ViewPlugin, type ViewUpdate, type EditorView } from '@codemirror/view';
import { type Alarm, createAlarm } from '#renderer/app/alarm.ts';

/** Rest after which the caret begins to blink, ms. */
const restMs = 500;

/**
 * An animation that begins anew at every key costs two more frames a key than the letter itself: nothing is animated
 * before the keys rest.
 */
class CaretBlink implements PluginValue {
  private readonly editor: HTMLElement;
  private readonly atRest: Alarm;

  constructor(view: EditorView) {
    this.editor = view.dom;
    this.atRest = createAlarm(() => {
      this.editor.dataset.resting = '';
    });
    this.rest();
  }

  update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
    if (docChanged || selectionSet || focusChanged) this.rest();
  }

  destroy(): void {
    this.atRest.clear();
  }

  private rest(): void {
    if (!this.atRest.isSet()) delete this.editor.dataset.resting;
    this.atRest.set(restMs);
  }
}

export const caretBlink = ViewPlugin.fromClass(CaretBlink);
