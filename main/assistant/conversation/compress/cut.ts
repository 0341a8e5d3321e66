/** Cuts texts and lists of lines, and says that they are cut. */
import { beginningWithin } from '#main/base/text/graphemes.ts';

/** Ends what is not whole. */
const cutMark = '…';

export type Cut<T> = { value: T; cut: boolean };

/** At most `limit` characters of the beginning, the mark not counted. */
export const cutText = (text: string, limit: number): Cut<string> =>
  text.length <= limit
    ? { value: text, cut: false }
    : { value: `${beginningWithin(text, limit)}${cutMark}`, cut: true };

export type LineLimits = {
  lines: number;
  lineCharacters: number;
  /** Of all kept lines together, as JSON. */
  size: number;
};

/** The first lines, each within its limit. */
export const cutLines = (lines: readonly string[], limits: LineLimits): Cut<string[]> => {
  const value: string[] = [];
  let size = 0;
  let cut = lines.length > limits.lines;
  for (const line of lines.slice(0, limits.lines)) {
    const kept = cutText(line, limits.lineCharacters);
    size += JSON.stringify(kept.value).length + 1;
    if (size > limits.size) return { value, cut: true };
    value.push(kept.value);
    cut ||= kept.cut;
  }
  return { value, cut };
};

/** Lines of an output, without the empty one after the last line end. */
export const splitLines = (text: string): string[] => {
  const lines = text.split(/\r\n|\r|\n/u);
  if (lines.at(-1) === '') lines.pop();
  return lines;
};
