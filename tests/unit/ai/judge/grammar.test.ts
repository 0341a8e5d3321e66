import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
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
  it.each([
    ['始终用第一人称，只写阿禾看见、听见、记得的事。', ['person first']],
    ['不用第一人称。', ['person second or third']],
    ['严格第一人称', ['person first']],
    ['全书都用“我”来讲。', ['person first']],
    ['通篇第二人称。', ['person second']],
    ['不用第二人称叙述。', ['person first or third']],
    ['第三人称叙述，不写别人的心理。', ['person third', 'ownMind']],
    ['避免使用感叹号和省略号。', ['forbid 感叹号 anywhere', 'forbid 省略号 anywhere']],
    ['不用“道”。', ['forbid 道 anywhere']],
    ['除对白外不用感叹号。', ['forbid 感叹号 narration']],
    ['对话中禁止出现“您”和“在下”。', ['forbid 您 dialogue', 'forbid 在下 dialogue']],
    ['每章最多三个破折号。', ['limit 破折号 3 per chapter']],
    ['“忽然”每段不超过1次。', ['limit 忽然 1 per paragraph']],
    ['第十二章之前不许提到“血书”。', ['notBefore 血书 12']],
    ['第九章前不许说破裴照。', ['notBefore 裴照 9 entity']],
    ['裴照到第九章才登场。', ['notBefore 裴照 9']],
    ['郑九在第七章死去。', ['dead 郑九 7']],
    [
      'No exclamation marks or ellipses.',
      ['forbid exclamation marks anywhere', 'forbid ellipses anywhere'],
    ],
    ['The narrator never uses the word "suddenly".', ['forbid suddenly narration']],
    [
      'Do not use “very”, “really” or “quite” in dialogue.',
      ['forbid very dialogue', 'forbid really dialogue', 'forbid quite dialogue'],
    ],
    ['Use "suddenly" at most twice per chapter.', ['limit suddenly 2 per chapter']],
    ['Edmund Strood is not named before chapter 10.', ['notBefore Edmund Strood 10']],
    [
      'Never mention the brass casket before chapter twenty-one.',
      ['notBefore the brass casket 21'],
    ],
    ['Mr. Pell dies in chapter seven.', ['dead Mr. Pell 7']],
    ['Never write in first person.', ['person second or third']],
    ['Strictly first person', ['person first']],
    ['Third person, not first person.', ['person third']],
    ['2nd-person narration only.', ['person second']],
  ])('%s', (text, expected) => {
    expect(summary(text)).toEqual(expected);
  });

  it.each([
    '少用“忽然”。',
    '对白后少用“道”“说道”，用手上的动作交代是谁在说话。',
    '如果下雨，不要用“淅沥”。',
    '林远说话文绉绉，不用“咱”。',
    '一页最多一个比喻。',
    '第九章之前不许说破那一页是谁撕的。',
    '前三章用第三人称，其余用第一人称。',
    '章末不用感叹号。',
    '舅公的话里不用“然而”。',
    'Use “suddenly” sparingly.',
    'Avoid too many exclamation marks.',
    'Never let Ines apologise.',
    'Use at most one simile to a page.',
    'Do not use the word "drip" when it rains.',
    'Alternate first person and third person.',
    'Tobias never says "please".',
    'Do not reveal who cut the page before chapter nine.',
  ])('leaves to a model: %s', (text) => {
    expect(readConstraint(text)).toEqual({ rules: [], complete: false });
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
