import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kindSpecs } from '#main/book/records/kinds.ts';
import { mergeFields } from '#main/book/records/merge-fields.ts';
import type { Fields } from '#main/book/records/record-state.ts';

const { rules } = kindSpecs.threads;

const place = fc.record({
  kind: fc.constantFrom('opened', 'echoed', 'paid'),
  documentId: fc.constantFrom('a', 'b'),
  offset: fc.nat(5),
  quote: fc.constantFrom('井底的钥匙', '旧钥匙'),
  before: fc.constantFrom('', '雨'),
  after: fc.constant(''),
});
const places = fc.dictionary(fc.constantFrom('p1', 'p2', 'p3'), place, { noNullPrototype: true });
const thread = (marked: Fields): Fields => ({
  ...{ name: '钥匙', note: '', due: null, send: true, places: marked },
});
const merge = (base: Fields | null, mine: Fields, theirs: Fields) =>
  mergeFields(
    { base: base && thread(base), mine: thread(mine), theirs: thread(theirs) },
    rules,
    () => null,
  );

describe('merging the places that two machines marked of one thread [B4 N13]', () => {
  it('gives the same whichever side is called mine, each place whole, and asks nobody', () => {
    fc.assert(
      fc.property(fc.option(places), places, places, (base, mine, theirs) => {
        const merged = merge(base, mine, theirs);
        expect(merged).toEqual(merge(base, theirs, mine));
        expect(merged.conflicts).toEqual([]);
        for (const [id, one] of Object.entries(merged.fields['places'] as Fields)) {
          expect([mine[id], theirs[id]]).toContainEqual(one);
        }
      }),
    );
  });

  it('loses no place that was marked on either side', () => {
    fc.assert(
      fc.property(places, places, (mine, theirs) => {
        const merged = Object.keys(merge({}, mine, theirs).fields['places'] as Fields);
        expect(merged.toSorted()).toEqual(
          [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].toSorted(),
        );
      }),
    );
  });

  it('keeps a mark away that was taken away, though the other side found its text elsewhere', () => {
    const known = { kind: 'opened', documentId: 'a', offset: 1, quote: '旧钥匙' };
    const { fields } = merge({ p1: known }, {}, { p1: { ...known, offset: 9 } });
    expect(fields['places']).toEqual({});
    const edited = { ...known, quote: '新钥匙' };
    expect(merge({ p1: known }, {}, { p1: edited }).fields['places']).toEqual({ p1: edited });
  });
});
