import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chinese } from '#main/ai/judge/rules/chinese.ts';
import { english } from '#main/ai/judge/rules/english.ts';
import { readStatement } from '#main/ai/judge/rules/grammar.ts';
import { readConstraint } from '#main/ai/judge/rules/read-constraint.ts';
import { readNumber } from '#main/ai/judge/rules/numbers.ts';
import type { Rule } from '#main/ai/judge/rules/rule.ts';
import { labelOf } from '#main/ai/judge/rules/text-pattern.ts';

/** A rule in one line. */
const lineOf = (rule: Rule): string => {
  switch (rule.check) {
    case 'person':
      return `person ${rule.allowed.join(' or ')}`;
    case 'ownMind':
      return 'ownMind';
    case 'forbid':
      return `forbid ${labelOf(rule.pattern)} ${rule.where}`;
    case 'limit':
      return `limit ${labelOf(rule.pattern)} ${rule.maximum} per ${rule.per}`;
    case 'notBefore':
      return `notBefore ${rule.name} ${rule.chapter}${rule.entityOnly ? ' entity' : ''}`;
    case 'dead':
      return `dead ${rule.name} ${rule.afterChapter}`;
    default:
      return rule satisfies never;
  }
};

const summary = (text: string): string[] => readConstraint(text).rules.map(lineOf);

describe('what exact rules are read out of a constraint [N4]', () => {
  describe.each(Object.entries({ chinese, english }))('%s', (_name, grammar) => {
    const rows = [...grammar.facts, ...grammar.wording];
    it.each([...rows, grammar.narrator].flatMap(({ examples }) => Object.entries(examples)))(
      '%s',
      (text, lines) => {
        expect(summary(text)).toEqual(lines);
      },
    );

    it.each(rows.map((row) => [row.pattern.source, row] as const))(
      'has an example that no other row reads: %s',
      (_source, row) => {
        const without = {
          ...grammar,
          facts: grammar.facts.filter((other) => other !== row),
          wording: grammar.wording.filter((other) => other !== row),
        };
        const own = Object.entries(row.examples).filter(([, lines]) => lines.length > 0);
        expect(
          own.some(([text]) => {
            const statement = text.replace(/[。.]$/, '');
            return (
              JSON.stringify(readStatement(statement, without)) !==
              JSON.stringify(readStatement(statement, grammar))
            );
          }),
        ).toBe(true);
      },
    );

    it.each([...grammar.leftToModel])('leaves to a model: %s', (text) => {
      expect(readConstraint(text)).toEqual({ rules: [], complete: false });
    });
  });

  it('names the words it was read from, exactly [N4]', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '不用“道”',
            '。',
            '；',
            '第三人称',
            'no "x"',
            '. ',
            '\n',
            '第九章前不许提到“甲”',
            '😀',
            '“',
            ' ',
          ),
          { maxLength: 12 },
        ),
        (parts) => {
          const text = parts.join('');
          for (const { basis } of readConstraint(text).rules) {
            expect(text.slice(basis.start, basis.end)).toBe(basis.quote);
          }
        },
      ),
    );
  });

  it('reads numbers as both languages write them', () => {
    const written = [
      '9',
      '九',
      '十',
      '十二',
      '二十',
      '二十一',
      '一百零五',
      '两',
      '１２',
      'nine',
      'twenty',
      'twenty-one',
      'Twelve',
    ];
    expect(written.map(readNumber)).toEqual([9, 9, 10, 12, 20, 21, 105, 2, 12, 9, 20, 21, 12]);
    expect(['', '几', 'many', 'twenty-eleven'].map(readNumber)).toEqual([null, null, null, null]);
  });
});
