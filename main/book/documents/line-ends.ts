/** Takes a file's line ends away and gives them back. */
type Line = { content: string; end: string };

const splitLines = (raw: string): Line[] => {
  const lines: Line[] = [];
  let from = 0;
  for (const match of raw.matchAll(/\r\n|\n|\r/g)) {
    lines.push({ content: raw.slice(from, match.index), end: match[0] });
    from = match.index + match[0].length;
  }
  lines.push({ content: raw.slice(from), end: '' });
  return lines;
};

/** The text as every part of Fabula sees it: `\n` line ends only. */
export const withPlainLineEnds = (raw: string): string =>
  raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;

const majorityEnd = (lines: readonly Line[]): string => {
  const counts = new Map<string, number>();
  for (const { end } of lines) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1);
  let best = '\n';
  for (const [end, count] of counts) if (count > (counts.get(best) ?? 0)) best = end;
  return best;
};

/** The line end most lines of a file have. */
export const lineEndOf = (raw: string): string =>
  raw.includes('\r') ? majorityEnd(splitLines(raw)) : '\n';

/**
 * `text` (with `\n`) in the line ends of `raw`, the file as it was: every line before and after the edited
 * stretch keeps its own end, new lines get the end most lines have. Unchanged text gives `raw` back exactly.
 */
export const withLineEndsOf = (raw: string, text: string): string => {
  if (!raw.includes('\r')) return text;
  const old = splitLines(raw);
  const contents = text.split('\n');
  const fallback = majorityEnd(old);
  const last = contents.length - 1;

  let same = 0;
  while (same < old.length && same <= last && old[same]?.content === contents[same]) same += 1;
  let tail = 0;
  while (
    tail < old.length - same &&
    tail <= last - same &&
    old[old.length - 1 - tail]?.content === contents[last - tail]
  ) {
    tail += 1;
  }
  let result = '';
  let before = '';
  for (const [at, content] of contents.entries()) {
    result += content;
    if (at === last) break;
    const own =
      at < same ? old[at] : at > last - tail ? old[old.length - 1 - (last - at)] : undefined;
    const end = own?.end || fallback;
    // After a lone `\r` an empty line ending in `\n` would read as one line end, not two.
    before = content === '' && before === '\r' && end === '\n' ? '\r' : end;
    result += before;
  }
  return result;
};
