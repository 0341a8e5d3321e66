export type Span = { start: number; end: number };

const ideographicEnd = /[。！？；…]/;
const spacedEnd = /[.!?]/;
const closing = /[”’」』）》"')\]]/;

/**
 * Sentences of `text` between `start` and `end`, trailing space and quotes included, without gaps. A full stop
 * ends one only before white space, so that "3.5" and "e.g.x" stay whole.
 */
export const sentences = (text: string, start: number, end: number): Span[] => {
  const found: Span[] = [];
  let from = start;
  let index = start;
  while (index < end) {
    const sign = text.charAt(index);
    index++;
    if (sign === '\n') {
      found.push({ start: from, end: index });
      from = index;
      continue;
    }
    const ideographic = ideographicEnd.test(sign);
    if (!ideographic && !spacedEnd.test(sign)) continue;
    while (
      index < end &&
      (ideographicEnd.test(text.charAt(index)) || spacedEnd.test(text.charAt(index)))
    )
      index++;
    while (index < end && closing.test(text.charAt(index))) index++;
    const space = index >= end || /\s/.test(text.charAt(index));
    if (!ideographic && !space) continue;
    while (index < end && /[^\S\n]/.test(text.charAt(index))) index++;
    if (index < end && text.charAt(index) === '\n') index++;
    found.push({ start: from, end: index });
    from = index;
  }
  if (from < end) found.push({ start: from, end });
  return found;
};
