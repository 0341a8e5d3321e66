import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingsOf, describeFindings } from '#main/ai/judge/findings.ts';
import { judgeText } from '#main/ai/judge/judge-text.ts';
import type { JudgeMaterial } from '#main/ai/judge/material.ts';
import { placeFindingAgain } from '#main/ai/judge/place-again.ts';
import { verifyAnswer } from '#main/ai/judge/model-answer.ts';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { aConstraint, anEntity } from '#tests/helpers/material.ts';

const tools = createMatcherTools();

const judge = (text: string, change: Partial<JudgeMaterial> = {}) => {
  const entities = [
    anEntity('zheng', { name: '郑九', validToChapter: 7 }),
    anEntity('pell', { name: 'Pell', validToChapter: 7 }),
    anEntity('pei', { name: '裴照', fence: { notBeforeChapter: 20 } }),
    anEntity('ledger', { name: 'grey ledger', kind: 'item', fence: { knownBy: ['nobody'] } }),
    anEntity('ahe', { name: '阿禾' }),
  ];
  const matcher = compileNames(
    entities.map(({ entityId, name }) => ({ entityId, names: [name] })),
    tools,
  );
  const material: JudgeMaterial = {
    language: 'zh-CN',
    text,
    isWholeChapter: true,
    chapter: 9,
    pointOfViewEntityId: 'ahe',
    constraints: [
      aConstraint('person', { text: '第三人称，不写别人的心理。' }),
      aConstraint('marks', { text: '不用感叹号、“忽然”和“仿佛……一般”。' }),
      aConstraint('limit', { text: '每章最多一个省略号。' }),
    ],
    entities,
    relations: [],
    findNames: (searched) => matcher.find(searched),
    ...change,
  };
  const { analyzed, complaints } = judgeText(material);
  return findingsOf(analyzed, describeFindings(complaints, material.language));
};

describe('findings of an earlier text', () => {
  const sentences = ['郑九推开门。', '灯忽然灭了。', '他说：“忽然！”', '雪停了。', '我走了！'];
  const prose = fc
    .array(fc.constantFrom(...sentences), { maxLength: 12 })
    .map((parts) => parts.join(''));

  it('are where they were while the text is the same (property) [F13]', () => {
    fc.assert(
      fc.property(prose, (text) => {
        const found = judge(text);
        expect(placeFindingAgain(found, text)).toEqual(found);
      }),
    );
  });

  it('stand on their own words in another text, or not at all (property) [F13]', () => {
    fc.assert(
      fc.property(prose, prose, (before, now) => {
        for (const { start, end, quote } of placeFindingAgain(judge(before), now)) {
          expect(now.slice(start, end)).toBe(quote);
        }
      }),
    );
  });

  it('go when the sentence around them is edited, whatever else has the same words [F13]', () => {
    const found = judge('灯忽然灭了。');
    expect(placeFindingAgain(found, '门忽然开了。')).toEqual([]);
    expect(placeFindingAgain(found, '门忽然开了。灯忽然灭了。')).toMatchObject([{ start: 7 }]);
  });
});

describe('findings', () => {
  it('quote exactly what stands at their offsets, in any text [F13 N4]', () => {
    const parts = [
      '我',
      '郑九',
      '裴照',
      '阿禾',
      '推开门',
      '说',
      '心想',
      '忽然',
      '仿佛',
      '一般',
      '！',
      '……',
      '。',
      '，',
      '“',
      '”',
      '\n',
      '\r\n',
      '😀',
      '𠮷',
      'e\u0301',
      'I went',
      'Pell ',
      'walked ',
      'said Pell',
      'grey ledger',
      '. ',
      '> ',
      '  ',
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 80 }), (pieces) => {
        const text = pieces.join('');
        const findings = judge(text);
        for (const { start, end, quote } of findings) expect(quote).toBe(text.slice(start, end));
        expect(findings.map(({ start }) => start)).toEqual(
          findings.map(({ start }) => start).sort((one, other) => one - other),
        );
        expect(new Set(findings.map(({ findingId }) => findingId)).size).toBe(findings.length);
      }),
      { numRuns: 300 },
    );
  });

  it('keep their id when the text is edited elsewhere, and change it with their own sentence [F13]', () => {
    const before = judge('他走了。灯忽然灭了。门忽然开了。');
    const after = judge('风很大，忽然下雨。他走了。灯忽然灭了。\n\n门忽然开了！');
    const ids = (findings: typeof before) => findings.map(({ findingId }) => findingId);
    expect(before).toHaveLength(2);
    expect(after).toHaveLength(4);
    expect(ids(after)).toContain(ids(before)[0]);
    expect(ids(after)).not.toContain(ids(before)[1]);
  });

  it('tell equal complaints in equal sentences apart [N4]', () => {
    const ids = judge('灯忽然灭了。灯忽然灭了。').map(({ findingId }) => findingId);
    expect(new Set(ids).size).toBe(2);
  });

  it('are worded in the language of the project [N4]', () => {
    expect(judge('灯忽然灭了。')[0]?.message).toBe('约束不许用“忽然”。');
    expect(judge('灯忽然灭了。', { language: 'en' })[0]?.message).toBe(
      'A constraint rules out “忽然”.',
    );
  });

  it('rest on the constraint and on the words of it [N4]', () => {
    expect(judge('灯忽然灭了。')[0]).toMatchObject({
      constraintId: 'marks',
      basis: { quote: '不用感叹号、“忽然”和“仿佛……一般”', start: 0 },
      by: 'rule',
      waived: false,
    });
  });

  it('stay silent where two constraints contradict one another [S3-25]', () => {
    const constraints = [
      aConstraint('a', { text: '第一人称。' }),
      aConstraint('b', { text: '第三人称。' }),
    ];
    expect(judge('我走了。阿禾推开门。', { constraints })).toEqual([]);
  });
});

describe('what a model answers', () => {
  const text = '灯灭了。门开了。灯灭了。';
  const verify = (answer: unknown) => verifyAnswer(answer, text, new Set(['c']));
  const finding = { constraintId: 'c', quote: '门开了', message: '不许开门' };

  it('counts only with a quote at one certain place and a constraint it was asked about [F13 N4]', () => {
    const answer = {
      findings: [
        finding,
        { ...finding, quote: '灯灭了' },
        { ...finding, quote: '灯灭了', start: 8 },
        { ...finding, quote: '灯灭了', start: 1 },
        { ...finding, quote: '窗开了' },
        { ...finding, constraintId: 'other' },
      ],
    };
    expect(verify(answer)?.complaints.map(({ start, end }) => text.slice(start, end))).toEqual([
      '门开了',
      '灯灭了',
    ]);
    expect(verify(answer)?.complaints.map(({ start }) => start)).toEqual([4, 8]);
  });

  it('is refused as a whole when it is not of the schema [N4]', () => {
    for (const answer of [null, 'none', [], { findings: [{ quote: '门' }] }, { findings: {} }]) {
      expect(verify(answer)).toBeNull();
    }
    expect(verify({ findings: [] })).toMatchObject({ complaints: [] });
  });
});
