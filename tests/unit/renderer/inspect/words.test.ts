import { beforeAll, describe, expect, it } from 'vitest';
import { createI18n, type Translate } from '#renderer/i18n/index.ts';
import {
  type AssemblyChange,
  type AssemblyItem,
  type CacheForecast,
  Reason,
  type Segment,
} from '#shared/domain/assembly.ts';
import { Language } from '#shared/domain/identifiers.ts';
import { accountFor } from '#renderer/features/inspect/accounting.ts';
import { changeSentence, signed } from '#renderer/features/inspect/change-summary.ts';
import { forecastWords } from '#renderer/features/inspect/forecast.ts';
import { titleOf } from '#renderer/features/inspect/names.ts';
import { reasonWords } from '#renderer/features/inspect/reason-words.ts';
import { withChoice } from '#renderer/features/inspect/choice.ts';
import { sentenceOf } from '#renderer/features/inspect/sentence.ts';
import { wholeBookWords } from '#renderer/features/inspect/whole-book-words.ts';
import { questionWords } from '#renderer/i18n/purse-question-words.ts';
import { inspectionOf, item } from './items.ts';

const translations = new Map<Language, Translate>();
beforeAll(async () => {
  for (const language of Language.options) {
    const i18n = await createI18n(language);
    translations.set(language, i18n.t);
  }
});
const t = (language: Language): Translate => {
  const translate = translations.get(language);
  if (translate === undefined) throw new Error(`no dictionary of ${language}`);
  return translate;
};

const copies = (count: number, given: Partial<AssemblyItem>) =>
  Array.from({ length: count }, (_, index) => item({ id: `${given.reason}${index}`, ...given }));

const sentence = (language: Language, tokenCount: number, items: AssemblyItem[]) =>
  sentenceOf(
    t(language),
    language,
    { tokenCount, exactness: 'exact' },
    accountFor(inspectionOf(items)),
  );

describe('the sentence', () => {
  const regular = [
    ...copies(24, {}),
    ...copies(5, { decision: 'dropped', reason: 'overBudget' }),
    ...copies(2, { decision: 'dropped', reason: 'fencedUntilChapter', chapter: 9 }),
  ];

  it('says what goes, and why the rest does not', () => {
    expect(sentence('zh-CN', 5934, regular)).toBe(
      '这次会送出 5,934 个词元。31 条材料用了 24 条，5 条放不下，2 条要到第九章才成立。',
    );
    expect(sentence('en', 5934, regular)).toBe(
      'This sends 5,934 tokens. 24 of 31 items go; 5 do not fit, 2 wait for chapter 9.',
    );
  });

  it('speaks of one as of one', () => {
    const one = [
      item({ id: 'a' }),
      item({ id: 'b', decision: 'dropped', reason: 'overBudget' }),
      item({ id: 'c', decision: 'dropped', reason: 'disabled' }),
    ];
    expect(sentence('en', 1, one)).toBe(
      'This sends 1 token. 1 of 3 items goes; 1 does not fit, 1 is switched off.',
    );
  });

  it('is short when everything goes', () => {
    expect(sentence('zh-CN', 120, copies(4, {}))).toBe('这次会送出 120 个词元。4 条材料都用上了。');
    expect(sentence('en', 120, copies(4, {}))).toBe('This sends 120 tokens. All 4 items go.');
  });

  it('names three kinds and sums up the others', () => {
    const kinds = ['overBudget', 'notYetValid', 'laterChapter', 'neverSend', 'disabled'] as const;
    const items = kinds.flatMap((reason) => copies(2, { decision: 'dropped', reason }));
    expect(sentence('en', 10, [item({ id: 'x' }), ...items])).toMatch(
      /2 come after the cursor, 4 stay out for other reasons\.$/,
    );
  });
});

