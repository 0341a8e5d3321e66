/** Where the small bar stands beside selected text: on the emptier side, never over it. */

/** A line next to the selection, in the window: how far its text reaches to the right. */
export type Side = { textEnd: number };

export type BarScene = {
  bar: { width: number; height: number };
  /** What is seen of the page. */
  frame: { left: number; right: number; top: number; bottom: number };
  /** The selection's first and last character. */
  start: { left: number; top: number };
  end: { right: number; bottom: number };
  above: Side;
  below: Side;
};

export type BarPlace = { left: number; top: number };

/** Between the bar and the text, px. */
const gap = 6;
/** Between the bar and the words beside it, px. */
const space = 12;
/** Between the bar and the edge of the page, px. */
const edge = 8;

const clamp = (value: number, min: number, max: number): number =>
  Math.max(min, Math.min(value, max));

/** Null where there is room on neither side: the selection fills what is seen. */
export function placeBar({ bar, frame, start, end, above, below }: BarScene): BarPlace | null {
  const rightmost = frame.right - edge - bar.width;
  const places = [
    { top: start.top - gap - bar.height, side: above, near: start.left },
    { top: end.bottom + gap, side: below, near: end.right - bar.width },
  ]
    .filter(({ top }) => top >= frame.top && top + bar.height <= frame.bottom)
    .map(({ top, side, near }) => {
      const beside = side.textEnd + space;
      const wanted = beside <= rightmost ? Math.max(near, beside) : near;
      const left = clamp(wanted, frame.left + edge, rightmost);
      return { top, left, covered: Math.max(0, side.textEnd - left) };
    });
  const best = places.reduce<(typeof places)[number] | null>(
    (one, other) => (one === null || other.covered < one.covered ? other : one),
    null,
  );
  return best === null ? null : { left: best.left, top: best.top };
}
