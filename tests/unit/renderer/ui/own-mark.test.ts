import { describe, expect, it } from 'vitest';
import { hasOwnMark } from '#renderer/ui/own-mark.ts';

describe('a passage that is quoted [W4]', () => {
  it('has a mark of its own where speech begins it, in whatever marks', () => {
    for (const passage of [
      '“We are not rich”',
      '"We',
      '‘We',
      '「来了',
      '『来了',
      '«Nous',
      ' “We',
    ]) {
      expect(hasOwnMark(passage)).toBe(true);
    }
    for (const passage of ['We are “not” rich', '他说：“来了”', '']) {
      expect(hasOwnMark(passage)).toBe(false);
    }
  });
});
