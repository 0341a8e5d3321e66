import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findChangedStretch } from '#main/ai/runs/candidates/proposal.ts';

const text = fc
  .array(fc.constantFrom('雪停了。', '他走了。', '\n', '\n\n', '😀', 'a'), { maxLength: 20 })
  .map((parts) => parts.join(''));

describe('the stretch a proposal changes', () => {
  it('put in its place it makes the new text, and begins and ends with lines (property) [F14]', () => {
    fc.assert(
      fc.property(text, text, (old, now) => {
        const stretch = findChangedStretch(old, now);
        if (!stretch) {
          expect(old).toBe(now);
          return;
        }
        const { start, end } = stretch;
        expect(old.slice(0, start) + stretch.text + old.slice(end)).toBe(now);
        expect(start === 0 || old[start - 1] === '\n').toBe(true);
        const atLineEnd = end === old.length || old[end] === '\n';
        const behind = (of: string) => of === '' || of.endsWith('\n');
        expect(atLineEnd || (behind(old.slice(start, end)) && behind(stretch.text))).toBe(true);
      }),
    );
  });

  it('is the changed line alone', () => {
    expect(findChangedStretch('一\n二\n三\n', '一\n两\n三\n')).toEqual({
      start: 2,
      end: 3,
      text: '两',
    });
    expect(findChangedStretch('一\n三\n', '一\n二\n三\n')).toEqual({
      start: 2,
      end: 2,
      text: '二\n',
    });
    expect(findChangedStretch('一\n', '一\n')).toBeNull();
  });
});
