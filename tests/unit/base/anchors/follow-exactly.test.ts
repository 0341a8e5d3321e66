import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followExactly } from '#main/base/anchors/follow-exactly.ts';
import { applyPlaces, editsBack, editsOf } from '#main/book/replace/apply-places.ts';

/** Pieces of a text, of which some are replaced: by nothing, by less or by more. */
const pieces = fc.array(
  fc.record({
    words: fc.stringMatching(/^[a-z]{1,5}$/),
    replacement: fc.option(fc.stringMatching(/^[A-Z]{0,6}$/)),
  }),
  { minLength: 1, maxLength: 12 },
);

type Pieces = { words: string; replacement: string | null }[];

const textOf = (all: Pieces): string => all.map(({ words }) => words).join('');

const placesOf = (all: Pieces) =>
  all.flatMap(({ words, replacement }, index) => {
    const start = textOf(all.slice(0, index)).length;
    return replacement === null ? [] : [{ start, end: start + words.length, replacement }];
  });

describe('where a stretch is after edits that are known [W2]', () => {
  it('is what its pieces became, and after all is taken back what it was, as far as something was left of it', () => {
    fc.assert(
      fc.property(pieces, fc.nat(), fc.nat(), (all, one, other) => {
        const [first, last] = [one % all.length, other % all.length].toSorted((a, b) => a - b);
        const places = placesOf(all);
        const text = textOf(all);
        const [before, within] = [all.slice(0, first), all.slice(first, (last ?? 0) + 1)];
        const span = { start: textOf(before).length, end: textOf([...before, ...within]).length };
        const made = applyPlaces(text, places);
        const now = followExactly(editsOf(places), span);
        const became = within.map(({ words, replacement }) => replacement ?? words).join('');
        expect(now === null ? '' : made.slice(now.start, now.end)).toBe(became);
        if (now === null) return;
        const back = followExactly(editsBack(places), now);
        // What was replaced by nothing at an edge comes back outside.
        const isGone = ({ replacement }: Pieces[number]): boolean => replacement === '';
        const from = within.findIndex((piece) => !isGone(piece));
        const to = within.findLastIndex((piece) => !isGone(piece));
        expect(back && text.slice(back.start, back.end)).toBe(textOf(within.slice(from, to + 1)));
      }),
    );
  });

  it('takes what is written over its first or last words as a part of it', () => {
    const edits = [
      { start: 2, end: 5, length: 1 },
      { start: 8, end: 12, length: 6 },
    ];
    expect(followExactly(edits, { start: 4, end: 10 })).toEqual({ start: 2, end: 12 });
    expect(followExactly(edits, { start: 3, end: 4 })).toEqual({ start: 2, end: 3 });
    expect(followExactly([{ start: 0, end: 9, length: 0 }], { start: 2, end: 4 })).toBeNull();
  });
});
