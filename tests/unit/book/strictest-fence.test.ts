import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createChapters } from '#main/book/chapters.ts';
import { resolveFence, type StoredFence } from '#main/book/chapter-reference.ts';
import { strictestFence } from '#main/book/strictest-fence.ts';

const people = ['a', 'b', 'c'];
const ids = ['one', 'two', 'three', 'four', 'five'];
const chapters = createChapters(ids, ids);
const fence: fc.Arbitrary<StoredFence> = fc.record(
  {
    notBefore: fc.uniqueArray(
      fc.constantFrom(...ids).map((documentId) => ({ documentId })),
      { minLength: 1, maxLength: 3, selector: ({ documentId }) => documentId },
    ),
    knownBy: fc.uniqueArray(fc.constantFrom(...people), { minLength: 1 }),
    neverSend: fc.constant(true as const),
  },
  { requiredKeys: [] },
);

const lets = (one: StoredFence, chapter: number, person: string): boolean =>
  one.neverSend !== true &&
  chapter >= (resolveFence(one, chapters)?.notBeforeChapter ?? 0) &&
  (one.knownBy?.includes(person) ?? true);

it('lets through exactly what each of the fences lets through [N3]', () => {
  fc.assert(
    fc.property(fc.array(fence, { minLength: 1, maxLength: 4 }), (fences) => {
      const strictest = strictestFence(fences) ?? {};
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
