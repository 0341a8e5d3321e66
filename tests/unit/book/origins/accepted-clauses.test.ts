import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordChanges } from '#main/ai/runs/candidates/word-changes.ts';
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

  /** What is whose where all was written anew, and where the words that stayed were found. */
  const piecesOf = (before: ReturnType<typeof known>, after: string) => {
    const whole = [{ from: 0, to: before.text.length, inserted: after.length }];
    const found = wordChanges({ start: 0, removed: before.text, inserted: after });
    return [whole, found].map((changes) => {
      let at = 0;
      return runsOfAccepted(before, after, { changes, code }).map(([length, origin]) => {
        at += length;
        return [after.slice(at - length, at), origin];
      });
    });
  };

  it('stays whose it was where it is short, but is the only one of its kind', () => {
    const before = known(['她笑了。', 'typed'], ['他在灯下把信又读了一遍。', 'pasted']);
    const after = '他在灯下把信又读了一遍。雨还在下。她笑了。';
    for (const pieces of piecesOf(before, after)) {
      expect(pieces).toEqual([
        ['他在灯下把信又读了一遍。', 'pasted'],
        ['雨还在下。', code],
        ['她笑了。', 'typed'],
      ]);
    }
    const twice = known(['她笑了。天亮了。', 'typed']);
    const [whole] = piecesOf(twice, '天亮了。她笑了。他说完，她笑了。');
    expect(whole).toEqual([
      ['天亮了。', 'typed'],
      ['她笑了。他说完，她笑了。', code],
    ]);
  });

  it('stays whose it was where its case or the marks beside it are others, but for these', () => {
    const before = known(['When the lamp went out, nobody in the house stirred.', 'typed']);
    const [whole] = piecesOf(before, 'Nobody in the house stirred when the lamp went out.');
    expect(whole).toEqual([
      ['N', code],
      ['obody in the house stirred', 'typed'],
      [' w', code],
      ['hen the lamp went out', 'typed'],
      ['.', code],
    ]);
    const quoted = known(['“灯灭了的时候，谁也没有动。”', 'typed']);
    const [said] = piecesOf(quoted, '谁也没有动，灯灭了的时候！');
    expect(said).toEqual([
      ['谁也没有动', 'typed'],
      ['，', code],
      ['灯灭了的时候', 'typed'],
      ['！', code],
    ]);
  });

  it('is the model’s where a word of it is another, where it has few words, and where it still stands in its place', () => {
    const before = known(['好了。', 'typed'], ['他在灯下把信又读了一遍。', 'typed']);
    const [whole] = piecesOf(before, '他在灯下把信再读了一遍。好了。');
    expect(whole).toEqual([['他在灯下把信再读了一遍。好了。', code]]);
    const [, found] = piecesOf(known([two, 'typed']), `${two} ${two}`);
    expect(found?.map(([words]) => words?.trim().length)).toEqual([two.length, two.length]);
    expect(found?.map(([, origin]) => origin).toSorted()).toEqual([code, 'typed']);
  });

  const chinese = {
    own: [
      '她笑了',
      '门外没有人',
      '他在灯下把信读了一遍',
      '雪停在河岸上',
      '码头上的灯都灭了',
      '谁也不肯先开口',
    ],
    new: ['甲乙丙丁', '戊己庚辛壬癸', '子丑寅卯'],
    marks: ['，', '。', '！”'],
  };
  const english = {
    own: [
      'she closed the gate',
      'nobody saw the lamp',
      'when winter came at last',
      'I left it there',
      'the tide went on rising',
    ],
    new: ['qux zorp vlim', 'brax fyth wob', 'zorp qux'],
    marks: [', ', '. ', '; '],
  };
  it.each([chinese, english])(
    'keeps its author wherever it goes, and gives none of the model’s letters to anybody (%#)',
    (words) => {
      const mark = fc.constantFrom(...words.marks);
      const shuffled = fc.shuffledSubarray(words.own, { minLength: 1 });
      const told = (pieces: readonly (readonly [string, string])[]): string =>
        pieces.map(([clause, end]) => `${clause}${end}`).join('');
      fc.assert(
        fc.property(
          shuffled.chain((own) =>
            fc.tuple(fc.constant(own), fc.array(mark, { minLength: 9, maxLength: 9 })),
          ),
          fc.shuffledSubarray(words.own),
          fc.array(fc.tuple(fc.constantFrom(...words.new), fc.nat(9)), { maxLength: 3 }),
          fc.boolean(),
          ([own, marks], wanted, news, isUpper) => {
            const before = known([
              told(own.map((clause, at) => [clause, marks[at] ?? ''])),
              'typed',
            ]);
            const order = wanted.filter((clause) => own.includes(clause));
            for (const [clause, at] of news) order.splice(at, 0, clause);
            const after = told(
              order.map((clause, at) => [
                isUpper ? `${clause[0]?.toUpperCase()}${clause.slice(1)}` : clause,
                marks[8 - at] ?? '',
              ]),
            );
            for (const pieces of piecesOf(before, after)) {
              const origins = pieces.flatMap(([letters = '', origin]) =>
                letters.split('').map(() => origin),
              );
              let at = 0;
              for (const clause of order) {
                at = after.toLowerCase().indexOf(clause.toLowerCase(), at);
                const isNew = words.new.includes(clause);
                for (let unit = at; unit < at + clause.length; unit += 1) {
                  const isOther = clause[unit - at] !== after[unit];
                  if (/\s/u.test(after[unit] ?? '') || isOther) continue;
                  expect(origins[unit], `${before.text} → ${after}`).toBe(isNew ? code : 'typed');
                }
                at += clause.length;
              }
            }
          },
        ),
      );
    },
  );

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
