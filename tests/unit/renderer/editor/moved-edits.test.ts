import { type ChangeSet, EditorState, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedEdits, placeAfter, withEdits } from '#renderer/features/editor/moved-edits.ts';
import type { MovedPiece } from '#shared/domain/moved-piece.ts';
import type { OriginRun } from '#shared/domain/origins.ts';
import { runsOf } from '#shared/origin-runs.ts';

const typedIn = (documentId: string, text: string, changes: Parameters<typeof ChangeSet.of>[0]) => {
  const before = EditorState.create({ doc: text });
  const { state, changes: typed } = before.update({ changes });
  let at = 0;
  const origins: OriginRun[] = [];
  typed.iterChangedRanges((_from, _to, from, to) => {
    origins.push([from - at, 'imported'], [to - from, 'typed']);
    at = to;
  });
  origins.push([state.doc.length - at, 'imported']);
  return { documentId, before: before.doc, typed, origins, caret: 0, text: state.doc.toString() };
};

const piece = (from: [string, number], to: [string, number], length: number): MovedPiece => ({
  from: { documentId: from[0], start: from[1] },
  to: { documentId: to[0], start: to[1] },
  length,
});

const told = (text: string) => ({ text, origins: runsOf(text.length, 'imported') });

describe('what was typed in text that the program moved', () => {
  // The second line of “a” goes behind the one of “b”, and the line end before it with nobody.
  const pieces = [
    piece(['a', 0], ['a', 0], 3),
    piece(['a', 4], ['b', 4], 3),
    piece(['b', 0], ['b', 0], 4),
  ];

  it('stands where its words stand, and is taken away there too, with where it comes from [W1 N14]', () => {
    const one = typedIn('a', 'abc\ndef', [
      { from: 3, insert: 'X' },
      { from: 4, to: 5, insert: 'Y' },
      { from: 7, insert: 'Z' },
    ]);
    const edits = movedEdits(pieces, [one]);
    expect(withEdits(told('abc'), edits.get('a') ?? []).text).toBe('abcX');
    const there = withEdits(told('123\ndef'), edits.get('b') ?? []);
    expect(there.text).toBe('123\nYefZ');
    expect(there.origins).toEqual([
      [4, 'imported'],
      [1, 'typed'],
      [2, 'imported'],
      [1, 'typed'],
    ]);
  });

  it('goes at a border with what stands before it, at the beginning of a line with the line [W1]', () => {
    const before = Text.of(['abc', 'def']);
    expect(placeAfter(pieces, { documentId: 'a', before }, 3)).toEqual({ documentId: 'a', at: 3 });
    expect(placeAfter(pieces, { documentId: 'a', before }, 4)).toEqual({ documentId: 'b', at: 4 });
    expect(placeAfter([], { documentId: 'a', before: Text.empty }, 0)).toEqual({
      documentId: 'a',
      at: 0,
    });
  });

  it('loses no letter and doubles none, whatever is typed wherever [W1]', () => {
    const letters = fc.string({
      minLength: 1,
      maxLength: 8,
      unit: fc.constantFrom('x', 'y', '\n'),
    });
    const typing = fc.array(fc.tuple(fc.nat(7), letters), { maxLength: 6 });
    fc.assert(
      fc.property(typing, typing, (inA, inB) => {
        const changesOf = (typed: [number, string][], length: number) =>
          typed.map(([at, insert]) => ({ from: Math.min(at, length), insert }));
        const chapters = [
          typedIn('a', 'abc\ndef', changesOf(inA, 7)),
          typedIn('b', '123\n', changesOf(inB, 4)),
        ];
        const edits = movedEdits(pieces, chapters);
        const made = ['abc', '123\ndef'].map((text, at) =>
          withEdits(told(text), edits.get(at === 0 ? 'a' : 'b') ?? []),
        );
        const lettersOf = (text: string) => [...text.replaceAll('\n', '')].toSorted().join('');
        const typed = chapters.map(({ text }) => text).join('');
        expect(lettersOf(made.map(({ text }) => text).join(''))).toBe(lettersOf(typed));
        for (const { text, origins } of made) {
          expect(origins.reduce((sum, [length]) => sum + length, 0)).toBe(text.length);
        }
      }),
    );
  });
});
