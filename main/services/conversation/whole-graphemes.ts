const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A place at or before `offset` that is a border whatever stands around it. */
const sureBorder = (text: string, offset: number): number =>
  offset <= 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** The borders between `from`, itself one, and the first at or after `offset`. */
const bordersUpTo = (text: string, from: number, offset: number): number[] => {
  const borders: number[] = [];
  for (const { index, segment } of segmenter.segment(text.slice(from))) {
    borders.push(from + index);
    if (from + index >= offset) break;
    if (from + index + segment.length === text.length) borders.push(text.length);
  }
  return borders;
};

/**
 * The longest beginning of `text` with at most `limit` UTF-16 units that ends between two graphemes; '' when the
 * first grapheme alone is longer.
 */
export const beginningWithin = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const from = sureBorder(text, limit);
  // Whether a border lies at `limit` shows in the code point after it.
  const seen = text.slice(0, limit + 2);
  const last = bordersUpTo(seen, from, limit + 1).findLast((border) => border <= limit);
  return text.slice(0, last ?? from);
};

/** The longest ending of `text` with at most `limit` UTF-16 units that begins between two graphemes. */
export const endingWithin = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const offset = text.length - limit;
  const from = sureBorder(text, offset);
  const first = bordersUpTo(text, from, offset).find((border) => border >= offset);
  return text.slice(first ?? text.length);
};
