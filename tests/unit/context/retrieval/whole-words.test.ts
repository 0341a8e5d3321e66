import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordFinder } from '#main/context/retrieval/lexical/whole-words.ts';

const of = (text: string, words: string) => {
  const start = text.indexOf(words);
  return createWordFinder(text)(start, start + words.length);
};

describe('words told as reasons', () => {
  it('leaves out what lies across two words', () => {
    expect(of('他站在门槛上看水。', '槛上')).toBeNull();
    expect(of('他在天后宫的旗杆下站着。', '的旗')).toBeNull();
  });

  it('keeps words, and words side by side', () => {
    expect(of('他在天后宫的旗杆下站着。', '旗杆')).toBe('旗杆');
    expect(of('She kept the harrow box shut.', 'harrow box')).toBe('harrow box');
  });

  it('never tells what the stretch does not hold, and no single character of more', () => {
    const texts = fc.string({
      unit: fc.constantFrom(...'赵云力战不退旗杆乌鸦a 。\n𠀀'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(texts, fc.nat(40), fc.nat(12), (text, start, length) => {
        const words = createWordFinder(text)(start, start + length);
        expect(text.slice(start, start + length)).toContain(words ?? '');
        const isPart =
          /\p{Script=Han}/u.test(words ?? '') && length > 1 && start + length <= text.length;
        if (isPart) expect((words ?? '').length).toBeGreaterThan(1);
      }),
    );
  });
});
