/** Finds what stands in quotation marks. */
import type { Script } from './script.ts';
import type { Span } from './span.ts';

/** Quotation marks that open and close with different signs. */
const pairs: Readonly<Record<string, string>> = {
  '“': '”',
  '「': '」',
  '『': '』',
  '〝': '〞',
  '«': '»',
  '‘': '’',
};

/** Speech that runs on without its mark being opened again is followed this far. */
const maxUnopenedLength = 2000;
/** A single mark this far from its like is an apostrophe. */
const maxSingleLength = 4000;

const letter = /[\p{L}\p{N}]/u;
const isLetter = (text: string, at: number): boolean => letter.test(text[at] ?? '');
const opensHere = (text: string, at: number): boolean =>
  (at === 0 || /[\s(（[—–“"]/.test(text[at - 1] ?? '')) &&
  /[\p{L}\p{N}….—]/u.test(text[at + 1] ?? '');
const elision = /^['‘’](?:tis|twas|twere|twill|em|til|till|cause|bout|round|gainst|d|n)\b/i;

/** Where a single quotation that begins at `open` ends, among its apostrophes; -1 when nowhere. */
const singleCloser = (text: string, open: number, end: number, mark: string): number => {
  const limit = Math.min(end, open + maxSingleLength);
  let unsure = -1;
  for (let at = open + 1; at < limit; at += 1) {
    const character = text[at];
    if (at > open + 1 && character === text[open] && mark !== text[open]) break;
    if (character !== mark || isLetter(text, at + 1)) continue;
    if (!isLetter(text, at - 1)) return at;
    if (unsure < 0) unsure = at;
  }
  return unsure;
};

/** Whether the closing mark comes again, farther down, before any opening one. */
const closesLater = (text: string, from: number, open: string, close: string): boolean => {
  // Who looks on to the end, paragraph by paragraph, reads a long chapter once for each.
  const near = text.slice(from, from + maxUnopenedLength + 1);
  const nextClose = near.indexOf(close);
  if (nextClose < 0) return false;
  const nextOpen = near.indexOf(open);
  return nextOpen < 0 || nextClose < nextOpen;
};

/** Every mark that opens or closes: what stands between them is skipped in one step. */
const anyMark = /["'«»‘’“”「」『』〝〞]/g;

/** The first mark at or behind a place, the length of the text where there is none. */
type NextMark = (from: number) => number;

/** What one paragraph found behind its end is not looked for again by the next. */
const createMarkFinder = (text: string): NextMark => {
  let [asked, found] = [0, -1];
  return (from) => {
    if (asked <= from && from <= found) return found;
    anyMark.lastIndex = from;
    [asked, found] = [from, anyMark.test(text) ? anyMark.lastIndex - 1 : text.length];
    return found;
  };
};

type Open = { mark: string; close: string; start: number; depth: number };

/** Follows the marks of one paragraph: the spans that close in it, and what it leaves open for the next. */
const scanParagraph = (
  text: string,
  paragraph: Span,
  { script, nextMark, before }: { script: Script; nextMark: NextMark; before: Open | null },
): { spans: Span[]; open: Open | null } => {
  const spans: Span[] = [];
  let open = before;
  // No single mark opened before this place closes: what scanning once has shown is not asked again.
  let barren = 0;
  for (let at = nextMark(paragraph.start); at < paragraph.end; at = nextMark(at + 1)) {
    const character = text[at] ?? '';
    if (open) {
      if (character === open.close) {
        if (open.depth > 1) open = { ...open, depth: open.depth - 1 };
        else {
          spans.push({ start: open.start, end: at + 1 });
          open = null;
        }
      } else if (character === open.mark) {
        const anew = at === paragraph.start || text[at - 1] === '\n';
        open = { ...open, depth: anew ? 1 : open.depth + 1 };
      }
    } else if (character === "'" || (character === '‘' && script === 'latin')) {
      if (at < barren || !opensHere(text, at) || elision.test(text.slice(at, at + 9))) continue;
      const close = singleCloser(text, at, paragraph.end, character === "'" ? "'" : '’');
      if (close < 0) {
        barren = at + maxSingleLength;
        continue;
      }
      spans.push({ start: at, end: close + 1 });
      at = close;
    } else {
      const close = character === '"' ? '"' : pairs[character];
      if (close !== undefined) open = { mark: character, close, start: at, depth: 1 };
    }
  }
  return { spans, open };
};

/**
 * Spans inside quotation marks, the marks included: “ ”, ‘ ’, 「」, 『』, « », " and '. Quotations inside
 * quotations belong to the outer one. A mark that is opened and not closed quotes to the end of its paragraph,
 * or on to the closing mark when the next mark is one (speech over several paragraphs, opened anew in each or not).
 */
export const quotedSpans = (text: string, paragraphs: readonly Span[], script: Script): Span[] => {
  const spans: Span[] = [];
  const nextMark = createMarkFinder(text);
  let open: Open | null = null;
  for (const paragraph of paragraphs) {
    const scanned = scanParagraph(text, paragraph, { script, nextMark, before: open });
    spans.push(...scanned.spans);
    open = scanned.open;
    if (!open) continue;
    if (open.mark !== '"' && closesLater(text, paragraph.end, open.mark, open.close)) continue;
    spans.push({ start: open.start, end: paragraph.end });
    open = null;
  }
  return spans;
};
