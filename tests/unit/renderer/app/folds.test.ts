import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { foldAway, rememberedFolds, restoreFolds, useFolds } from '#renderer/app/folds.ts';

beforeEach(() => restoreFolds('book', null));

describe('what is folded away in a book [W1]', () => {
  it('is the same after it was kept and read again, whatever was folded', () => {
    const step = fc.record({
      list: fc.constantFrom('binder' as const, 'outline' as const),
      id: fc.string(),
      isFolded: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        restoreFolds('book', null);
        for (const { list, id, isFolded } of steps) foldAway(list, id, isFolded);
        const before = useFolds.getState();
        restoreFolds('book', JSON.parse(JSON.stringify(rememberedFolds())));
        expect(useFolds.getState()).toEqual(before);
      }),
    );
  });

  it.each([undefined, null, 'all', { binder: ['section:上卷'] }, { binder: 1, outline: [] }])(
    'is nothing where %j was kept',
    (stored) => {
      foldAway('binder', 'section:上卷', true);
      restoreFolds('book', stored);
      expect(rememberedFolds()).toEqual({ binder: [], outline: [] });
    },
  );
});
