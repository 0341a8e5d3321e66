import { beforeAll, describe, expect, it } from 'vitest';
import { excessAhead, isLifted, nearestCap } from '#renderer/features/purse/figures.ts';
import { failureWords } from '#renderer/i18n/failure.ts';
import { createI18n, type Translate } from '#renderer/i18n/index.ts';
import type { PurseState, Spending } from '#shared/domain/purse.ts';

const nothing: Spending = {
  ...{ tokens: 0, money: 0, currency: null, elsewhere: [] },
  ...{ estimatedTokens: 0, unpricedTokens: 0, requests: 0 },
};
const purse = (change: Partial<PurseState>): PurseState => ({
  ...{ perDay: {}, perMonth: {}, perRequest: {}, askAbove: {}, currency: '¥' },
  spent: { perDay: nothing, perMonth: nothing },
  reserved: { tokens: 0, money: 0 },
  ...{ purposes: [], day: '2026-03-29' },
  ...change,
});
const model = {
  baseUrl: 'https://models.example/v1',
  ...{ maxOutput: 100, contextWindow: 8000 },
  prices: { currency: '¥', input: 2, output: 8 },
};

describe('what the purse shows where one writes', () => {
  it('is the cap of which most is gone, requests under way among it [N12]', () => {
    expect(nearestCap(purse({ perRequest: { tokens: 5 } }))).toBeNull();
    const spent = { perDay: { ...nothing, tokens: 40, money: 1 }, perMonth: nothing };
    const caps = { perDay: { tokens: 100, money: 4 }, perMonth: { tokens: 1000 } };
    expect(nearestCap(purse({ spent, ...caps }))).toMatchObject({ unit: 'tokens', share: 0.4 });
    const reserved = { tokens: 0, money: 2 };
    expect(nearestCap(purse({ spent, ...caps, reserved }))).toMatchObject({
      ...{ name: 'perDay', unit: 'money', spent: 1, limit: 4, share: 0.75 },
    });
    expect(nearestCap(purse({ perDay: { tokens: 0 } }))?.share).toBe(1);
  });

  it('says before sending what would be refused, by the rule that refuses it [N12]', () => {
    const state = purse({ perDay: { tokens: 500 }, reserved: { tokens: 100, money: 0 } });
    expect(excessAhead(state, model, { inputTokens: 300 })).toBeNull();
    expect(excessAhead(state, model, { inputTokens: 301 })).toMatchObject({
      ...{ asked: 401, fits: 400, cap: 'perDay' },
    });
    const unpriced = { ...model, prices: null };
    expect(
      excessAhead(purse({ perMonth: { money: 1 } }), unpriced, { inputTokens: 1 })?.reason,
    ).toBe('unpriced');
  });
});

describe('a nearly full window', () => {
  it('is asked no more of the answer than it has room for, as main keeps it [N12]', () => {
    const state = purse({ perDay: { tokens: 8000 } });
    expect(excessAhead(state, model, { inputTokens: 7930 })).toBeNull();
    expect(excessAhead(state, model, { inputTokens: 7940 })?.asked).toBe(8004);
    expect(excessAhead(state, model, { inputTokens: 7990, outputTokens: 10 })).toBeNull();
  });
});

describe('a cap that refused a request', () => {
  const refused = { inputTokens: 600, outputTokens: 100 };
  const day = (tokens: number) => purse({ perDay: { tokens } });
  const excess = excessAhead(day(500), model, refused);

  it('is lifted once it is raised, let go of, or put in other money [N12]', () => {
    if (excess === null) throw new Error('The request was not refused.');
    expect(isLifted(day(500), excess)).toBe(false);
    expect(isLifted(day(499), excess)).toBe(false);
    expect(isLifted(day(501), excess)).toBe(true);
    expect(isLifted(purse({}), excess)).toBe(true);
    const inMoney = { ...excess, unit: 'money', limit: 1, currency: '¥' } as const;
    const money = (currency: string | null) => purse({ perDay: { money: 1 }, currency });
    expect(isLifted(money('¥'), inMoney)).toBe(false);
    expect(isLifted(money(null), inMoney)).toBe(false);
    expect(isLifted(money('$'), inMoney)).toBe(true);
  });
});

describe('a refusal in words', () => {
  let english: Translate;
  let chinese: Translate;
  beforeAll(async () => {
    english = (await createI18n('en')).t;
    chinese = (await createI18n('zh-CN')).t;
  });
  const details = {
    ...{ cap: 'perDay', unit: 'tokens', reason: 'over', currency: null },
    ...{ asked: 12_000, spent: 40_000, reserved: 1, limit: 50_000, fits: 9_999 },
    ...{ inputTokens: 11_000, outputTokens: 1_000 },
  };

  it('has all figures in both languages [N12]', () => {
    const words = failureWords(english, { code: 'PURSE_EXCEEDED', details }).next;
    expect(words).toBe(
      'The cap “Each day” is 50,000 tokens: 40,000 tokens are spent, 1 token put aside for requests under way, 9,999 tokens left. This one can take up to 12,000 tokens, the longest answer it may give among them.',
    );
    expect(failureWords(chinese, { code: 'PURSE_EXCEEDED', details }).next).toBe(
      '每天的上限是 50,000 词元，已用 40,000 词元，正在进行的占 1 词元，还剩 9,999 词元；这次连同最长的回答，最多要 12,000 词元。',
    );
    const idle = failureWords(english, {
      code: 'PURSE_EXCEEDED',
      details: { ...details, reserved: 0 },
    });
    expect(idle.next).not.toContain('put aside');
    const money = { ...details, unit: 'money', currency: 'USD', cap: 'perRequest', limit: 0.25 };
    const asked = { ...money, asked: 0.300_001 };
    expect(failureWords(english, { code: 'PURSE_EXCEEDED', details: asked }).next).toBe(
      'The cap “Each request” is 0.25 USD, and this one can take up to 0.300001 USD, the longest answer it may give among them.',
    );
  });

  it('says what to do where figures are missing [N12]', () => {
    expect(failureWords(english, { code: 'PURSE_EXCEEDED' }).next).toMatch(/^Your text is/u);
    const other = {
      ...details,
      unit: 'money',
      reason: 'otherCurrency',
      asked: null,
      currency: '$',
    };
    expect(failureWords(english, { code: 'PURSE_EXCEEDED', details: other }).next).toMatch(
      /not priced in \$/u,
    );
  });
});
