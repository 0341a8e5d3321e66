import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankSuggestions, slipsBetween } from '#renderer/features/spelling/rank-suggestions.ts';

const word = fc.array(fc.constantFrom(...'abelnost'), { maxLength: 8 }).map((all) => all.join(''));

describe('the order of suggestions', () => {
  it('puts swapped and doubled letters before others, and names last [W5]', () => {
    const teh = ['ten', 'eh', 'meh', 'tea', 'tech', 'ted', 'tee', 'tel', 'the', 'NEH', 'Te'];
    expect(rankSuggestions('teh', teh)[0]).toBe('the');
    expect(rankSuggestions('adn', ['ad', 'ado', 'an', 'and', 'awn', 'Dan'])[0]).toBe('and');
    expect(rankSuggestions('occured', ['occurred', 'scoured'])[0]).toBe('occurred');
    expect(rankSuggestions('didnt', ['dint', 'didst', "didn't"])[0]).toBe("didn't");
  });

  it('loses none and makes up none', () => {
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 12 }), (written, suggestions) => {
        const ranked = rankSuggestions(written, suggestions);
        expect(ranked.toSorted()).toEqual(suggestions.toSorted());
      }),
    );
  });

  it('counts slips as a distance: none between equals, alike both ways, no more than all letters', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(slipsBetween(one, one)).toBe(0);
        expect(slipsBetween(one, other)).toBeCloseTo(slipsBetween(other, one), 9);
        expect(slipsBetween(one, other)).toBeLessThanOrEqual(Math.max(one.length, other.length));
        expect(slipsBetween(one, other) > 0).toBe(one !== other);
      }),
    );
  });
});
