/** Where a candidate belongs, and what stood around it when it was made. */
export type Anchor = {
  version: string;
  start: number;
  end: number;
  /** What stood between; '' for an insertion. */
  original: string;
  before: string;
  after: string;
};

/** Code units kept of each side. */
export const contextLength = 200;
/** Fewer than these on each side could stand anywhere. */
const leastContext = 12;

export const anchorAt = (text: string, version: string, start: number, end: number): Anchor => ({
  version,
  start,
  end,
  original: text.slice(start, end),
  before: text.slice(Math.max(0, start - contextLength), start),
  after: text.slice(end, end + contextLength),
});

/** The only place of `wanted` in `text`, or null when there is none or more than one. */
const onlyPlace = (text: string, wanted: string): number | null => {
  const first = text.indexOf(wanted);
  return first === -1 || text.indexOf(wanted, first + 1) !== -1 ? null : first;
};

/** The same as {@link onlyPlace}, with so much of either side as makes it the only one. */
const byContext = (text: string, anchor: Anchor, sides: { before: boolean; after: boolean }) => {
  for (let length = contextLength; length >= leastContext; length = Math.floor(length / 2)) {
    const before = sides.before ? anchor.before.slice(-length) : '';
    const after = sides.after ? anchor.after.slice(0, length) : '';
    const place = onlyPlace(text, `${before}${anchor.original}${after}`);
    if (place !== null) return place + before.length;
  }
  return null;
};

/**
 * Where a candidate goes in the text as it is now, or null when that cannot be said: the same place while the
 * text is the same; else where the passage stands between its old neighbours, then beside either of them, then
 * alone if there is only one such passage. An insertion needs both its neighbours still side by side, or, at an
 * edge of the chapter, the one it had.
 */
export const findAnchor = (
  text: string,
  version: string,
  anchor: Anchor,
): { start: number; end: number } | null => {
  const { original, start } = anchor;
  const at = (place: number) => ({ start: place, end: place + original.length });
  if (version === anchor.version) return at(start);
  const both = byContext(text, anchor, { before: true, after: true });
  if (both !== null && (original !== '' || anchor.before !== '' || anchor.after !== '')) {
    const isEdge = original === '' && (anchor.before === '' || anchor.after === '');
    if (!isEdge) return at(both);
    // Beside nothing: the edge of the chapter must still be there.
    if (anchor.after === '' && both === text.length) return at(both);
    if (anchor.before === '' && both === 0) return at(both);
    return null;
  }
  if (original.length < leastContext) return null;
  const beside =
    byContext(text, anchor, { before: true, after: false }) ??
    byContext(text, anchor, { before: false, after: true }) ??
    onlyPlace(text, original);
  return beside === null ? null : at(beside);
};