describe('reasons', () => {
  const accounting = { numbers: new Map([['x', 3]]), bestScore: 2 };

  it.each(Language.options)(
    'F6 words every reason in %s, with and without its data',
    (language) => {
      for (const reason of Reason.options) {
        for (const given of [{}, { matched: ['林远', '雪'], score: 1, chapter: 12 }]) {
          for (const source of ['constraint', 'retrieval'] as const) {
            const words = reasonWords(
              t(language),
              language,
              item({ id: 'x', reason, source, ...given }),
              accounting,
            );
            expect(words, reason).not.toMatch(/[{}]|undefined|NaN|inspect:|reasons\./);
            expect(words.length, reason).toBeGreaterThan(1);
          }
        }
      }
    },
  );

  it('names what brought an item here, and the chapter it waits for', () => {
    const passage = item({
      id: 'x',
      reason: 'similarPassage',
      source: 'retrieval',
      matched: ['母亲', '门槛'],
      score: 1.62,
    });
    expect(reasonWords(t('zh-CN'), 'zh-CN', passage, accounting)).toBe(
      '都提到“母亲、门槛”，相近 0.81',
    );
    const meant = { ...passage, matched: ['related'] };
    expect(reasonWords(t('zh-CN'), 'zh-CN', meant, accounting)).toBe('意思相近，0.81');
    const near = { ...meant, similarity: 0.6249 };
    expect(reasonWords(t('zh-CN'), 'zh-CN', near, accounting)).toBe(
      '意思相近，0.81；句子模型 0.62',
    );
    expect(reasonWords(t('en'), 'en', near, accounting)).toBe(
      'Close in meaning, 0.81; your sentence model: 0.62',
    );
    const waiting = item({ id: 'x', reason: 'notYetValid', chapter: 102 });
    expect(reasonWords(t('zh-CN'), 'zh-CN', waiting, accounting)).toBe('第一百零二章起才成立');
    expect(reasonWords(t('en'), 'en', waiting, accounting)).toBe('Holds from chapter 102 on');
  });

  it('says of a thread that its note was kept back [N13 N3]', () => {
    const kept = item({ id: 'x', reason: 'fencedPart', source: 'thread', decision: 'trimmed' });
    expect(reasonWords(t('zh-CN'), 'zh-CN', kept, accounting)).toBe(
      '备注没有送出：里面提到这里还不能说的事',
    );
    expect(reasonWords(t('en'), 'en', kept, accounting)).toBe(
      'Sent without your note, which tells what may not be told here',
    );
  });
});

describe('titles', () => {
  it('N3 show the writer their own name of a fenced entry, and nobody else’s', () => {
    const names = new Map([['x', '撕页的人']]);
    const hidden = item({ id: 'x', title: '保密的条目', reason: 'neverSend' });
    expect(titleOf(hidden, names)).toBe('撕页的人');
    expect(titleOf(hidden, null)).toBe('保密的条目');
    expect(titleOf(item({ id: 'x', title: '人物：阿禾' }), names)).toBe('人物：阿禾');
  });
});

describe('the cache forecast', () => {
  const forecast = {
    previousAssemblyId: 'p',
    ...{ cachedTokens: 1240, freshTokens: 60, hasExpired: false, stableTokens: 900 },
    ...{ cost: null, firstCost: null, nextCost: null },
    firstDifference: null,
  };
  const { segments } = inspectionOf([item({ id: 'a' }), item({ id: 'b', layer: 'immediate' })]);
  const inWords = (
    language: Language,
    change: Partial<CacheForecast>,
    sent: readonly Segment[] = segments,
  ): string =>
    forecastWords(t(language), { forecast: { ...forecast, ...change }, segments: [...sent] }, null);

  it('says how much is as before and where changes begin', () => {
    const firstDifference = { layer: 'rules', itemId: 'x', title: '约束' } as const;
    expect(inWords('zh-CN', { firstDifference })).toBe(
      '开头 1,240 词元和上次一样，可从缓存取；从“约束”起变了，新的有 60 词元。',
    );
    expect(inWords('en', { freshTokens: 0 })).toBe(
      'The same as the last request; all 1,240 tokens can come from the cache.',
    );
    expect(inWords('en', { hasExpired: true })).toMatch(/more than five minutes ago/u);
  });

  it('says of what a provider keeps only in part, or not at all, no more than is so', () => {
    expect(inWords('en', {})).toBe(
      'The same as the last request; 1,240 of its 1,300 tokens can come from the cache.',
    );
    expect(inWords('zh-CN', {})).toBe('和上次请求完全一样，1,300 词元里有 1,240 可从缓存取。');
    const uncached = { cachedTokens: 0, freshTokens: 1300 };
    expect(inWords('en', uncached)).toContain('serves none of it');
    const later = { layer: 'immediate', itemId: 'b', title: 'the passage' } as const;
    expect(inWords('en', { ...uncached, firstDifference: later })).toBe(
      'Nothing can come from the cache this time; changes begin at “the passage”.',
    );
    const first = { layer: 'rules', itemId: 'a', title: 'a' } as const;
    expect(inWords('en', { ...uncached, firstDifference: first })).toMatch(/from the first word/u);
    const heading = { kind: 'frame', layer: 'rules', itemId: null, text: '[Rules]\n' } as const;
    const framed = [{ ...heading, tokenCount: 2 }, ...segments];
    const atHeading = { layer: 'rules', itemId: null, title: '[Rules]' } as const;
    expect(inWords('en', { ...uncached, firstDifference: atHeading }, framed)).toMatch(
      /from the first word/u,
    );
    expect(inWords('en', { ...uncached, firstDifference: first }, framed)).toContain(
      'begin at “a”',
    );
  });
});

