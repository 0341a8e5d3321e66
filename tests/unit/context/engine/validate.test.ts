import { describe, expect, it } from 'vitest';
import {
  checkHits,
  validConstraints,
  validEntities,
  validEpisodes,
  validRules,
} from '#main/context/engine/validate.ts';
import { aConstraint, aHit, anEntity, aRule } from '#tests/helpers/assembly-input.ts';

const counting = () => {
  let refused = 0;
  return {
    report: (ids: readonly string[]) => {
      refused += ids.length;
    },
    refused: () => refused,
  };
};

/** What a broken store might hand over, whatever its type promises. */
const broken = <T extends object>(item: T, change: Record<string, unknown>): T =>
  Object.assign({}, item, change);

describe('S3-39 S3-02 malformed layer data', () => {
  it('refuses constraints without text, source or with a negative token count, and keeps the others', () => {
    const { report, refused } = counting();
    const kept = validConstraints(
      [
        aConstraint('good'),
        broken(aConstraint('negative'), { tokenCount: -3 }),
        broken(aConstraint('fraction'), { tokenCount: 1.5 }),
        broken(aConstraint('textless'), { text: undefined }),
        broken(aConstraint('sourceless'), { source: undefined }),
        broken(aConstraint(''), {}),
      ],
      report,
    );
    expect(kept.map((constraint) => constraint.constraintId)).toEqual(['good']);
    expect(refused()).toBe(5);
  });

  it('refuses entities, rules, episodes and passages that are not what they should be', () => {
    const { report, refused } = counting();
    expect(validEntities([broken(anEntity('e'), { summary: 7 })], report)).toEqual([]);
    expect(validRules([aRule('r', Number.NaN)], report)).toEqual([]);
    expect(
      validEpisodes([{ episodeId: '', documentId: null, text: 'x', createdAt: 1 }], report),
    ).toEqual([]);
    expect(checkHits([aHit('h', 1, 'abc', { end: 99 })], report)).toEqual([]);
    expect(checkHits([aHit('h', Number.POSITIVE_INFINITY, 'abc')], report)).toEqual([]);
    expect(refused()).toBe(5);
  });
});
