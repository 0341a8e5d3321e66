/** Tells the bar and the menu what happens on the page: text selected by pointer, a right click, scrolling. */
import { type EditorView, type PluginValue, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { openPageMenu } from './open-page-menu.ts';
import { closeMenu, hideBar, showBar, useSelectionActions } from './store.ts';

/** After the pointer lets go, ms: who only clicks about is not followed. */
const restMs = 300;

class SelectionWatch implements PluginValue {
  readonly view: EditorView;
  timer: ReturnType<typeof setTimeout> | undefined;
  pressed = false;

  constructor(view: EditorView) {
    this.view = view;
    useSelectionActions.setState({ view });
    window.addEventListener('pointerup', this.letGo);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.selectionSet) this.rest();
  }

  destroy(): void {
    this.rest();
    window.removeEventListener('pointerup', this.letGo);
    if (useSelectionActions.getState().view !== this.view) return;
    closeMenu();
    useSelectionActions.setState({ view: null });
  }

  press(event: PointerEvent): void {
    this.rest();
    this.pressed = event.button === 0;
  }

  readonly letGo = (): void => {
    if (!this.pressed) return;
    this.pressed = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const { view } = this;
      if (view.hasFocus && !view.state.selection.main.empty) showBar(false);
    }, restMs);
  };

  private rest(): void {
    clearTimeout(this.timer);
    if (useSelectionActions.getState().barShown) hideBar();
  }
}

/** Under the pointer the menu speaks of what was selected, or of the place that was clicked. */
function onContextMenu(event: MouseEvent, view: EditorView): boolean {
  // With Shift the browser's own menu opens, with what only it can do.
  if (event.shiftKey && event.button === 2) return false;
  event.preventDefault();
  if (useSelectionActions.getState().menu !== null) return true;
  const { clientX: x, clientY: y } = event;
  const pos = view.posAtCoords({ x, y });
  const { from, to } = view.state.selection.main;
  if (pos !== null && (pos < from || pos > to)) view.dispatch({ selection: { anchor: pos } });
  openPageMenu(view, { x, y });
  return true;
}

/** Goes into every chapter's state. */
export const selectionWatch = ViewPlugin.fromClass(SelectionWatch, {
  eventObservers: {
    pointerdown(event) {
      this.press(event);
    },
    keydown(event) {
      if (event.key === 'Escape') hideBar();
    },
  },
  eventHandlers: {
    contextmenu: onContextMenu,
  },
});
