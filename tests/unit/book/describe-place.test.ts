import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describePlace } from '#main/book/describe-place.ts';

const shown = (text: string, word: string) => {
  const start = text.indexOf(word);
  return describePlace(text, start, start + word.length);
};

describe('a place of a report', () => {
  it('says in either script where its paragraph goes on [W7]', () => {
    const chinese = shown(
      `${'潮水漫到门槛，'.repeat(10)}阿禾${'不敢开口，母亲量水。'.repeat(10)}`,
      '阿禾',
    );
    expect(chinese.before).toMatch(/^…\p{Script=Han}/u);
    expect(chinese.after).toMatch(/水。…$/u);
    const title =
      'It was a great deal too long, said Mr. Bennet; and, as he spoke, he left the room.';
    expect(shown(title, 'room').before).toBe('… Bennet; and, as he spoke, he left the ');
    const end = 'A young man of large fortune from the north of England, they said.';
    expect(shown(end, 'young').after).toBe(' man of large fortune from the north of …');
  });

  it('shows of a long one its first whole words, and that it goes on [W7]', () => {
    const long = `${'She was obliged to walk on and said nothing of it '.repeat(9)}.`;
    const { match, after } = describePlace(long, 0, long.length);
    expect(match).toMatch(/ (?:She|was|obliged|to|walk|on|and|said|nothing|of|it)…$/u);
    expect(long.startsWith(match.slice(0, -1))).toBe(true);
    expect(after).toBe('');
    const chinese = describePlace('潮水漫到门槛，'.repeat(60), 0, 420);
    expect(chinese.match).toHaveLength(241);
  });

  it('shows a short paragraph whole, and of any nothing but its own words [W7]', () => {
    expect(shown('她不敢开口。', '不敢')).toMatchObject({ before: '她', after: '开口。' });
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', ' ', '.', '，', '潮', '\n', '…'),
      maxLength: 200,
    });
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(20), (one, at, length) => {
        const start = at % (one.length + 1);
        const end = Math.min(one.length, start + length);
        const { before, match, after } = describePlace(one, start, end);
        expect(match).toBe(one.slice(start, end));
        expect(one.slice(0, start).endsWith(before.replace(/^…/u, ''))).toBe(true);
        expect(one.slice(end).startsWith(after.replace(/…$/u, ''))).toBe(true);
      }),
    );
  });
});
