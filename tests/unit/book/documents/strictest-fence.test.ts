import fc from 'fast-check';
import { expect, it } from 'vitest';
import { strictestFence } from '#main/book/documents/strictest-fence.ts';
import { Fence } from '#shared/domain/fence.ts';

const people = ['a', 'b', 'c'];
const fence: fc.Arbitrary<Fence> = fc.record(
  {
    notBeforeChapter: fc.integer({ min: 1, max: 5 }),
    knownBy: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1 }),
    neverSend: fc.constant(true as const),
  },
  { requiredKeys: [] },
);

const lets = (one: Fence, chapter: number, person: string): boolean =>
  one.neverSend !== true &&
  chapter >= (one.notBeforeChapter ?? 0) &&
  (one.knownBy?.includes(person) ?? true);

it('lets through exactly what each of the fences lets through [N3]', () => {
  fc.assert(
    fc.property(fc.array(fence, { minLength: 1, maxLength: 4 }), (fences) => {
      const strictest = Fence.parse(strictestFence(fences));
      for (let chapter = 1; chapter <= 6; chapter += 1) {
        for (const person of people) {
          expect(lets(strictest, chapter, person)).toBe(
            fences.every((one) => lets(one, chapter, person)),
          );
        }
      }
    }),
  );
  expect(strictestFence([])).toBeNull();
});
