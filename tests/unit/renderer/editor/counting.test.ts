import { ChangeSet, Text } from '@codemirror/state';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countDocument,
  countedDifference,
  countWords,
} from '#renderer/features/editor/prose/word-count.ts';
import { textChange } from '#renderer/features/editor/text-change.ts';

const doc = (text: string) => Text.of(text.split('\n'));
const prose = fc
  .array(fc.constantFrom('雪', 'no', "don't", ' ', '\n', '，', '7', '𠮷'), { maxLength: 40 })
  .map((parts) => parts.join(''));

describe('counting', () => {
  it('F23 counts Han one by one and other scripts by word', () => {
    expect(countWords('他说 OK，don’t go。2026 年')).toBe(7);
    expect(countWords('——“……”')).toBe(0);
  });

  it('F22 adds up edits to what counting the whole text gives', () => {
    const edit = fc.tuple(fc.nat(), fc.nat(), prose);
    fc.assert(
      fc.property(prose, fc.array(edit, { minLength: 1, maxLength: 4 }), (text, edits) => {
        const before = doc(text);
        let end = 0;
        const changes: { from: number; to: number; insert: Text }[] = [];
        for (const [start, length, insert] of edits) {
          const from = end + (start % 5);
          const to = from + (length % 5);
          if (to > before.length) break;
          changes.push({ from, to, insert: doc(insert) });
          end = to + 1;
        }
        const set = ChangeSet.of(changes, before.length);
        const after = set.apply(before);
        expect(countDocument(before) + countedDifference(before, after, set)).toBe(
          countDocument(after),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('turns one text into another by one replacement that cuts no character', () => {
    fc.assert(
      fc.property(prose, prose, (before, after) => {
        const change = textChange(before, after);
        if (change === null) {
          expect(before).toBe(after);
          return;
        }
        const { from, to, insert } = change;
        expect(before.slice(0, from) + insert + before.slice(to)).toBe(after);
        expect(/[\uD800-\uDBFF]$/.test(before.slice(0, from))).toBe(false);
        expect(/^[\uDC00-\uDFFF]/.test(before.slice(to))).toBe(false);
      }),
    );
  });
});
