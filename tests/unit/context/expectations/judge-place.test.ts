import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Examined, ExaminedItem } from '#main/context/engine/service.ts';
import { judgePlace } from '#main/context/expectations/judge-place.ts';
import { sumVerdicts } from '#main/context/expectations/sum-verdicts.ts';

const chapter = '甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉';

const item = (start: number, end: number, isSent: boolean): ExaminedItem => ({
  id: `${start}-${end}`,
  layer: 'retrieved',
  source: 'retrieval',
  title: 't',
  decision: isSent ? 'included' : 'dropped',
  reason: isSent ? 'similarPassage' : 'overBudget',
  body: chapter.slice(start, end),
  tokens: isSent ? end - start : 0,
  chapter: undefined,
  score: 1,
  documentId: 'd',
  start,
  end,
});

const examined = (items: readonly ExaminedItem[], warnings: string[] = []): Examined => ({
  // Parts of a passage stand apart in a prompt, so that their words are not the whole's.
  prompt: items
    .filter(({ decision }) => decision !== 'dropped')
    .map(({ start, end }) => chapter.slice(start, end))
    .join('\n'),
  segments: [],
  text: chapter,
  total: 100,
  tokenCount: 40,
  warnings,
  items,
  explain: () => undefined,
  keptOut: () => null,
  record: () => '',
});

const span = fc
  .tuple(fc.nat(chapter.length), fc.nat(chapter.length))
  .filter(([one, other]) => one !== other)
  .map(([one, other]) => [Math.min(one, other), Math.max(one, other)] as const);

describe('an expectation at one place [N11]', () => {
  it('says that nothing led to what was not considered, or why it may not go', () => {
    const nothing = examined([]);
    const passage = {
      kind: 'passage',
      documentId: 'd',
      start: 0,
      end: 4,
      quote: '甲乙丙丁',
    } as const;
    expect(judgePlace(nothing, passage, 'in').why).toMatchObject({ outcome: 'notConsidered' });
    const fenced = {
      ...nothing,
      keptOut: () => ({ reason: 'fencedUntilChapter', chapter: 9 }) as const,
    };
    const why = { outcome: 'notSent', reason: 'fencedUntilChapter', chapter: 9 };
    expect(judgePlace(fenced, passage, 'in')).toMatchObject({ state: 'broken', why });
    expect(judgePlace(fenced, { kind: 'entity', id: 'e' }, 'out')).toMatchObject({
      state: 'held',
      why,
    });
  });

  it('knows of a passage whether all, a part or nothing of it is sent, whatever it was cut into', () => {
    fc.assert(
      fc.property(
        span,
        fc.array(fc.tuple(span, fc.boolean()), { maxLength: 6 }),
        (wanted, parts) => {
          const [start, end] = wanted;
          const items = parts.map(([[from, to], isSent]) => item(from, to, isSent));
          const sent = new Set<number>();
          for (const [[from, to], isSent] of parts) {
            if (isSent) for (let at = from; at < to; at += 1) sent.add(at);
          }
          const places = Array.from({ length: end - start }, (_, index) => start + index);
          const covered = places.filter((place) => sent.has(place)).length;
          const quote = chapter.slice(start, end);
          const target = { kind: 'passage', documentId: 'd', start, end, quote } as const;
          const isIn = judgePlace(examined(items), target, 'in').state === 'held';
          const isOut = judgePlace(examined(items), target, 'out').state === 'held';
          expect(isIn).toBe(covered === places.length);
          expect(isOut).toBe(covered === 0);
        },
      ),
    );
  });

  it('cannot be judged without the source it is about, and never counts as held', () => {
    const warnings = ['RETRIEVAL_UNAVAILABLE: words'];
    const target = { kind: 'text', text: '鲸' } as const;
    const verdict = judgePlace(examined([], warnings), target, 'out');
    expect(verdict).toMatchObject({ state: 'unjudged', why: { code: 'RETRIEVAL_UNAVAILABLE' } });
    const entity = { kind: 'entity', id: 'x' } as const;
    expect(judgePlace(examined([], warnings), entity, 'out').state).toBe('held');
  });

  it('is broken by one of many places, open by one that cannot be judged, and held by all alone', () => {
    const state = fc.constantFrom('held', 'broken', 'unjudged');
    fc.assert(
      fc.property(fc.array(state, { maxLength: 5 }), (states) => {
        const verdicts = states.map((one, index) => ({
          place: { key: `${index}`, documentId: `${index}`, cursorPosition: 0, skillId: 's' },
          verdict: { state: one, why: { outcome: 'sent' as const } },
        }));
        const { state: all, why } = sumVerdicts(verdicts);
        const worst = states.includes('broken')
          ? 'broken'
          : states.includes('unjudged') || states.length === 0
            ? 'unjudged'
            : 'held';
        expect(all).toBe(worst);
        expect(why.brokenPlaces).toBe(states.filter((one) => one !== 'held').length);
      }),
    );
  });
});
