const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Code units looked at on each side of a cut: no character a reader knows is longer, and long texts stay cheap. */
const reach = 4096;

/** Offsets at which the characters of a text, as readers see them, begin. */
export const graphemeStarts = (text: string): number[] =>
  Array.from(segmenter.segment(text), ({ index }) => index);

/** The grapheme that holds the unit at `position`; an end of it that lies out of reach is null. */
const graphemeAt = (text: string, position: number) => {
  const from = Math.max(0, position - reach);
  const to = Math.min(text.length, position + reach);
  const boundary = segmenter.segment(text.slice(from, to)).containing(position - from);
  const start = from + (boundary?.index ?? 0);
  const end = start + (boundary?.segment.length ?? 0);
  return {
    start: start === from && from > 0 ? null : start,
    end: end === to && to < text.length ? null : end,
  };
};

const isInside = (text: string, position: number): boolean =>
  position > 0 && position < text.length;

const clamp = (text: string, position: number): number =>
  Math.max(0, Math.min(position, text.length));

/**
 * The last place at or before `position` that tears no character. A run of joined marks longer than anything real is
 * cut at `position`: it must not keep a reader in one place.
 */
export const borderBefore = (text: string, position: number): number =>
  isInside(text, position) ? (graphemeAt(text, position).start ?? position) : clamp(text, position);

/** The first place at or after `position` that tears no character; as {@link borderBefore} of a longest run. */
export const borderAfter = (text: string, position: number): number => {
  if (!isInside(text, position)) return clamp(text, position);
  const { start, end } = graphemeAt(text, position);
  return start === position ? position : (end ?? position);
};

/** The longest beginning of `text` with at most `limit` UTF-16 units that tears no character. */
export const beginningWithin = (text: string, limit: number): string =>
  text.slice(0, borderBefore(text, limit));

/** The longest ending of `text` with at most `limit` UTF-16 units that tears no character. */
export const endingWithin = (text: string, limit: number): string =>
  text.slice(borderAfter(text, text.length - limit));
