import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWordFinder, type IsBound } from '#main/context/retrieval/lexical/whole-words.ts';

const of = (text: string, words: string, isBound: IsBound | null = null) => {
  const start = text.indexOf(words);
  return createWordFinder(text, isBound).wholeIn(start, start + words.length);
};

/** Binds what a text has of these words together, as a book does that has them often. */
const binding =
  (text: string, ...names: string[]): IsBound =>
  (place) =>
    names.some((name) => {
      const start = text.lastIndexOf(name, place);
      return start >= 0 && place + 2 <= start + name.length;
    });

describe('words told as reasons', () => {
  it('leaves out what lies across two words', () => {
    expect(of('他站在门槛上看水。', '槛上')).toBeNull();
    expect(of('他在天后宫的旗杆下站着。', '的旗')).toBeNull();
  });

  it('keeps words, and words side by side', () => {
    expect(of('他在天后宫的旗杆下站着。', '旗杆')).toBe('旗杆');
    expect(of('She kept the harrow box shut.', 'harrow box')).toBe('harrow box');
  });

  it('keeps names that a book binds together, and nothing torn out of them or out of two words [F6]', () => {
    const text = '宝玉忙叫茗烟去请刘老老，跟着大家走了。';
    const isBound = binding(text, '茗烟', '刘老老');
    expect(of(text, '茗烟', isBound)).toBe('茗烟');
    expect(of(text, '刘老老', isBound)).toBe('刘老老');
    for (const torn of ['叫茗', '烟去', '老老', '着大', '走了']) {
      expect(of(text, torn, isBound)).toBeNull();
    }
    expect(of(text, '叫茗烟', isBound)).toBe('茗烟');
  });

  it('knows what lies within a word', () => {
    const text = '叫茗烟 harrow';
    const { isWithin } = createWordFinder(text, binding(text, '茗烟'));
    expect([isWithin(0, 2), isWithin(1, 3), isWithin(4, 10)]).toEqual([false, true, true]);
  });

  it('never tells what the stretch does not hold, and no single character of more', () => {
    const texts = fc.string({
      unit: fc.constantFrom(...'赵云力战不退旗杆乌鸦a 。\n𠀀'),
      maxLength: 40,
    });
    const bindings = fc.constantFrom<IsBound | null>(
      null,
      () => true,
      (place) => place % 2 === 0,
    );
    fc.assert(
      fc.property(texts, fc.nat(40), fc.nat(12), bindings, (text, start, length, isBound) => {
        const words = createWordFinder(text, isBound).wholeIn(start, start + length);
        expect(text.slice(start, start + length)).toContain(words ?? '');
        const isPart =
          /\p{Script=Han}/u.test(words ?? '') && length > 1 && start + length <= text.length;
        if (isPart) expect((words ?? '').length).toBeGreaterThan(1);
      }),
    );
  });
});
