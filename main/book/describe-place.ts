/** A place of a report as a person is shown it: its words, and a few around them out of its own paragraph. Pure. */
import { endOfCharacter, startOfCharacter } from '#main/base/anchors/anchored-text.ts';
import type { ReportPlace } from '#shared/domain/report.ts';

/** Units shown on each side, and of the place itself. */
const around = 40;
const maxShown = 240;

/** Half a word at the edge says nothing, nor does what ends it. */
const halfAtStart = /^(?!\s)[\p{Script=Latin}\p{M}'’-]*[.,;:!?)"”]*(?=\s)/u;
const halfAtEnd = /(?<=\s)[\p{Script=Latin}\p{M}'’-]+$/u;

/** A long stretch is shown as far as its first words. */
const firstWords = (text: string, start: number, end: number): string => {
  if (end - start <= maxShown) return text.slice(start, end);
  const shown = text.slice(start, endOfCharacter(text, start + maxShown));
  return shown.replace(halfAtEnd, '').trimEnd();
};

export const describePlace = (
  text: string,
  start: number,
  end: number,
): Omit<ReportPlace, 'documentId'> => {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lineEnd = newline < 0 ? text.length : newline;
  const from = startOfCharacter(text, Math.max(lineStart, start - around));
  const to = endOfCharacter(text, Math.min(lineEnd, end + around));
  const match = firstWords(text, start, end);
  const isWhole = match.length === end - start;
  const before = text.slice(Math.min(from, start), start);
  const after = text.slice(end, Math.max(end, to));
  return {
    start,
    end,
    before: from > lineStart ? `…${before.replace(halfAtStart, '')}` : before,
    match: isWhole ? match : `${match}…`,
    after: isWhole ? (to < lineEnd ? `${after.replace(halfAtEnd, '')}…` : after) : '',
  };
};
