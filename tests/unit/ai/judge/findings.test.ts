import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchAlike } from '#main/ai/judge/finding-ids.ts';
import { findingsOf, describeFindings } from '#main/ai/judge/findings.ts';
import type { StoredWaiver } from '#main/ai/judge/store.ts';
import { applyWaivers } from '#main/ai/judge/waivers.ts';
import type { Finding } from '#shared/domain/finding.ts';
import { judgeText } from '#main/ai/judge/judge-text.ts';
import type { JudgeInput } from '#main/ai/judge/judge-input.ts';
import { placeFindingAgain } from '#main/ai/judge/place-again.ts';
import { verifyAnswer } from '#main/ai/judge/model-answer.ts';
import { compileNames, createMatcherTools } from '#main/book/knowledge/name-matcher.ts';
import { aConstraint, anEntity } from '#tests/helpers/assembly-input.ts';

const tools = createMatcherTools();

const judge = (text: string, change: Partial<JudgeInput> = {}) => {
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
  const input: JudgeInput = {
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
  const { analyzed, complaints } = judgeText(input);
  return findingsOf(analyzed, describeFindings(complaints, input.language));
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

describe('a waiver', () => {
  const bases = {
    constraints: new Map(
      ['person', 'marks', 'limit'].map((id) => [id, { version: 1, digest: id }]),
    ),
    entities: new Map(),
  };
  const waive = (finding: Finding | undefined): StoredWaiver => {
    const { findingId = '', constraintId = '', quote = '' } = finding ?? {};
    const base = { version: 1, digest: constraintId };
    return { findingId, constraintId, entityId: null, quote, reason: '', createdAt: 0, ...base };
  };
  const waivedStarts = (text: string, waivers: readonly StoredWaiver[]): number[] =>
    applyWaivers(judge(text), waivers, bases)
      .filter(({ waived }) => waived)
      .map(({ start }) => start);
  const ofMarks = (text: string) =>
    judge(text).filter(({ constraintId, quote }) => constraintId === 'marks' && quote === '忽然');

  it('follows its text when the same sentence comes in before it [S3-25]', () => {
    const text = '郑九推开门。灯忽然灭了。雪停了。';
    const waiver = waive(ofMarks(text)[0]);
    const inserted = `灯忽然灭了。没有人说话。${text}`;
    const [first, second] = ofMarks(inserted);
    expect(second?.start).toBe(inserted.lastIndexOf('忽然'));
    expect(waivedStarts(inserted, [waiver])).toEqual([second?.start]);
    expect(first?.findingId).not.toBe(waiver.findingId);
  });

  it('stays when both sentences beside it are written anew [S3-25]', () => {
    const waiver = waive(ofMarks('郑九推开门。灯忽然灭了。雪停了。')[0]);
    const now = '郑九没有来。灯忽然灭了。风起了。';
    expect(waivedStarts(now, [waiver])).toEqual([now.indexOf('忽然')]);
  });

  it('goes when its own sentence is written anew, and stands for one place only [S3-25]', () => {
    const text = '灯忽然灭了。';
    const waiver = waive(ofMarks(text)[0]);
    expect(waivedStarts('门忽然开了。', [waiver])).toEqual([]);
    expect(waivedStarts(`${text}${text}${text}`, [waiver])).toHaveLength(1);
  });

  it('of an earlier version still holds where it was given [S3-25]', () => {
    const [finding] = ofMarks('灯忽然灭了。');
    const old = { ...waive(finding), findingId: finding?.findingId.slice(0, 24) ?? '' };
    expect(waivedStarts('雪停了。灯忽然灭了。', [old])).toHaveLength(1);
  });

  it('is known again by the id it was given under, so that it can be taken back [S3-25]', () => {
    const text = '郑九推开门。灯忽然灭了。雪停了。';
    const waiver = waive(ofMarks(text)[0]);
    const shown = applyWaivers(judge(`灯忽然灭了。没有人说话。${text}`), [waiver], bases);
    expect(shown.filter(({ findingId }) => findingId === waiver.findingId)).toMatchObject([
      { waived: true },
    ]);
    expect(new Set(shown.map(({ findingId }) => findingId)).size).toBe(shown.length);
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

  it('are known again when the text is edited elsewhere, and not when their own sentence is [F13]', () => {
    const before = judge('他走了。灯忽然灭了。门忽然开了。');
    const after = judge('风很大，忽然下雨。他走了。灯忽然灭了。\n\n门忽然开了！');
    const ids = (findings: typeof before) => findings.map(({ findingId }) => findingId);
    expect(before).toHaveLength(2);
    expect(after).toHaveLength(4);
    const known = [...matchAlike(ids(before), ids(after)).values()];
    expect(known).toContain(ids(before)[0]);
    expect(known).not.toContain(ids(before)[1]);
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
