/** A name over the end of a line that was broken by hand, replaced: the line still ends there. Pure. */
import { graphemeStarts } from '#main/base/text/graphemes.ts';

const parted = /[^\p{Script=Han}\s]/u;

/** Where a line may end in a new name: behind one of its characters, but in no spaced word. */
const mayEnd = (name: string, at: number): boolean =>
  at > 0 &&
  !/\s/u.test(name.charAt(at)) &&
  (at === name.length ||
    !parted.test(name.slice(at - 1, at)) ||
    !parted.test(name.slice(at, at + 1)));

/**
 * `replacement` with the line ends of `found`, each as many characters from the beginning as it was, and farther on where it
 * would part a word; a space it falls on becomes it. No line of it is empty: that would begin another paragraph.
 */
export const keepLineEnds = (found: string, replacement: string): string => {
  const lines = found.split('\n').slice(0, -1);
  if (lines.length === 0 || replacement === '') return replacement;
  const borders = [...graphemeStarts(replacement), replacement.length];
  const ends = new Set<number>();
  let before = 0;
  for (const line of lines) {
    before += graphemeStarts(line).length;
    const wanted = borders[before] ?? replacement.length;
    ends.add(borders.find((at) => at >= wanted && mayEnd(replacement, at)) ?? replacement.length);
  }
  const cuts = [0, ...ends, replacement.length];
  const parts = cuts.slice(1).map((at, index) => replacement.slice(cuts[index], at).trim());
  const [last] = parts.slice(-1);
  return `${parts.slice(0, -1).join('\n')}\n${last ?? ''}`;
};
