import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ThreadPlaceKind, ThreadStage } from '#shared/domain/thread.ts';
import { needsLook, type StandingInput, standingOf } from '#shared/thread-standing.ts';

const at = (chapter: number, start = 0) => ({ chapter, start });
const opened = (chapter: number, start = 0) => ({
  kind: 'opened' as const,
  found: at(chapter, start),
});
const echoed = (chapter: number) => ({ kind: 'echoed' as const, found: at(chapter) });
const paid = (chapter: number, start = 0) => ({ kind: 'paid' as const, found: at(chapter, start) });

const stand = (given: Partial<StandingInput>) =>
  standingOf({ places: [], due: null, now: 43, silentAfter: 20, ...given });

describe('how a thread stands [N13]', () => {
  it('is open, echoed or paid off by its places, and planned without any', () => {
    expect(stand({}).stage).toBe('planned');
    expect(stand({ places: [opened(40)] }).stage).toBe('open');
    expect(stand({ places: [opened(40), echoed(42)] }).stage).toBe('echoed');
    expect(stand({ places: [opened(9), paid(43)], due: 20 })).toEqual({
      ...{ stage: 'paid', problems: [], silentFor: 0, lateBy: 0 },
    });
  });

  it('is forgotten after so many chapters without a word of it, and quiet before', () => {
    const places = [opened(9), echoed(12)];
    expect(stand({ places })).toMatchObject({ stage: 'forgotten', silentFor: 31 });
    expect(stand({ places, now: 32 }).stage).toBe('forgotten');
    expect(stand({ places, now: 31 })).toMatchObject({ stage: 'echoed', problems: ['quiet'] });
    expect(stand({ places, now: 26 }).problems).toEqual([]);
  });

  it('is late once a chapter behind the one it is due in is written', () => {
    expect(stand({ places: [opened(40)], due: 43 })).toMatchObject({ stage: 'open', lateBy: 0 });
    expect(stand({ places: [opened(40)], due: 42 })).toMatchObject({ stage: 'overdue', lateBy: 1 });
    expect(stand({ places: [opened(40)], due: 'gone' }).problems).toEqual(['dueGone']);
  });

  it('says that it was paid off without being opened, or before', () => {
    expect(stand({ places: [paid(5)] })).toMatchObject({
      ...{ stage: 'paid', problems: ['paidUnopened'] },
    });
    expect(stand({ places: [opened(5, 9), paid(5, 3)] }).problems).toEqual(['paidUnopened']);
    expect(stand({ places: [opened(5, 3), paid(5, 9)] }).problems).toEqual([]);
  });

  it('says that it is due before it is opened, where chapters were moved', () => {
    const places = [opened(9), echoed(12)];
    expect(stand({ places, due: 8 })).toMatchObject({
      ...{ stage: 'overdue', problems: ['dueBeforeOpened'] },
    });
    expect(stand({ places, due: 9 }).problems).toEqual([]);
    expect(stand({ places: [...places, paid(13)], due: 8 }).problems).toEqual([]);
    expect(stand({ places: [{ kind: 'opened', found: null }], due: 8 }).problems).toEqual([
      'placeLost',
    ]);
  });

  it('says that a place is lost, and then claims nothing about its order', () => {
    const lost = { kind: 'opened' as const, found: null };
    expect(stand({ places: [lost] })).toMatchObject({ stage: 'open', problems: ['placeLost'] });
    expect(stand({ places: [lost, paid(3)] }).problems).toEqual(['placeLost']);
  });

  it('counts nothing that stood in a chapter which is gone, and says that it is lost', () => {
    const gone = (kind: ThreadPlaceKind) => ({ kind, found: null, chapterGone: true });
    expect(stand({ places: [opened(40), gone('paid')] })).toMatchObject({
      ...{ stage: 'open', problems: ['placeLost'] },
    });
    expect(stand({ places: [opened(9), gone('paid')], due: 20 })).toMatchObject({
      ...{ stage: 'overdue', lateBy: 23 },
    });
    expect(stand({ places: [gone('opened'), paid(43)] }).problems).toEqual([
      ...['paidUnopened', 'placeLost'],
    ]);
    // Its text is not found in a chapter that is there: reworded, perhaps, and still paid off.
    expect(stand({ places: [opened(40), { kind: 'paid', found: null }] }).stage).toBe('paid');
  });

  const place = fc.record({
    kind: fc.constantFrom(...ThreadPlaceKind.options),
    found: fc.option(fc.record({ chapter: fc.integer({ min: 1, max: 99 }), start: fc.nat(99) })),
  });
  const input = fc.record({
    places: fc.array(place, { maxLength: 8 }),
    due: fc.oneof(fc.constant('gone' as const), fc.constant(null), fc.integer({ min: 1, max: 99 })),
    now: fc.integer({ min: 0, max: 99 }),
    silentAfter: fc.integer({ min: 1, max: 50 }),
  });

  it('has one stage, the same in whatever order its places were marked', () => {
    fc.assert(
      fc.property(input, (given) => {
        const one = standingOf(given);
        expect(ThreadStage.options).toContain(one.stage);
        expect(standingOf({ ...given, places: given.places.toReversed() })).toEqual(one);
        if (given.places.some(({ kind }) => kind === 'paid')) expect(one.stage).toBe('paid');
        if (one.stage === 'forgotten') {
          expect(one.silentFor).toBeGreaterThanOrEqual(given.silentAfter);
        }
        if (one.stage === 'overdue') expect(one.lateBy).toBeGreaterThan(0);
        if (one.stage === 'overdue' || one.stage === 'forgotten') expect(needsLook(one)).toBe(true);
      }),
    );
  });

  it('never is less silent or less late when more is written', () => {
    fc.assert(
      fc.property(input, fc.nat(20), (given, more) => {
        const [one, later] = [standingOf(given), standingOf({ ...given, now: given.now + more })];
        expect(later.silentFor).toBeGreaterThanOrEqual(one.silentFor);
        expect(later.lateBy).toBeGreaterThanOrEqual(one.lateBy);
      }),
    );
  });
});
