import fc from 'fast-check';
import { expect, it } from 'vitest';
import { previewOf } from '#main/assistant/conversation/reductions/truncate-largest.ts';

it('a preview is a beginning of the text that any window holds, however tokens are counted [S0-06]', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3000 }),
    fc.nat(3000).map((length) => '雪'.repeat(length)),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(0.25, 1, 3), (given, perUnit) => {
      const count = (part: string): number => Math.ceil(part.length * perUnit);
      const preview = previewOf(given, count);
      expect(given.startsWith(preview)).toBe(true);
      expect(preview.length).toBeLessThanOrEqual(800);
      expect(count(preview)).toBeLessThanOrEqual(200);
      if (given.length <= 60) expect(preview).toBe(given);
    }),
  );
});
