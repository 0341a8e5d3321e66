import { chapterHeading } from '#shared/chapter-heading.ts';

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

export type LineKind =
  | { kind: 'prose' }
  | { kind: 'ornament' }
  | { kind: 'list' }
  | { kind: 'quote'; textFrom: number }
  | {
      kind: 'heading';
      level: number;
      /** Where the heading's words begin, after `# `. */
      textFrom: number;
      /** End of "第七章" and begin of "秋分大潮"; both are `textFrom` without a label. */
      labelTo: number;
      titleFrom: number;
    };

const ornament = /^\s*(?:(?:[-*_＊]\s*){3,}|[※⁂]\s*)$/;

/** What a line of a manuscript is. Offsets are in the line. */
export function lineKind(text: string): LineKind {
  const heading = /^(#{1,6})[ \t]+(?=\S)/.exec(text);
  if (heading !== null) {
    const textFrom = heading[0].length;
    const words = text.slice(textFrom).trimEnd();
    const { label, title } = chapterHeading(words);
    const labelTo = label === null ? textFrom : textFrom + label.length;
    const titleFrom = label === null ? textFrom : textFrom + words.length - title.length;
    return { kind: 'heading', level: heading[1]?.length ?? 1, textFrom, labelTo, titleFrom };
  }
  if (ornament.test(text)) return { kind: 'ornament' };
  const quote = /^>[ \t]?/.exec(text);
  if (quote !== null) return { kind: 'quote', textFrom: quote[0].length };
  if (/^\s*(?:[-*+]|\d{1,3}[.)])[ \t]+\S/.test(text)) return { kind: 'list' };
  return { kind: 'prose' };
}
