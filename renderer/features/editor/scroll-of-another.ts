/** A chapter that is put on the page begins where it is put, not where the one before it was scrolled to. */
import { type EditorView, type PluginValue, ViewPlugin } from '@codemirror/view';

/**
 * CodeMirror takes a page that is at its top when it gets the focus for one that a browser has scrolled there, and scrolls
 * it to where it was last told to be: when a chapter has just come, that is a place in the chapter before. The plugin lives
 * as long as the chapter is on the page.
 */
class ScrollOfAnother implements PluginValue {
  private isFirst = true;

  focused({ scrollDOM }: EditorView): void {
    const isAtTop = scrollDOM.scrollTop === 0;
    // Behind CodeMirror's own work on the focus, and before anything is drawn.
    if (this.isFirst && isAtTop) queueMicrotask(() => scrollDOM.scrollTo({ top: 0 }));
    this.isFirst = false;
  }
}

export const forgetScrollOfAnother = ViewPlugin.fromClass(ScrollOfAnother, {
  eventObservers: {
    focus(_event, view) {
      this.focused(view);
    },
  },
});
