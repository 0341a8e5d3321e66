import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConnected } from '#main/ai/runs/candidates/accepted-changes.ts';

const version = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const changes = fc.array(fc.record({ before: version, after: version }), { maxLength: 8 });

describe('whether accepts are all that lies between two versions [S4-27]', () => {
  it('follows accepts and their undos, over any number of them', () => {
    const chain = [
      { before: 'a', after: 'b' },
      { before: 'b', after: 'c' },
      { before: 'x', after: 'y' },
    ];
    expect(isConnected(chain, 'a', 'c')).toBe(true);
    expect(isConnected(chain, 'c', 'a')).toBe(true);
    expect(isConnected(chain, 'b', 'b')).toBe(true);
    expect(isConnected(chain, 'a', 'y')).toBe(false);
    expect(isConnected(chain, 'z', 'z')).toBe(false);
    expect(isConnected([], 'a', 'a')).toBe(false);
  });

  it('is the same in both directions, and carries on from one to the next', () => {
    fc.assert(
      fc.property(changes, version, version, version, (given, one, two, three) => {
        expect(isConnected(given, one, two)).toBe(isConnected(given, two, one));
        if (isConnected(given, one, two) && isConnected(given, two, three)) {
          expect(isConnected(given, one, three)).toBe(true);
        }
        for (const { before, after } of given) expect(isConnected(given, before, after)).toBe(true);
      }),
    );
  });
});
