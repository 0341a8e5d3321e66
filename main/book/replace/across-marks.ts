/** Words that go on over marks of emphasis, which the page hides: a place with the marks that lie in it. Pure. */
import { emphases } from '#shared/emphases.ts';
import type { FoundSpan, Span } from './span.ts';

type Marks = { open: Span; close: Span };

/** The marks of the lines a place lies in, at their places in the text. */
const marksAround = (text: string, { start, end }: Span): Marks[] => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const lines = text.slice(from, newline < 0 ? text.length : newline).split('\n');
  const found: Marks[] = [];
  let lineStart = from;
  for (const line of lines) {
    for (const { from: opens, to, mark } of emphases(line)) {
      const [first, last] = [lineStart + opens, lineStart + to];
      found.push({
        open: { start: first, end: first + mark },
        close: { start: last - mark, end: last },
      });
    }
    lineStart += line.length + 1;
  }
  return found;
};

const holds = (place: Span, mark: Span): boolean =>
  mark.start >= place.start && mark.end <= place.end;

/** Emphasis of which nothing would be left outside of the place goes into it whole. */
const withWholeEmphasis = (place: Span, marks: readonly Marks[]): Span => {
  for (const { open, close } of marks) {
    if (holds(place, open) && close.start === place.end) {
      return withWholeEmphasis({ ...place, end: close.end }, marks);
    }
    if (holds(place, close) && open.end === place.start) {
      return withWholeEmphasis({ ...place, start: open.start }, marks);
    }
  }
  return place;
};

/**
 * The place as it is to be replaced, with the marks that what stands before or behind it still needs. Null where a sign that
 * was passed over is no mark of emphasis, so that the words do not go on there.
 */
export const acrossMarks = (text: string, found: Span): FoundSpan | null => {
  const passed = [...text.slice(found.start, found.end).matchAll(/[*_]/gu)].map(({ index }) => ({
    start: found.start + index,
    end: found.start + index + 1,
  }));
  if (passed.length === 0) return found;
  const marks = marksAround(text, found);
  const isMark = (sign: Span) =>
    marks.some(({ open, close }) => holds(open, sign) || holds(close, sign));
  if (!passed.every(isMark)) return null;
  const place = withWholeEmphasis(found, marks);
  const textOf = ({ start, end }: Span) => text.slice(start, end);
  return {
    ...place,
    keptMarks: {
      before: marks
        .filter(({ open, close }) => holds(place, open) && !holds(place, close))
        .map(({ open }) => textOf(open))
        .join(''),
      after: marks
        .filter(({ open, close }) => holds(place, close) && !holds(place, open))
        .toSorted((one, other) => one.close.start - other.close.start)
        .map(({ close }) => textOf(close))
        .join(''),
    },
  };
};
