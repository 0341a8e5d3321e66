import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinTexts, mergeEdits } from '#main/book/documents/merge.ts';
import { findMergeBase, isContained, type KnownText } from '#main/book/documents/merge-base.ts';

const text = (...paragraphs: readonly string[]): string => `${paragraphs.join('\n\n')}\n`;
const known = (version: string, paragraphs: readonly string[], isOwn: boolean): KnownText => ({
  version,
  text: text(...paragraphs),
  isOwn,
});

const [first, second, third] = ['船靠了岸。', '没有人下来。', '灯还亮着。'];
const [ours, theirs] = ['她在岸上等。', '雨停了。'];
const start = known('start', [first, second, third], false);
const early = known('early', [first, second], false);

const mergeWith = (history: readonly KnownText[], copy: string): string | null => {
  const base = findMergeBase(history, copy);
  return base && mergeEdits(base.text, history[0]?.text ?? '', copy);
};

describe('the text that two versions of a chapter were made from [B4]', () => {
  it('is what both have, where each went on from it in its own way', () => {
    const mine = known('mine', [first, ours, second, third], true);
    const copy = text(first, second, third, theirs);
    expect(findMergeBase([mine, start, early], copy)).toMatchObject({
      version: 'start',
      isSure: true,
    });
    expect(mergeWith([mine, start, early], copy)).toBe(text(first, ours, second, third, theirs));
  });

  it('is not what was written here and then lost to a file from outside: the copy brings it back', () => {
    const written = known('written', [first, ours, second, third], true);
    const came = known('came', [first, second, third, theirs], false);
    const history = [came, written, start, early];
    expect(findMergeBase(history, written.text)).toMatchObject({ version: 'start', isSure: true });
    expect(mergeWith(history, written.text)).toBe(text(first, ours, second, third, theirs));
  });

  it('is the copy itself where the file went on from it: a late copy takes nothing back', () => {
    const mine = known('mine', [first, ours, second, third, theirs], true);
    const late = known('late', [first, ours, second, third], true);
    expect(mergeWith([mine, late, start, early], late.text)).toBe(mine.text);
  });

  it('is the file itself where the copy went on from it', () => {
    const mine = known('mine', [first, ours, second, third], true);
    const copy = text(first, ours, second, third, theirs);
    expect(mergeWith([mine, start, early], copy)).toBe(copy);
  });

  it('is a guess where nothing is known before it', () => {
    const mine = known('mine', [first, ours, second, third], true);
    expect(findMergeBase([mine, start], text(first, second))).toMatchObject({ isSure: false });
    expect(findMergeBase([start], text(first))).toMatchObject({ version: 'start', isSure: false });
    expect(findMergeBase([], text(first))).toBeNull();
  });
});

const paragraphs = fc.array(fc.constantFrom('一。', '二。', '三。', '四。', '五。'), {
  maxLength: 8,
});

describe('both texts in one [B4]', () => {
  it('hold every paragraph of either, in its order, and make one of none', () => {
    fc.assert(
      fc.property(paragraphs, paragraphs, (one, other) => {
        const [mine, came] = [text(...one), text(...other)];
        const both = joinTexts(mine, came);
        expect(isContained(mine, both)).toBe(true);
        expect(isContained(came, both)).toBe(true);
        expect(both).not.toMatch(/[^\n]\n[^\n]/);
      }),
    );
  });

  it('are the text itself where they say the same', () => {
    fc.assert(
      fc.property(paragraphs, (one) => {
        expect(joinTexts(text(...one), text(...one))).toBe(text(...one));
      }),
    );
  });
});
