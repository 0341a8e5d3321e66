import { describe, expect, it } from 'vitest';
import { decide } from '#main/context/engine/decide.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import type { Relation } from '#shared/domain/knowledge.ts';
import { aChapter, aHit, anAssemblyInput, anEntity } from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();

const run = (change: Parameters<typeof anAssemblyInput>[0]) =>
  decide(
    anAssemblyInput(change),
    { ...defaultBudget, total: 6000, maxInput: defaultMaxInput },
    { tokens, tokenizer: tokens.info() },
    100,
  );

const relation = (change: Partial<Relation>): Relation => ({
  relationId: 'r',
  subjectId: 'a',
  predicate: '欠着银子',
  objectId: 'b',
  validFromChapter: null,
  validToChapter: null,
  fence: null,
  version: 1,
  ...change,
});

describe('what is true at a chapter', () => {
  const prompts = (change: Parameters<typeof anAssemblyInput>[0]): Map<number, string> =>
    new Map(
      [3, 4, 5, 6].map((number) => [number, run({ ...change, document: aChapter(number) }).prompt]),
    );
  const chaptersWith = (text: string, change: Parameters<typeof anAssemblyInput>[0]): number[] =>
    [...prompts(change)].filter(([, prompt]) => prompt.includes(text)).map(([number]) => number);

  it('F11 a fact has a first and a last chapter', () => {
    const fact = (change: object) => ({
      entities: [anEntity('a', { summary: '住在渡口', ...change })],
    });
    expect(chaptersWith('住在渡口', fact({ validFromChapter: 5 }))).toEqual([5, 6]);
    expect(chaptersWith('住在渡口', fact({ validToChapter: 4 }))).toEqual([3, 4]);
    expect(chaptersWith('住在渡口', fact({ validFromChapter: 4, validToChapter: 5 }))).toEqual([
      4, 5,
    ]);
  });

  it('F11 so has a relation, which also goes with either of its ends', () => {
    const entities = [anEntity('a'), anEntity('b')];
    const told = (change: object, ends = entities) =>
      chaptersWith('欠着银子', { entities: ends, relations: [relation(change)] });
    expect(told({ validFromChapter: 5 })).toEqual([5, 6]);
    expect(told({ validToChapter: 4 })).toEqual([3, 4]);
    expect(told({}, [anEntity('a'), anEntity('b', { validToChapter: 3 })])).toEqual([3]);
    expect(told({}, [anEntity('a', { validFromChapter: 6 }), anEntity('b')])).toEqual([6]);
  });

  it('N3 a passage of this chapter from behind the cursor stays out unless later ones are allowed', () => {
    const before = '林远坐在灯下。'.repeat(20);
    const passage =
      '后院的井绳是湿的，脚印到井边就断了，谁也没有说话，只有灯还亮着，一直亮到天明。';
    const after = `${'窗外的雪还在下。'.repeat(2000)}${passage}`;
    const text = `${before}${after}`;
    const hit = aHit('behind', 9, passage, {
      documentId: 'document-3',
      chapter: 3,
      start: text.length - passage.length,
      end: text.length,
    });
    const change = { before, after, hits: [hit] };
    const reasonOf = ({ items }: ReturnType<typeof run>) =>
      items.find(({ id }) => id === 'behind')?.reason;
    expect(reasonOf(run(change))).toBe('laterChapter');
    expect(reasonOf(run({ ...change, allowLaterChapters: true }))).toBe('similarPassage');
  });
});
