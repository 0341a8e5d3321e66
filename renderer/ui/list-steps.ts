/** Where the keys of a long list lead that go further than a line: by a page, and from part to part. Pure. */

/** A line to stand on; `begins`: a part of the list begins with it. */
export type Stop = { begins: boolean };

type Press = { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean };

/** Page ↑ and ↓, as far as there are lines. */
const pageTo = (key: string, from: number, { page, last }: { page: number; last: number }) => {
  if (key === 'PageDown') return Math.min(last, from + page);
  return key === 'PageUp' ? Math.max(0, from - page) : null;
};

/**
 * The place of the line a key leads to from the one at `from`; null for a key that is no such.
 * @param page how many lines are seen at once
 */
export function stepFurther(
  { key, ctrlKey, metaKey, altKey }: Press,
  stops: readonly Stop[],
  { from, page }: { from: number; page: number },
): number | null {
  if (altKey) return null;
  const last = stops.length - 1;
  if (!ctrlKey && !metaKey) return pageTo(key, from, { page: Math.max(1, page), last });
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null;
  const begins = ({ begins: isFirst }: Stop) => isFirst;
  const to =
    key === 'ArrowUp'
      ? stops.slice(0, from).findLastIndex(begins)
      : stops.findIndex((stop, at) => at > from && stop.begins);
  return to < 0 ? from : to;
}
