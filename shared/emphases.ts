/** Emphasis in a line of Markdown as the page shows it. Pure. */

/** A stretch of emphasised text inside one line; `mark` characters of Markdown stand at each end. */
export type Emphasis = { from: number; to: number; mark: number };

const isSpace = (character: string | undefined) => character === undefined || /\s/.test(character);
const isWord = (character: string | undefined) =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character) && !/\p{Script=Han}/u.test(character);

/** Lines longer than this are shown with their marks; nobody writes such a paragraph by hand. */
const longestScanned = 20_000;

/** A mark has three characters at most; where one ends right before the next begins, both together five. */
const longestMark = 3;
const longestSeam = 5;

/** What marks have taken of a run; one that `staysWhole` gives no part of itself. */
type Use = { length: number; used: number; staysWhole: boolean };

type Run = {
  character: string;
  from: number;
  length: number;
  opens: boolean;
  closes: boolean;
  use: Use;
};

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  for (const hit of text.matchAll(/\\.?|\*+|_+/g)) {
    const from = hit.index;
    const length = hit[0].length;
    const character = hit[0].charAt(0);
    if (character === '\\' || length > longestSeam) continue;
    const before = text[from - 1];
    const after = text[from + length];
    const insideWord = character === '_' && isWord(before) && isWord(after);
    if (insideWord) continue;
    const use = { length, used: 0, staysWhole: character === '_' };
    runs.push({ character, from, length, opens: !isSpace(after), closes: !isSpace(before), use });
  }
  return runs;
}

/** Whether one may take a part of the other: of `*` and `**` neither does, they stand inside of each other. */
function canShare(opener: Run, closer: Run): boolean {
  const longer = opener.length > closer.length ? opener : closer;
  if (longer.use.staysWhole) return false;
  return longer === opener
    ? opener.length === longestMark
    : closer.length - opener.length <= longestMark && closer.length !== 2 * opener.length;
}

/** What a run closes: the mark of its own length, or else the innermost of another that shares its stars. */
function placeOfOpener(open: readonly Run[], run: Run): number {
  const canClose = (one: Run) =>
    one.character === run.character && one.from + one.length < run.from;
  const exact = open.findLastIndex((one) => canClose(one) && one.length === run.length);
  return exact >= 0 ? exact : open.findLastIndex((one) => canClose(one) && canShare(one, run));
}

/** Takes off the stack what the run closes, and says how many of its characters that took. */
function closeOne(open: Run[], run: Run, found: Emphasis[]): number {
  const at = placeOfOpener(open, run);
  const opener = open[at];
  if (opener === undefined) return 0;
  const mark = Math.min(opener.length, run.length);
  const rest = opener.length - mark;
  found.push({ from: opener.from + rest, to: run.from + mark, mark });
  opener.use.used += mark;
  run.use.used += mark;
  open.length = at;
  if (rest > 0) open.push({ ...opener, length: rest });
  return mark;
}

function pairsOf(runs: readonly Run[]): Emphasis[] {
  const open: Run[] = [];
  const found: Emphasis[] = [];
  for (const whole of runs) {
    let run = whole;
    let taken = run.closes ? closeOne(open, run, found) : 0;
    while (taken > 0) {
      run = { ...run, from: run.from + taken, length: run.length - taken };
      taken = run.length > 0 ? closeOne(open, run, found) : 0;
    }
    const isMark = run.length > 0 && run.length <= longestMark;
    if (isMark && run.opens && open.length < 100) open.push(run);
  }
  return found;
}

/** So often a line is read again without the parts that were left over, before every run stays whole. */
const maxReadings = 8;

/**
 * `*…*`, `_…_`, `**…**`, `***…***` of one line. Unlike CommonMark a mark may touch full-width punctuation, as
 * Chinese has no spaces around words, and stars that are shared are used up: those of masked words (`f***`, `李**`) are
 * seldom as many as would be needed, and stay. Linear in the text; ranges never overlap partly.
 */
export function emphases(text: string): Emphasis[] {
  if (text.length > longestScanned) return [];
  const runs = runsOf(text);
  for (let reading = 1; ; reading += 1) {
    const found = pairsOf(runs);
    const isLeftOver = ({ length, used }: Use) => used > 0 && used < length;
    if (!runs.some(({ use }) => isLeftOver(use))) {
      return found.sort((a, b) => a.from - b.from || b.to - a.to);
    }
    for (const { use } of runs) {
      use.staysWhole ||= isLeftOver(use) || reading === maxReadings;
      use.used = 0;
    }
  }
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

/** A passage as the page shows it, line by line. */
export const asShown = (passage: string): string =>
  passage
    .split('\n')
    .flatMap((line) => withoutMarks([line]))
    .join('\n');

/** What takes the place of words, between the marks that what stands beside it still needs. */
export const betweenMarks = (
  words: string,
  { before, after }: { before: string; after: string } = { before: '', after: '' },
): string => `${before}${words}${after}`;
