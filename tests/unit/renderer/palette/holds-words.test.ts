import { describe, expect, it } from 'vitest';
import { holdsWords } from '#renderer/features/palette/holds-words.ts';

/** The best first; those that hold the words not are not among them. */
const ranked = (search: string, items: readonly (readonly string[])[]): string[] =>
  items
    .map((keywords) => ({ title: keywords[0] ?? '', score: holdsWords('', search, [...keywords]) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .map(({ title }) => title);

describe('what the palette shows first [F24]', () => {
  it('is what begins with the words, then what another word for it begins with', () => {
    const commands = [
      ['Chapter settings', 'fences, status'],
      ['Open settings', 'settings preferences'],
      ['Settle the changes'],
      ['Export…'],
    ];
    expect(ranked('sett', commands)).toEqual([
      'Settle the changes',
      'Open settings',
      'Chapter settings',
    ]);
    expect(ranked('SETTINGS open', commands)).toEqual(['Open settings']);
    expect(ranked('', commands)).toHaveLength(4);
    expect(ranked('灯', commands)).toEqual([]);
  });

  it('is the very command that was asked for, before one that has part of the words among its other names', () => {
    const commands = [
      ['Show the corkboard of the whole book', 'corkboard and outline'],
      ['Show the outline of the whole book', 'outline synopsis'],
    ];
    expect(ranked('Show the outline of the whole book', commands)).toEqual([
      'Show the outline of the whole book',
      'Show the corkboard of the whole book',
    ]);
  });
});
