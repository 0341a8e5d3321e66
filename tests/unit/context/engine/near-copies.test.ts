import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCopyRegistry,
  createNearCopies,
  type WithSignature,
} from '#main/context/engine/near-copies.ts';
import { areNearCopies, minHash } from '#main/context/engine/similarity.ts';

const scene = '长夜将尽，林远把铜钥匙放在窗台上，雨声盖过了更鼓，谁也没有听见他推门出去。';
const other =
  'The lamp on the quay went out before the boat had turned, and nobody spoke of it again.';
/** Scenes with a few characters changed: some are near copies of one another, some are not. */
const text = fc
  .tuple(fc.constantFrom(scene, other), fc.array(fc.nat(80), { maxLength: 12 }))
  .map(([whole, places]) =>
    [...whole].map((character, place) => (places.includes(place) ? '风' : character)).join(''),
  );

const sketched = (one: string): WithSignature => ({ signature: minHash(one), copies: null });

/** Passages best first, each compared with all that stayed before it. */
const compareAll = (passages: readonly WithSignature[]): boolean[] => {
  const kept: WithSignature[] = [];
  return passages.map((passage) => {
    const isCopy = kept.some((one) => areNearCopies(one.signature, passage.signature, 0.8));
    if (!isCopy) kept.push(passage);
    return isCopy;
  });
};

const askRegistry = (passages: readonly WithSignature[]): boolean[] => {
  const taken = createNearCopies();
  return passages.map((passage) => {
    const isCopy = taken.has(passage);
    if (!isCopy) taken.add(passage);
    return isCopy;
  });
};

describe('near copies of a better passage [S3-43]', () => {
  it('are those that comparing every two would find, whether a registry knows all, some or none of them (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(text, fc.boolean()), { maxLength: 16 }), (made) => {
        const registry = createCopyRegistry();
        const passages = made.map(([one, isKnown]) => {
          const passage = sketched(one);
          if (isKnown) registry.add(passage);
          return passage;
        });
        expect(askRegistry(passages)).toEqual(compareAll(passages));
      }),
    );
  });

  it('are forgotten with their passage, and found again with the one in its place', () => {
    const registry = createCopyRegistry();
    const [first, second, third] = [sketched(scene), sketched(scene), sketched(scene)];
    for (const passage of [first, second]) registry.add(passage);
    registry.remove(first);
    expect([...(second.copies ?? [])]).toEqual([]);
    registry.add(third);
    expect([...(second.copies ?? [])]).toEqual([third]);
    // A request that still holds the forgotten one compares it itself.
    expect(askRegistry([first, third])).toEqual([false, true]);
  });
});
