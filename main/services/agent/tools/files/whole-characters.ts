const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Code units looked at on each side: no character a reader knows is longer. */
const margin = 64;

/** The last place at or before `position` at which a text can be cut without tearing a character as readers see it. */
export const wholeCharacters = (text: string, position: number): number => {
  if (position <= 0 || position >= text.length) return Math.max(0, Math.min(position, text.length));
  const from = Math.max(0, position - margin);
  const around = text.slice(from, position + margin);
  const start = graphemes.segment(around).containing(position - from)?.index ?? position - from;
  // A run of joined characters longer than anything real must not keep a reader in one place.
  return start === 0 && from > 0 ? position : from + start;
};