describe('two requests compared', () => {
  const change = (kind: AssemblyChange['change'], itemId: string): AssemblyChange => ({
    change: kind,
    layer: 'retrieved',
    itemId,
    title: itemId,
    cause: 'retrieval',
    tokensBefore: 0,
    tokensAfter: 0,
  });

  it('N1 are summed up in one sentence', () => {
    const changes = [change('removed', 'a'), change('removed', 'b'), change('added', 'c')];
    expect(changeSentence(t('en'), 5934, 5595, changes)).toBe(
      'B is 339 tokens smaller than A. 2 items dropped out, 1 came in.',
    );
    expect(changeSentence(t('zh-CN'), 5595, 5934, changes)).toBe(
      'B 比 A 多 339 词元。2 条退了出去，1 条新加进来。',
    );
    expect(changeSentence(t('en'), 100, 100, [])).toContain('same size');
  });

  it('are shown with a true minus', () => {
    expect([signed(11, 'en'), signed(-268, 'en'), signed(0, 'en')]).toEqual(['+11', '−268', '0']);
  });

  it('are chosen one after the other; a third takes the place of the second', () => {
    expect(withChoice([], 'a')).toEqual(['a']);
    expect(withChoice(['a', 'b'], 'c')).toEqual(['a', 'c']);
    expect(withChoice(['a', 'b'], 'a')).toEqual(['b']);
  });
});

describe('the whole book', () => {
  const forecast = {
    ...{
      previousAssemblyId: null,
      cachedTokens: 0,
      freshTokens: 12_400,
      hasExpired: false,
      stableTokens: 12_000,
    },
    ...{ firstDifference: null, cost: 1.234, firstCost: 1.234, nextCost: 0.128 },
  };
  const wholeBook = { chapters: 2, tokens: 12_000, farther: 1 };

  it('is told with what it takes and costs, the first time and then [E2]', () => {
    expect(wholeBookWords(t('zh-CN'), { wholeBook, ...forecast, currency: '¥' })).toBe(
      '前面有 2 章整章送出，共 12,000 词元。更远的 1 章放不下。不算回答，头一次约 ¥1.23，服务商留着缓存时每次约 ¥0.13。',
    );
    expect(wholeBookWords(t('en'), { wholeBook, ...forecast, currency: 'USD' })).toBe(
      '2 earlier chapters go whole, 12,000 tokens. 1 farther back did not fit. Sending costs about 1.23 USD the first time and about 0.13 USD while the provider keeps them, without the answer.',
    );
    const unpriced = { ...forecast, cost: null, firstCost: null, nextCost: null };
    expect(wholeBookWords(t('en'), { wholeBook, ...unpriced, currency: null })).toBe(
      '2 earlier chapters go whole, 12,000 tokens. 1 farther back did not fit.',
    );
    const none = { wholeBook: null, ...forecast, currency: '¥' };
    expect(wholeBookWords(t('en'), none)).toBeNull();
  });

  it('is asked about with its figures, above the writer’s sum [E2] [N12]', () => {
    const question = {
      ...{ inputTokens: 12_400, cachedTokens: 0 },
      ...{ cost: 1.234, nextCost: 0.128, currency: '¥' },
    };
    expect(questionWords(t('zh-CN'), question)).toBe(
      '大约 12,400 词元。不算回答，约 ¥1.23；接下来同样的一次约 ¥0.13。',
    );
    expect(questionWords(t('en'), question)).toBe(
      'About 12,400 tokens. About ¥1.23 without the answer; the next one like it about ¥0.13.',
    );
  });
});
