import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { onePersonWith } from '#renderer/features/codex/new-names/one-person.ts';

const character = (name: string) => ({ name, kind: 'character' });
const namesOf = (name: string, ...all: string[]): string[] =>
  onePersonWith(character(name), all.map(character)).map((one) => one.name);

describe('names that may be one person [W6]', () => {
  it('are those of one kind of which one holds the other; in letters only by whole words', () => {
    expect(namesOf('小满', '小满儿', '阿满', '李小满', '小满')).toEqual(['小满儿', '李小满']);
    expect(namesOf('Ann', 'Anne', 'Ann Rowe', 'Joann')).toEqual(['Ann Rowe']);
    expect(onePersonWith(character('青石'), [{ name: '青石镇', kind: 'location' }])).toEqual([]);
  });

  it('offer each other, and never themselves', () => {
    const name = fc.string({
      unit: fc.constantFrom('满', '儿', 'a', 'b', ' '),
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(namesOf(one, other).length).toBe(namesOf(other, one).length);
        expect(namesOf(one, one)).toEqual([]);
      }),
    );
  });
});
