/** Where the caret's line comes to stand when the page scrolls after it (W5). */
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Kept free above and below the caret, px. */
const margins = { top: 96, bottom: 160 };
/** Kept free on either side of it, of the page's height: the line stays in the middle. */
const share = 0.42;

/** Asked for only when the page follows the caret, which it does anyway: a key costs no more than before. */
export const followCaret = (isTypewriter: boolean): Extension =>
  EditorView.scrollMargins.of(({ scrollDOM }) => {
    if (!isTypewriter) return margins;
    const free = Math.round(scrollDOM.clientHeight * share);
    return { top: free, bottom: free };
  });
