import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eachGroup } from '#main/context/engine/candidate.ts';
import { decide } from '#main/context/engine/decide.ts';
import { claimsOf, type Demand, planBudget } from '#main/context/engine/plan.ts';
import { keepTelling } from '#main/context/engine/telling-sentences.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { defaultBudget } from '#shared/domain/budget.ts';
import { defaultMaxInput } from '#shared/domain/model-profile.ts';
import { aConstraint, aHit, anAssemblyInput, anEntity } from '#tests/helpers/assembly-input.ts';

const tokens = createTokens();

const { shares, minimums } = defaultBudget;
const run = (
  change: Parameters<typeof anAssemblyInput>[0],
  total: number,
  maxInput: number = defaultMaxInput,
) =>
  decide(
    anAssemblyInput(change),
    { ...defaultBudget, total, maxInput },
    { tokens, tokenizer: tokens.info() },
    100,
  );

const nothing: Demand = {
  ...eachGroup(() => 0),
  writerConstraints: 0,
  namedEntities: 0,
  lastSentenceBefore: 0,
  lastSentenceEnding: 0,
  held: { before: 0, previousEnding: 0, after: 0 },
};

describe('who gives way to whom', () => {
  it('is what docs/budget.md says, line by line', () => {
    const file = path.resolve(import.meta.dirname, '../../../../docs/budget.md');
    const rows = readFileSync(file, 'utf8').matchAll(/^\| \d+ \| (\w+) \|/gm);
    const lines = { rules: 900, settings: 600, retrieved: 1500, immediate: 3000 };
    const groups = claimsOf(nothing, 6000, lines, minimums).map(([group]) => group);
    expect([...rows].map((row) => row[1])).toEqual(groups);
  });

  it('gives nothing to a weaker claim while a stronger one lacks something (property)', () => {
    const wish = fc.nat(4000);
    const wishes = fc.record(eachGroup(() => wish));
    fc.assert(
      fc.property(wishes, fc.integer({ min: 1, max: 20_000 }), (asked, total) => {
        const demand = { ...nothing, ...asked, instruction: 10, additional: 0, constraints: 0 };
        const plan = planBudget(demand, total, shares, minimums);
        if (!plan.fits) return;
        const sum = Object.values(plan.allowed).reduce((tokensSoFar, part) => tokensSoFar + part);
        expect(sum).toBeLessThanOrEqual(total);
        const { passages, before, previousEnding, episodes } = plan.allowed;
        // The last two lines of the table come after everything else has all it asks for.
        if (episodes > 0 && sum < total) expect(passages).toBe(demand.passages);
        if (passages > Math.floor(Math.max(0, shares.retrieved * total) / 2)) {
          expect(before).toBe(demand.before);
          expect(previousEnding).toBe(demand.previousEnding);
        }
      }),
    );
  });

  it('lets entries named at the cursor take Rules past its line, up to 30 % of all [E7]', () => {
    const demand = { ...nothing, constraints: 700, writerConstraints: 700, before: 4000 };
    const allowedFor = (entities: number, namedEntities: number): number => {
      const asked = { ...demand, entities, namedEntities };
      const plan = planBudget(asked, 4700, shares, minimums);
      return plan.fits ? plan.allowed.entities : -1;
    };
    expect(allowedFor(3000, 0)).toBe(5);
    expect(allowedFor(3000, 400)).toBe(400);
    expect(allowedFor(3000, 2000)).toBe(710);
  });
});

