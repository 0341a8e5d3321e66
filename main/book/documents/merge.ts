/** Lines `from`…`to` (exclusive) of the base became `lines`. */
type Hunk = { from: number; to: number; lines: readonly string[] };

/** Above this many cells the table of common lines costs more than a merge is worth: one hunk, honestly coarse. */
const largestTable = 4_000_000;

const commonLengths = (a: readonly string[], b: readonly string[]): Uint32Array => {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      table[i * width + j] =
        a[i] === b[j]
          ? (table[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(table[(i + 1) * width + j] ?? 0, table[i * width + j + 1] ?? 0);
    }
  }
  return table;
};

const differences = (base: readonly string[], changed: readonly string[]): Hunk[] => {
  let start = 0;
  while (start < base.length && start < changed.length && base[start] === changed[start])
    start += 1;
  let tail = 0;
  const max = Math.min(base.length, changed.length) - start;
  while (tail < max && base[base.length - 1 - tail] === changed[changed.length - 1 - tail])
    tail += 1;
  const a = base.slice(start, base.length - tail);
  const b = changed.slice(start, changed.length - tail);
  if (a.length === 0 && b.length === 0) return [];
  if (a.length * b.length > largestTable) return [{ from: start, to: start + a.length, lines: b }];

  const table = commonLengths(a, b);
  const width = b.length + 1;
  const hunks: Hunk[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      i += 1;
      j += 1;
      continue;
    }
    const fromI = i;
    const fromJ = j;
    while (i < a.length || j < b.length) {
      if (i < a.length && j < b.length && a[i] === b[j]) break;
      const down = i < a.length ? (table[(i + 1) * width + j] ?? 0) : -1;
      const right = j < b.length ? (table[i * width + j + 1] ?? 0) : -1;
      if (down >= right) i += 1;
      else j += 1;
    }
    hunks.push({ from: start + fromI, to: start + i, lines: b.slice(fromJ, j) });
  }
  return hunks;
};

const isSame = (a: Hunk, b: Hunk): boolean =>
  a.from === b.from &&
  a.to === b.to &&
  a.lines.length === b.lines.length &&
  a.lines.every((line, at) => line === b.lines[at]);

/**
 * Both sets of edits in one text, or null when they touch the same or neighbouring lines (a line is a paragraph
 * in prose) and a person must choose. All three texts use `\n`.
 */
export const mergeEdits = (base: string, mine: string, theirs: string): string | null => {
  const lines = base.split('\n');
  const left = differences(lines, mine.split('\n'));
  const right = differences(lines, theirs.split('\n'));
  const hunks = [...left];
  for (const hunk of right) {
    if (left.some((other) => isSame(other, hunk))) continue;
    if (left.some((other) => hunk.from <= other.to && other.from <= hunk.to)) return null;
    hunks.push(hunk);
  }
  const merged: string[][] = [];
  let from = 0;
  for (const hunk of hunks.sort((a, b) => a.from - b.from || a.to - b.to)) {
    merged.push(lines.slice(from, hunk.from), [...hunk.lines]);
    from = hunk.to;
  }
  merged.push(lines.slice(from));
  return merged.flat().join('\n');
};

const isBlank = (line: string | undefined): boolean => line === undefined || line.trim() === '';

/** Lines after others, as paragraphs of their own. */
const append = (lines: string[], more: readonly string[]): void => {
  if (more.length === 0) return;
  if (!isBlank(lines.at(-1)) && !isBlank(more[0])) lines.push('');
  lines.push(...more);
};

/** Everything that either text says: where they differ, mine and then theirs. Both texts use `\n`. */
export const joinTexts = (mine: string, theirs: string): string => {
  const lines = mine.split('\n');
  const joined: string[] = [];
  let from = 0;
  for (const hunk of differences(lines, theirs.split('\n'))) {
    append(joined, lines.slice(from, hunk.to));
    append(joined, hunk.lines);
    from = hunk.to;
  }
  // What follows what was put in is a paragraph of its own; what follows nothing is as it was.
  if (from > 0) append(joined, lines.slice(from));
  else joined.push(...lines);
  return joined.join('\n');
};
