import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEdits } from '#main/book/documents/merge.ts';

const base = 'a\n\nb\n\nc\n\nd';

describe('merging two sets of edits', () => {
  it('joins edits of different paragraphs', () => {
    expect(mergeEdits(base, base.replace('a', 'A'), base.replace('d', 'D\n\nE'))).toBe(
      'A\n\nb\n\nc\n\nD\n\nE',
    );
    expect(mergeEdits(base, base.replace('b\n\n', ''), base.replace('d', 'D'))).toBe('a\n\nc\n\nD');
  });

  it('leaves edits of one paragraph, or of neighbouring lines, to a person', () => {
    expect(mergeEdits(base, base.replace('b', 'x'), base.replace('b', 'y'))).toBeNull();
    expect(mergeEdits('a\nb\nc', 'A\nb\nc', 'a\nB\nc')).toBeNull();
    expect(mergeEdits(base, `${base}\nmine`, `${base}\ntheirs`)).toBeNull();
  });

  it('takes the same edit made twice once', () => {
    const changed = base.replace('c', 'C');
    expect(mergeEdits(base, changed, changed)).toBe(changed);
  });

  const text = fc
    .array(fc.constantFrom('', 'p', 'q', 'r', 's', 't'), { maxLength: 10 })
    .map((lines) => lines.join('\n'));

  it('is the other text when one side changed nothing, and is symmetric', () => {
    fc.assert(
      fc.property(text, text, text, (start, mine, theirs) => {
        expect(mergeEdits(start, mine, start)).toBe(mine);
        expect(mergeEdits(start, start, theirs)).toBe(theirs);
        expect(mergeEdits(start, mine, theirs)).toBe(mergeEdits(start, theirs, mine));
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps every line both sides added, when it merges at all', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 99 }), { minLength: 6, maxLength: 14 }),
        fc.nat(13),
        fc.nat(13),
        (numbers, left, right) => {
          const lines = numbers.map(String);
          const insert = (at: number, line: string) =>
            lines.toSpliced(Math.min(at, lines.length), 0, line).join('\n');
          const merged = mergeEdits(
            lines.join('\n'),
            insert(left, 'mine'),
            insert(right, 'theirs'),
          );
          const apart = Math.min(left, lines.length) !== Math.min(right, lines.length);
          expect(merged !== null).toBe(apart);
          if (merged === null) return;
          expect(merged.split('\n').filter((line) => line !== 'mine' && line !== 'theirs')).toEqual(
            lines,
          );
          expect(merged).toMatch(/mine/);
          expect(merged).toMatch(/theirs/);
        },
      ),
    );
  });

  it('answers for texts too long to compare line by line', () => {
    const long = Array.from({ length: 5000 }, (_, at) => `line ${at}`);
    const mine = ['first', ...long.slice(1, -1).map((line) => `${line}!`), 'last'].join('\n');
    expect(mergeEdits(long.join('\n'), mine, long.join('\n'))).toBe(mine);
  });
});
