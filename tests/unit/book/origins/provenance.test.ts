import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { provenanceOf } from '#main/book/origins/provenance.ts';
import { lengthOfRuns } from '#shared/origin-runs.ts';
import type { OriginCode } from '#shared/domain/origins.ts';

const codes = ['typed', 'pasted', 'imported', 'unknown', 'model:one', 'model:gone'] as const;

describe('whose a text is, in the words of the contract [N14]', () => {
  it('names each origin, and the run that a model’s text was accepted from', () => {
    const runs = codes.map((code): [number, OriginCode] => [2, code]);
    const spans = provenanceOf(runs, (id) => (id === 'one' ? 'run-1' : undefined));
    expect(spans).toEqual([
      { start: 0, end: 2, by: 'writer' },
      { start: 2, end: 4, by: 'paste' },
      { start: 4, end: 6, by: 'imported' },
      { start: 6, end: 8, by: 'unknown' },
      { start: 8, end: 10, by: 'model', runId: 'run-1' },
      { start: 10, end: 12, by: 'model' },
    ]);
  });

  it('covers the text, without a gap', () => {
    const run = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.constantFrom(...codes));
    fc.assert(
      fc.property(fc.array(run), (runs) => {
        const spans = provenanceOf(runs, () => undefined);
        let at = 0;
        for (const { start, end } of spans) {
          expect(start).toBe(at);
          at = end;
        }
        expect(at).toBe(lengthOfRuns(runs));
      }),
    );
  });
});