describe('what goes of an entry or a passage that does not fit whole', () => {
  const long = (name: string): string =>
    `${name}住在镇上。${`${name}的事说来话长，一言难尽。`.repeat(30)}`;
  const entities = Array.from({ length: 8 }, (_, index) =>
    anEntity(`e${index}`, { name: `甲${index}`, summary: long(`甲${index}`), inclusion: 'always' }),
  );

  it('is the first sentences of every entry named at the cursor, before whole ones of the others [E7]', () => {
    const before = `${'雪落在门槛上。'.repeat(40)}甲6看着甲7。`;
    const focus = before.slice(-1200);
    const mentions = ['甲6', '甲7'].map((name) => {
      const start = focus.indexOf(name);
      return { entityId: `e${name.slice(1)}`, name, start, end: start + name.length };
    });
    const { items, warnings, prompt } = {
      warnings: [],
      ...run({ before, focus, mentions, entities }, 3000),
    };
    expect(warnings).toEqual([]);
    const decisions = new Map(items.map(({ id, decision }) => [id, decision]));
    expect([decisions.get('e6'), decisions.get('e7')]).toEqual(['trimmed', 'trimmed']);
    expect(prompt).toContain('甲6住在镇上。');
    expect(prompt).toContain('甲7住在镇上。');
  });

  it('is the sentence that brought the best passage here, and what stands around it [E7]', () => {
    const told = '守塔人把铜哨子埋在柳叶渡。';
    const filler = (number: number): string =>
      String.fromCodePoint(...Array.from({ length: 30 }, (_, step) => 0x4e00 + number * 40 + step));
    const text = Array.from({ length: 60 }, (_, index) => `${filler(index)}。`);
    text[40] = told;
    const hit = aHit('best', 9, text.join(''), { matched: ['铜哨子', '柳叶渡'] });
    const { items, prompt, tokenCount } = run({ hits: [hit], before: filler(70) }, 700);
    expect(items.find(({ id }) => id === 'best')).toMatchObject({
      decision: 'trimmed',
      reason: 'cutToBudget',
    });
    expect(prompt).toContain(told);
    expect(tokenCount).toBeLessThanOrEqual(700);
    const { start = 0, end = 0 } = items.find(({ id }) => id === 'best') ?? {};
    expect(text.join('').slice(start, end)).toContain(told);
  });

  it('is a run of whole sentences that fits, around the most telling one (property)', () => {
    const sentence = fc.constantFrom(
      '雪停了。',
      '铜哨子不见了。',
      '他走到柳叶渡，没有说话。',
      'Rain fell. ',
    );
    fc.assert(
      fc.property(
        fc.array(sentence, { minLength: 1, maxLength: 12 }),
        fc.nat(60),
        (parts, room) => {
          const text = parts.join('');
          const span = keepTelling(
            text,
            ['铜哨子', '柳叶渡'],
            ({ start, end }) => end - start <= room,
          );
          if (!span) return;
          expect(span.end - span.start).toBeLessThanOrEqual(room);
          const kept = text.slice(span.start, span.end);
          const words = (some: string): boolean => /铜哨子|柳叶渡/.test(some);
          expect(words(kept)).toBe(words(text));
        },
      ),
    );
  });
});

describe('the limit of any request', () => {
  it('is part of the budget: passages give way to it, and the request is not refused [S3-42]', () => {
    const hits = Array.from({ length: 150 }, (_, index) =>
      aHit(`h${index}`, 200 - index, `${index}号的事。`.repeat(160)),
    );
    const constraints = [aConstraint('c')];
    const { tokenCount, layers } = run({ hits, constraints }, 1_000_000);
    expect(tokenCount).toBeLessThanOrEqual(64_000);
    expect(tokenCount).toBeGreaterThan(62_000);
    expect(layers.retrieved.truncated).toBe(true);
  });

  it('is what the writer set for the model, up or down [E2]', () => {
    const hits = Array.from({ length: 150 }, (_, index) =>
      aHit(`h${index}`, 200 - index, `${index}号的事。`.repeat(160)),
    );
    const all = run({ hits }, 1_000_000, 200_000);
    expect(all.tokenCount).toBeGreaterThan(70_000);
    expect(all.layers.retrieved.truncated).toBe(false);
    const fewer = run({ hits }, 1_000_000, 9_000);
    expect(fewer.tokenCount).toBeLessThanOrEqual(9_000);
    expect(fewer.tokenCount).toBeGreaterThan(8_000);
    expect(() => run({ additionalInput: '雪'.repeat(20_000) }, 1_000_000, 9_000)).toThrow(
      /narrow retrieval/u,
    );
  });
});
