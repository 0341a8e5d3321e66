/** Emphasis in a line of Markdown as the page shows it. Pure. */

/** A stretch of emphasised text inside one line; `mark` characters of Markdown stand at each end. */
export type Emphasis = { from: number; to: number; mark: number };

const escapable = (text: string, at: number) => at > 0 && text[at - 1] === '\\';
const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);
const isWord = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character) && !/\p{Script=Han}/u.test(character);

/** Lines longer than this are shown with their marks; nobody writes such a paragraph by hand. */
const longestScanned = 20_000;

type Run = { character: string; from: number; length: number; opens: boolean; closes: boolean };

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const hit of text.matchAll(/\*+|_+/g)) {
    const from = hit.index;
    const length = hit[0].length;
    const character = hit[0].charAt(0);
    if (length > 3 || escapable(text, from)) continue;
    const before = text[from - 1];
    const after = text[from + length];
    const insideWord = character === '_' && isWord(before) && isWord(after);
    if (insideWord) continue;
    runs.push({ character, from, length, opens: !isSpace(after), closes: !isSpace(before) });
  }
  return runs;
}

/**
 * `*…*`, `_…_`, `**…**`, `***…***` of one line. Unlike CommonMark a mark may touch full-width punctuation, as
 * Chinese has no spaces around words. Linear in the text; ranges never overlap partly.
 */
export function emphases(text: string): Emphasis[] {
  if (text.length > longestScanned) return [];
  const open: Run[] = [];
  const found: Emphasis[] = [];
  for (const run of runsOf(text)) {
    const at = run.closes
      ? open.findLastIndex(
          (candidate) =>
            candidate.character === run.character &&
            candidate.length === run.length &&
            candidate.from + candidate.length < run.from,
        )
      : -1;
    const opener = open[at];
    if (opener !== undefined) {
      found.push({ from: opener.from, to: run.from + run.length, mark: run.length });
      open.length = at;
    } else if (run.opens && open.length < 100) open.push(run);
  }
  return found.sort((a, b) => a.from - b.from || b.to - a.to);
}

/** The pieces that a line was cut into, as the page shows it: without the marks of what is emphasised in it. */
export function withoutMarks(pieces: readonly string[]): string[] {
  const hidden = new Set<number>();
  for (const { from, to, mark } of emphases(pieces.join(''))) {
    for (let at = 0; at < mark; at += 1) hidden.add(from + at).add(to - 1 - at);
  }
  let start = 0;
  return pieces.map((piece) => {
    const from = start;
    start += piece.length;
    return piece.replace(/[*_]/g, (mark, at: number) => (hidden.has(from + at) ? '' : mark));
  });
}

/** What takes the place of words, between the marks that what stands beside it still needs. */
export const betweenMarks = (
  words: string,
  { before, after }: { before: string; after: string } = { before: '', after: '' },
): string => `${before}${words}${after}`;
