import type { Text } from '@codemirror/state';
import {
  isBlankLine,
  type ParagraphStyle,
  paragraphStyleOfLines,
  sampledLines,
} from '#shared/paragraph-style.ts';

export type { ParagraphStyle };

const isBlank = isBlankLine;

/** Decided once when a chapter is opened, from its first lines. A new chapter is Markdown. */
export const paragraphStyleOf = (doc: Text): ParagraphStyle =>
  paragraphStyleOfLines(doc.iterLines(1, Math.min(doc.lines, sampledLines) + 1));

/**
 * An empty line that only parts two paragraphs is a `gap`: not shown, and the caret never rests there. Gaps and
 * empty paragraphs take turns in a run of empty lines, so Enter (which writes two line breaks) shows one line.
 */
export type BlankRole = 'gap' | 'paragraph';

/** Role of an empty line given how many empty lines of its run stand above it. */
export const blankRole = (above: number, runStartsDocument: boolean): BlankRole =>
  (above % 2 === 0) === runStartsDocument ? 'paragraph' : 'gap';

/** Empty lines directly above line `number` (from 1), and whether the run reaches the document's begin. */
function runAbove(doc: Text, number: number): { above: number; startsDocument: boolean } {
  let above = 0;
  while (number - above > 1 && isBlank(doc.line(number - above - 1).text)) above += 1;
  return { above, startsDocument: number - above === 1 };
}

/** Role of line `number` (from 1), or null when it has text or the style shows every line. */
export function roleOfLine(doc: Text, number: number, style: ParagraphStyle): BlankRole | null {
  if (style === 'single-newline' || !isBlank(doc.line(number).text)) return null;
  const { above, startsDocument } = runAbove(doc, number);
  return blankRole(above, startsDocument);
}

export type Gap = { from: number; to: number };

/** Gaps among the lines of a range: each from the end of the line before to the begin of the line after. */
export function gapsBetween(doc: Text, from: number, to: number, style: ParagraphStyle): Gap[] {
  if (style === 'single-newline') return [];
  const gaps: Gap[] = [];
  const last = doc.lineAt(to).number;
  let number = doc.lineAt(from).number;
  let run = runAbove(doc, number);
  for (; number <= last; number += 1) {
    const line = doc.line(number);
    if (!isBlank(line.text)) {
      run = { above: 0, startsDocument: false };
      continue;
    }
    if (blankRole(run.above, run.startsDocument) === 'gap') {
      gaps.push({ from: Math.max(0, line.from - 1), to: Math.min(doc.length, line.to + 1) });
    }
    run = { ...run, above: run.above + 1 };
  }
  return gaps;
}

/** A position a caret may have: inside a gap it moves to the text before or after, by `forward`. */
export function restingPlace(
  doc: Text,
  position: number,
  style: ParagraphStyle,
  forward: boolean,
): number {
  const line = doc.lineAt(position);
  if (roleOfLine(doc, line.number, style) !== 'gap') return position;
  const before = Math.max(0, line.from - 1);
  const after = line.to + 1;
  return forward && after <= doc.length ? after : before;
}

/** What Enter writes. */
export const paragraphBreak = (style: ParagraphStyle): string =>
  style === 'single-newline' ? '\n' : '\n\n';
