import type { EditorView } from '@codemirror/view';
import { type BarPlace, type BarScene, placeBar, type Side } from './place-bar.ts';

/** How far the text reaches in the line that is seen at a height; nothing above the first and below the last one. */
function sideAt(view: EditorView, y: number): Side {
  const content = view.contentDOM.getBoundingClientRect();
  const pos = view.posAtCoords({ x: content.right - 1, y }, false);
  const box = view.coordsAtPos(pos, -1);
  const isThere = box !== null && y >= box.top - 2 && y <= box.bottom + 2;
  return { textEnd: isThere ? box.right : content.left };
}

/** Where the bar stands now; null while the selection is out of sight or fills the page. */
export function measureBar(view: EditorView, bar: BarScene['bar']): BarPlace | null {
  const { from, to } = view.state.selection.main;
  const start = view.coordsAtPos(from, 1);
  const end = view.coordsAtPos(to, -1);
  if (start === null || end === null) return null;
  const { left, right, top, bottom } = view.scrollDOM.getBoundingClientRect();
  if (end.bottom < top || start.top > bottom) return null;
  const half = view.defaultLineHeight / 2;
  return placeBar({
    bar,
    frame: { left, right, top, bottom },
    start,
    end,
    above: sideAt(view, start.top - half),
    below: sideAt(view, end.bottom + half),
  });
}
