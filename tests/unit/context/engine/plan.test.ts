import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupNames } from '#main/context/engine/candidate.ts';
import { type Demand, planBudget } from '#main/context/engine/plan.ts';
import { defaultBudget } from '#shared/domain/budget.ts';

const { shares, minimums } = defaultBudget;

const demand = (change: Partial<Demand>): Demand => ({
  constraints: 0,
  narration: 0,
  entities: 0,
  style: 0,
  preferences: 0,
  threads: 0,
  chapters: 0,
  synopses: 0,
  passages: 0,
  episodes: 0,
  previousEnding: 0,
  before: 0,
  after: 0,
  working: 0,
  instruction: 0,
  additional: 0,
  writerConstraints: 0,
  namedEntities: 0,
  lastSentenceBefore: 0,
  lastSentenceEnding: 0,
  held: { before: 0, previousEnding: 0, after: 0 },
  ...change,
});

const planned = (change: Partial<Demand>, total: number) => {
  const plan = planBudget(demand(change), total, shares, minimums);
  if (!plan.fits) throw new Error('does not fit');
  return plan;
};

describe('planBudget', () => {
  it('S3-07 trims nothing when 5,500 of 6,000 tokens are needed', () => {
    const wanted = { constraints: 800, preferences: 500, passages: 1200, before: 3000 };
    const { allowed } = planned(wanted, 6000);
    expect(allowed).toMatchObject(wanted);
  });

  it('S3-07 trims neither the text after the cursor nor the ending before while all of it fits', () => {
    const wanted = { before: 1500, after: 2000, previousEnding: 1500, working: 480 };
    const { allowed } = planned(
      { ...wanted, lastSentenceBefore: 50, lastSentenceEnding: 50 },
      6000,
    );
    expect(allowed).toMatchObject(wanted);
    const tight = planned({ ...wanted, before: 5000 }, 6000).allowed;
    expect(tight.after).toBeLessThanOrEqual(450);
    expect(tight.previousEnding).toBeLessThanOrEqual(600);
  });

  it('S3-09 takes from Retrieved only when 7,500 are needed, 6,000 available and Retrieved has 2,500', () => {
    const { allowed } = planned(
      { constraints: 900, writerConstraints: 900, preferences: 600, passages: 2500, before: 3500 },
      6000,
    );
    expect(allowed).toMatchObject({
      constraints: 900,
      preferences: 600,
      passages: 1000,
      before: 3500,
    });
  });

  it('S3-08 takes from Settings only when Retrieved has given everything, and from Immediate last', () => {
    const settingsToo = planned({ preferences: 2500, passages: 500, before: 3500 }, 6000);
    expect(settingsToo.allowed).toMatchObject({ passages: 0, preferences: 2500, before: 3500 });
    const more = planned({ preferences: 3000, passages: 500, before: 3500 }, 6000);
    expect(more.allowed).toMatchObject({ passages: 0, preferences: 2500, before: 3500 });
  });

  it('S3-08 leaves Retrieved half its line when the chapter alone could fill the window', () => {
    const { allowed } = planned({ passages: 4000, before: 50_000 }, 6000);
    expect(allowed.passages).toBe(750);
    expect(allowed.before).toBe(5250);
  });

  it('S3-13 keeps entities inside the Rules line and says that it was crossed', () => {
    const plan = planned({ constraints: 300, writerConstraints: 300, entities: 2000 }, 6000);
    expect(plan.rulesOverLine).toBe(true);
    expect(plan.allowed.entities).toBe(600);
    expect(plan.allowed.constraints).toBe(300);
  });

  it('S3-26 cuts entities before automatic constraints and never the writer’s', () => {
    const plan = planned({ constraints: 1500, writerConstraints: 700, entities: 500 }, 6000);
    expect(plan.allowed.entities).toBe(0);
    expect(plan.allowed.constraints).toBe(900);
    const tight = planned({ constraints: 1500, writerConstraints: 1400, entities: 500 }, 1400);
    expect(tight.allowed.constraints).toBe(1400);
  });

  it('S3-26 refuses when the writer’s constraints alone exceed the total', () => {
    const plan = planBudget(
      demand({ constraints: 6001, writerConstraints: 6001 }),
      6000,
      shares,
      minimums,
    );
    expect(plan).toEqual({ fits: false, required: 6001 });
  });

  it('S3-38 never allows more than the total, nor more than was asked for (property)', () => {
    const tokens = fc.integer({ min: 0, max: 40_000 });
    const small = fc.integer({ min: 0, max: 400 });
    fc.assert(
      fc.property(
        fc.record({
          writer: small,
          automatic: tokens,
          entities: tokens,
          preferences: tokens,
          chapters: tokens,
          passages: tokens,
          episodes: tokens,
          previousEnding: tokens,
          before: tokens,
          after: tokens,
          working: tokens,
          instruction: small,
          additional: small,
        }),
        fc.integer({ min: 1, max: 64_000 }),
        fc.record({ rules: small, settings: small, retrieved: tokens, immediate: tokens }),
        (asked, total, min) => {
          const wanted = demand({
            ...asked,
            constraints: asked.writer + asked.automatic,
            writerConstraints: asked.writer,
            lastSentenceBefore: Math.min(asked.before, 60),
            lastSentenceEnding: Math.min(asked.previousEnding, 60),
          });
          const plan = planBudget(wanted, total, shares, min);
          if (!plan.fits) {
            expect(plan.required).toBeGreaterThan(total);
            return;
          }
          const sum = groupNames.reduce(
            (tokensSoFar, group) => tokensSoFar + plan.allowed[group],
            0,
          );
          expect(sum).toBeLessThanOrEqual(total);
          for (const group of groupNames) {
            expect(plan.allowed[group]).toBeGreaterThanOrEqual(0);
            expect(plan.allowed[group]).toBeLessThanOrEqual(wanted[group]);
          }
          expect(plan.allowed.constraints).toBeGreaterThanOrEqual(asked.writer);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('F4 keeps the last sentence of both texts at any budget that covers the minimums (property)', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2800, max: 30_000 }),
        fc.integer({ min: 0, max: 50_000 }),
        fc.integer({ min: 100, max: 50_000 }),
        fc.integer({ min: 60, max: 2000 }),
        (total, passages, before, previousEnding) => {
          const plan = planned(
            {
              passages,
              before,
              previousEnding,
              preferences: 4000,
              entities: 5000,
              instruction: 50,
              lastSentenceBefore: 60,
              lastSentenceEnding: 60,
            },
            total,
          );
          expect(plan.allowed.before).toBeGreaterThanOrEqual(60);
          expect(plan.allowed.previousEnding).toBeGreaterThanOrEqual(60);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
