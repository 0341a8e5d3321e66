import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runsOfAccepted } from '#main/book/origins/accepted-clauses.ts';
import { changeRuns, lengthOfRuns, runsOf } from '#shared/origin-runs.ts';

const known = (...pieces: readonly [string, 'typed' | 'pasted'][]) => ({
  text: pieces.map(([words]) => words).join(''),
  runs: pieces.map(([words, code]): [number, typeof code] => [words.length, code]),
});
const code = 'model:one' as const;

describe('a sentence that an accepted text only moved [N14]', () => {
  const [one, two] = ['She closed the gate behind her. ', 'Nobody had seen the lamp go out.'];

  it('stays whose it was, once, and what is new beside it is the model’s', () => {
    const before = known([one, 'typed'], [two, 'pasted']);
    const after = `${two} ${one.trim()} ${one.trim()}`;
    const changes = [{ from: 0, to: before.text.length, inserted: after.length }];
    expect(runsOfAccepted(before, after, { changes, code })).toEqual([
      [two.length, 'pasted'],
      [1, code],
      [one.trim().length, 'typed'],
      [1 + one.trim().length, code],
    ]);
  });

  it('is the model’s where it is short, or where a word of it is another', () => {
    const before = known(['她走了。', 'typed'], ['他在灯下把信又读了一遍。', 'typed']);
    const after = '他在灯下把信再读了一遍。她走了。';
    const changes = [{ from: 0, to: before.text.length, inserted: after.length }];
    expect(runsOfAccepted(before, after, { changes, code })).toEqual([[after.length, code]]);
  });

  it('leaves all that no change touches as it was, and covers the text', () => {
    const words = fc.stringMatching(/^[ab。 \n]{0,40}$/);
    fc.assert(
      fc.property(words, words, words, words, (start, removed, inserted, end) => {
        const before = {
          text: `${start}${removed}${end}`,
          runs: runsOf(start.length + removed.length + end.length, 'typed'),
        };
        const after = `${start}${inserted}${end}`;
        const from = start.length;
        const changes = [{ from, to: from + removed.length, inserted: inserted.length }];
        const runs = runsOfAccepted(before, after, { changes, code });
        expect(lengthOfRuns(runs)).toBe(after.length);
        const plain = changeRuns(before.runs, changes, code);
        const models = (all: typeof runs): number =>
          all.reduce((sum, [length, origin]) => (origin === code ? sum + length : sum), 0);
        expect(models(runs)).toBeLessThanOrEqual(models(plain));
      }),
    );
  });
});
