/** Encoders need more than linear time for one unbroken run; longer ones are cut here (UTF-16 code units). */
export const longestRun = 256;

/** What a pre-tokeniser may keep as one piece: letters, white space, digits, everything else. */
const runs = /[\p{L}\p{M}]+|\s+|\p{N}+|[^\s\p{L}\p{N}]+/gu;

const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/**
 * Cuts inside runs longer than {@link longestRun} and nowhere else. The counts of the parts may add up to more
 * than the whole would have, by less than one token in a hundred characters; texts without such runs come back
 * as they are.
 */
export const cutLongRuns = (text: string): string[] => {
  if (text.length <= longestRun) return [text];
  const parts: string[] = [];
  let start = 0;
  for (const match of text.matchAll(runs)) {
    const end = match.index + match[0].length;
    let from = match.index;
    while (end - from > longestRun) {
      from += longestRun;
      if (isLowSurrogate(text.charCodeAt(from))) from -= 1;
      parts.push(text.slice(start, from));
      start = from;
    }
  }
  parts.push(text.slice(start));
  return parts;
};
