/** The ground of selected text, which ends where the text does instead of running on to the page's edge. */
import type { SelectionRange } from '@codemirror/state';
import { type EditorView, layer, RectangleMarker } from '@codemirror/view';

/** Width shown for a selected line break, px: a paragraph taken whole is told from its words. */
const breakWidth = 6;

type Box = { left: number; right: number; top: number; bottom: number };

/** Boxes of one visual line joined; boxes of different lines stay apart. */
export function joinLines(boxes: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const box of boxes) {
    const middle = (box.top + box.bottom) / 2;
    const line = joined.find(({ top, bottom }) => top < middle && middle < bottom);
    if (line === undefined) joined.push({ ...box });
    else {
      line.left = Math.min(line.left, box.left);
      line.right = Math.max(line.right, box.right);
      line.top = Math.min(line.top, box.top);
      line.bottom = Math.max(line.bottom, box.bottom);
    }
  }
  return joined;
}

/** Where the text between two positions stands on the screen; both lie in one line of the text. */
function textBoxes(view: EditorView, from: number, to: number): Box[] {
  const [start, end] = [view.domAtPos(from, 1), view.domAtPos(to, -1)];
  const selected = document.createRange();
  selected.setStart(start.node, start.offset);
  selected.setEnd(end.node, end.offset);
  const root = selected.commonAncestorContainer;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const boxes: Box[] = [];
  const part = document.createRange();
  for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode()) {
    if (node.nodeType !== Node.TEXT_NODE || !selected.intersectsNode(node)) continue;
    part.setStart(node, node === selected.startContainer ? selected.startOffset : 0);
    const length = node.textContent?.length ?? 0;
    part.setEnd(node, node === selected.endContainer ? selected.endOffset : length);
    for (const { left, right, top, bottom } of part.getClientRects()) {
      boxes.push({ left, right, top, bottom });
    }
  }
  return boxes;
}

/** Lines meet without a slit: a box is as high as its line. */
const filled = ({ left, right, top, bottom }: Box, lineHeight: number): Box => {
  const more = Math.max(0, lineHeight - (bottom - top)) / 2;
  return { left, right, top: top - more, bottom: bottom + more };
};

function markersOf(view: EditorView, range: SelectionRange): RectangleMarker[] {
  const { doc } = view.state;
  const from = Math.max(range.from, view.viewport.from);
  const to = Math.min(range.to, view.viewport.to);
  const outer = view.scrollDOM.getBoundingClientRect();
  const [x, y] = [outer.left - view.scrollDOM.scrollLeft, outer.top - view.scrollDOM.scrollTop];
  const markers: RectangleMarker[] = [];
  for (let at = from; at <= to; ) {
    const line = doc.lineAt(at);
    const end = Math.min(to, line.to);
    const boxes = end > at ? joinLines(textBoxes(view, at, end)) : [];
    const last = boxes.at(-1);
    if (last !== undefined && range.to > line.to) last.right += breakWidth;
    for (const box of boxes) {
      const { left, right, top, bottom } = filled(box, view.defaultLineHeight);
      const [width, height] = [right - left, bottom - top];
      markers.push(new RectangleMarker('page-selection', left - x, top - y, width, height));
    }
    at = line.to + 1;
  }
  return markers;
}

export const selectionTint = layer({
  above: false,
  class: 'page-selection-layer',
  markers: (view) =>
    view.state.selection.ranges
      .filter(({ empty }) => !empty)
      .flatMap((range) => markersOf(view, range)),
  update: ({ docChanged, selectionSet, viewportChanged, startState, state }) =>
    (docChanged || selectionSet || viewportChanged) &&
    !(startState.selection.main.empty && state.selection.main.empty),
});
