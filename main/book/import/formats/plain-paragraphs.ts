/**
 * Lines of a plain text as paragraphs. Chinese texts have one paragraph a line, English ones often break theirs at a
 * width and part them by blank lines; which of the two it is, the lengths of the lines tell.
 */

/** Spaces, full-width ones among them, that only indent. */
const indent = /^[\s\u3000]+|[\s\u3000]+$/gu;

/** A text is broken at a width when this many of its lines, at least, end near it. */
const minLines = 12;
const minShare = 0.4;
/** Widths that editors and mail programs broke lines at. */
const minWidth = 34;
const maxWidth = 110;

const han = /\p{Script=Han}/u;

/** Columns of a line: a Han character takes two. */
const widthOf = (line: string): number => {
  let width = 0;
  for (const character of line) width += character >= '\u1100' ? 2 : 1;
  return width;
};

/** The width at which the lines were broken; null where each line is a paragraph. */
export const findWrapWidth = (lines: readonly string[]): number | null => {
  const widths = lines
    .filter((line) => line.trim() !== '')
    .map(widthOf)
    .sort((a, b) => a - b);
  if (widths.length < minLines) return null;
  const widest = widths.at(-1) ?? 0;
  if (widest < minWidth || widest > maxWidth) return null;
  const full = widths.filter((width) => width >= widest * 0.85).length;
  return full / widths.length >= minShare ? widest : null;
};

/** Whether the line was broken only because the next word did not fit. */
const goesOn = (line: string, next: string, width: number): boolean => {
  if (next.trim() === '' || /^[\s\u3000]/u.test(next)) return false;
  const firstWord = han.test(next[0] ?? '') ? (next[0] ?? '') : (next.split(/\s/u, 1)[0] ?? '');
  return widthOf(line.trimEnd()) + 1 + widthOf(firstWord) > width * 0.98;
};

const joined = (before: string, after: string): string => {
  const needsNoSpace = widthOf(before.slice(-1)) === 2 || widthOf(after.slice(0, 1)) === 2;
  return `${before}${needsNoSpace ? '' : ' '}${after}`;
};

const unwrap = (lines: readonly string[], width: number): string[] => {
  const whole: string[] = [];
  let open = false;
  for (const [index, line] of lines.entries()) {
    const text = line.replace(indent, '');
    if (open) whole.push(joined(whole.pop() ?? '', text));
    else whole.push(text);
    open = text !== '' && goesOn(line, lines[index + 1] ?? '', width);
  }
  return whole;
};

/** Blank lines between most paragraphs part them; where they are rare they part scenes. */
const isUsualGap = (lines: readonly string[]): boolean => {
  let paragraphs = 0;
  let gaps = 0;
  for (const [index, line] of lines.entries()) {
    if (line === '') continue;
    paragraphs += 1;
    if (index > 0 && lines[index - 1] === '') gaps += 1;
  }
  return paragraphs === 0 || gaps / paragraphs > 0.4;
};

/** Markdown with a blank line between paragraphs, and one more where the text leaves a gap wider than it does usually. */
export const paragraphsOf = (text: string): string => {
  const raw = text.replace(/[\f\v]/g, '\n').split('\n');
  const width = findWrapWidth(raw);
  const lines = width === null ? raw.map((line) => line.replace(indent, '')) : unwrap(raw, width);
  const typical = isUsualGap(lines) ? 1 : 0;
  let result = '';
  let blanks = 0;
  for (const line of lines) {
    if (line === '') {
      blanks += 1;
      continue;
    }
    if (result !== '') result += blanks > typical ? '\n\n\n' : '\n\n';
    result += line;
    blanks = 0;
  }
  return result === '' ? '' : `${result}\n`;
};
