import { describe, expect, it } from 'vitest';
import { changeOf, faultOf } from '#renderer/features/structure/field-drafts.ts';

describe('a title or a synopsis that is too long', () => {
  it('is no change and is not cut; what stands around it counts as nothing [W4]', () => {
    for (const [field, longest] of [
      ['title', 200],
      ['synopsis', 4_000],
    ] as const) {
      const whole = '潮'.repeat(longest);
      expect(faultOf(field, `${whole}起`)).toBe('long');
      expect(changeOf(field, `${whole}起`)).toBe(null);
      expect(faultOf(field, ` ${whole}\n`)).toBe(null);
      expect(changeOf(field, ` ${whole}\n`)).toEqual({ [field]: whole });
    }
  });
});
