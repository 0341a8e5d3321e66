/** A place as a person is shown it: a few words around it, its paragraph, the longer name it is part of. Pure. */
import { beginningWithin, endingWithin } from '#main/base/text/graphemes.ts';
import type { LongerName, ManuscriptPlace } from '#shared/domain/manuscript.ts';
import type { FoundSpan, Span } from './span.ts';

/** Units shown on each side. */
const around = 60;

type Name = Span & { entityId: string; name: string };

/** Describes the places of one chapter; they must come in order. `names`: where the codex' names stand, in order. */
export const createPlaceWriter = (
  documentId: string,
  text: string,
  names: () => readonly Name[],
) => {
  let paragraph = 0;
  let lineStart = 0;
  let lineEnd = -1;
  let next = 0;

  const walkTo = (at: number): void => {
    while (lineEnd < at && lineEnd < text.length) {
      lineStart = lineEnd + 1;
      const newline = text.indexOf('\n', lineStart);
      lineEnd = newline < 0 ? text.length : newline;
      if (text.slice(lineStart, lineEnd).trim() !== '') paragraph += 1;
    }
  };

  const longerName = ({ start, end }: Span): LongerName | null => {
    const all = names();
    while (next < all.length && (all[next]?.end ?? 0) <= start) next += 1;
    const name = all[next];
    if (!name || name.start > start || name.end < end) return null;
    if (name.end - name.start === end - start) return null;
    return { entityId: name.entityId, name: text.slice(name.start, name.end) };
  };

  return (span: FoundSpan): ManuscriptPlace => {
    const { start, end, keptMarks, captures } = span;
    walkTo(start);
    const tail = text.slice(end, end + around + 8).split('\n', 1)[0] ?? '';
    return {
      documentId,
      start,
      end,
      before: endingWithin(text.slice(Math.max(lineStart, start - around - 8), start), around),
      match: text.slice(start, end),
      after: beginningWithin(tail, around),
      paragraph,
      inside: longerName(span),
      ...(keptMarks === undefined ? {} : { keptMarks }),
      ...(captures === undefined ? {} : { captures: [...captures] }),
    };
  };
};
