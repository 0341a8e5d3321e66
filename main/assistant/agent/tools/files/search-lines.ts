/** Searches texts line by line, letting other work through. */
import { setImmediate } from 'node:timers/promises';
import { Refusal } from '../catch-tool-failure.ts';
import type { Expression } from './expression.ts';
import { splitLines } from './page-lines.ts';
import { borderBefore } from '#main/base/text/graphemes.ts';

export type LineMatch = { line: number; text: string; cut: boolean };

/** How long, in ms, the process may be kept from its other work, and one search may take. */
const turn = 12;
const maxSearchMs = 15_000;
/** A longer line is searched in pieces, so that no pattern keeps the process for long. */
const maxPieceLength = 65_536;
/** UTF-16 code units of a line that are shown. */
const shownLength = 300;

/** The line, or the part of it around the match. */
export const showAround = (
  line: string,
  match: { start: number; end: number },
): LineMatch['text'] => {
  if (line.length <= shownLength) return line;
  const room = Math.max(0, shownLength - (match.end - match.start));
  const wished = Math.max(
    0,
    Math.min(match.start - Math.floor(room / 2), line.length - shownLength),
  );
  const start = borderBefore(line, wished);
  const end = borderBefore(line, Math.min(line.length, start + shownLength));
  return `${start > 0 ? '…' : ''}${line.slice(start, end)}${end < line.length ? '…' : ''}`;
};

const findIn = (line: string, expression: Expression): { start: number; end: number } | null => {
  for (let from = 0; ; ) {
    const to = borderBefore(line, Math.min(line.length, from + maxPieceLength));
    const match = expression.find(from === 0 && to === line.length ? line : line.slice(from, to));
    if (match) return { start: from + match.start, end: from + match.end };
    if (to >= line.length) return null;
    from = to;
  }
};

/** Searches texts line by line, letting other work through. SEARCH_TOO_LONG. */
export const createLineSearch = (expression: Expression, signal: AbortSignal) => {
  const began = performance.now();
  let yielded = began;
  const breathe = async (): Promise<void> => {
    const now = performance.now();
    if (now - yielded < turn) return;
    if (now - began > maxSearchMs) {
      throw new Refusal('SEARCH_TOO_LONG', 'The search took too long. Narrow path or glob.');
    }
    await setImmediate();
    signal.throwIfAborted();
    yielded = performance.now();
  };
  return async (text: string, onMatch: (match: () => LineMatch) => void): Promise<void> => {
    let line = 0;
    for (const content of splitLines(text)) {
      line += 1;
      const found = findIn(content, expression);
      if (found) {
        const at = line;
        onMatch(() => {
          const shown = showAround(content, found);
          return { line: at, text: shown, cut: shown !== content };
        });
      }
      await breathe();
    }
  };
};
