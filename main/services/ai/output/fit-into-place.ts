const endsSpaced = /[\p{Script=Latin}\p{N}.,;:!?)”’"']$/u;
const beginsSpaced = /^[\p{Script=Latin}\p{N}“‘"(]/u;
const opensWithBlankLine = /^[^\S\n]*\n[^\S\n]*\n/u;

/**
 * An answer with the white space its place needs and no other: none trailing, a space between two words of a
 * spaced script, the blank line an answer opens with when it goes into the middle of a paragraph.
 */
export const fitIntoPlace = (
  answer: string,
  place: { before: string; after: string; replaces: boolean },
): string => {
  const { before, after, replaces } = place;
  if (replaces) return answer.trim();
  const body = answer.replace(/^(?:[^\S\n]*\n)+/u, '').trimEnd();
  const isMidLine = before !== '' && !before.endsWith('\n');
  const needsBreak = isMidLine && opensWithBlankLine.test(answer);
  const needsSpace = endsSpaced.test(before) && beginsSpaced.test(body);
  const text = `${needsBreak ? '\n\n' : needsSpace ? ' ' : ''}${body}`;
  return endsSpaced.test(text) && beginsSpaced.test(after) ? `${text} ` : text;
};
