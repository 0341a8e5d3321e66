/** A half-open range of UTF-16 code units. */
type Span = { start: number; end: number };

/** How a line of Chinese prose ends that is a paragraph of its own: it is hardly ever wrapped. */
const chineseEnd = /[。！？…][”’」』）》】]*\s*$/u;
/** A heading, or an indent that begins a paragraph. */
const opening = /^(?: {0,3}#{1,6} |\u3000)/u;
const heading = /^ {0,3}#{1,6} /u;

const linesOf = (text: string): Span[] => {
  const lines: Span[] = [];
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    lines.push({ start, end });
    start = end + 1;
  }
  lines.push({ start, end: text.length });
  return lines;
};

/** Whether single line ends part the paragraphs, as in many a plain text, rather than empty lines. */
const isLineByLine = (lines: readonly string[]): boolean => {
  let single = 0;
  let gaps = 0;
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before === undefined || line.trim() === '') continue;
    if (before.trim() === '') gaps += 1;
    else single += 1;
  }
  return single > gaps;
};

/**
 * First and last line, from 0, of each paragraph: lines without an empty one between them, parted where one is a
 * heading or begins with an indent, and, in a text that has a line for each paragraph, where one ends as a Chinese
 * sentence does. Lines of white space belong to none.
 */
export const paragraphLines = (text: string): { first: number; last: number }[] => {
  const lines = text.split('\n');
  const lineByLine = isLineByLine(lines);
  const paragraphs: { first: number; last: number }[] = [];
  let open: { first: number; last: number } | null = null;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') {
      open = null;
      continue;
    }
    if (open && !opening.test(line)) {
      open.last = index;
    } else {
      open = { first: index, last: index };
      paragraphs.push(open);
    }
    if (heading.test(line) || (lineByLine && chineseEnd.test(line))) open = null;
  }
  return paragraphs;
};

/**
 * The text without the paragraphs that `hidden` touches: of each the first line becomes `notice` and the others
 * empty ones, so that all other lines keep their numbers.
 */
export const redactParagraphs = (
  text: string,
  hidden: readonly Span[],
  notice: string,
): { text: string; redacted: number } => {
  if (hidden.length === 0) return { text, redacted: 0 };
  const lines = linesOf(text);
  const shown = lines.map(({ start, end }) => text.slice(start, end));
  let redacted = 0;
  for (const { first, last } of paragraphLines(text)) {
    const from = lines[first]?.start ?? 0;
    const to = lines[last]?.end ?? text.length;
    if (!hidden.some(({ start, end }) => start < to && end > from)) continue;
    redacted += 1;
    for (let line = first; line <= last; line += 1) shown[line] = line === first ? notice : '';
  }
  return { text: shown.join('\n'), redacted };
};
