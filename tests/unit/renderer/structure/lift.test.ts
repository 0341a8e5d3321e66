import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  followLift,
  isAtOrigin,
  type Lift,
  liftChapter,
  liftScene,
  placesOf,
  type Shown,
  shownChapters,
  shownScenes,
  stepLift,
} from '#renderer/features/structure/lift.ts';
import { cardRows } from '#renderer/features/structure/rows.ts';
import { aChapter } from '#tests/helpers/assembly-input.ts';

const documents = [1, 2, 3, 4].map((number) =>
  aChapter(number, { group: number < 3 ? '上卷' : '下卷', wordCount: number }),
);
const ids = documents.map(({ documentId }) => documentId);
const [first = '', second = '', third = '', fourth = ''] = ids;
const scene = (opening: string) => ({ start: 0, end: 1, words: 1, opening });
const shown: Shown = {
  documents,
  scenes: new Map([
    [first, [scene('甲'), scene('乙'), scene('丙')]],
    [third, [scene('丁'), scene('戊')]],
  ]),
  lost: new Map(),
};
const held = <L extends Lift>(lift: L | null): L => {
  if (lift === null) throw new Error('nothing is held');
  return lift;
};
const drawnIds = (lift: Lift) =>
  shownChapters(documents, lift)
    .filter(({ part }) => part !== 'hole')
    .map(({ document }) => document.documentId);
const drawnScenes = (lift: Lift, at: number) =>
  shownScenes({ ...shown, open: new Set([first]) }, documents[at] ?? aChapter(9), lift).map(
    ({ item, part }) => part ?? item.scene?.opening,
  );
/** Steps that lead somewhere, and those that lead to either end. */
const steps = fc.array(
  fc.oneof(fc.integer({ min: -5, max: 5 }).filter(Boolean), fc.constantFrom(-Infinity, Infinity)),
  { maxLength: 8 },
);

describe('a chapter that is picked up [W1]', () => {
  it('is drawn where it would go, with a hole where it was, and in place while it is there', () => {
    const lift = held(liftChapter(shown, second));
    expect(isAtOrigin(shown, lift)).toBe(true);
    expect(shownChapters(documents, lift).map(({ part }) => part)).toEqual([
      ...[null, 'lifted', null, null],
    ]);
    const moved = stepLift(shown, lift, 1);
    expect(shownChapters(documents, moved).map(({ part }) => part)).toEqual([
      ...[null, 'hole', null, 'lifted', null],
    ]);
    expect(drawnIds(moved)).toEqual([first, third, second, fourth]);
    expect(liftChapter(shown, 'gone')).toBeNull();
  });

  it('stands in the order it will have, is counted once, and divides no volume while it is held', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ids), steps, (documentId, walked) => {
        const lift = walked.reduce<Lift>(
          (now, step) => stepLift(shown, now, step),
          held(liftChapter(shown, documentId)),
        );
        if (lift.kind !== 'chapter') throw new Error('another kind');
        const order = ids.filter((id) => id !== documentId).toSpliced(lift.to, 0, documentId);
        expect(drawnIds(lift)).toEqual(order);
        const volumes = cardRows(documents, 4, undefined, lift).flatMap((row) =>
          row.kind === 'volume' ? [row] : [],
        );
        expect(volumes.map((row) => new Set(row.documents))).toEqual([
          ...[new Set(documents.slice(0, 2)), new Set(documents.slice(2))],
        ]);
      }),
    );
  });

  it('stays before the chapter it stood before when another window moves, adds or deletes some, and is let go of when it is gone itself', () => {
    const lift = stepLift(shown, held(liftChapter(shown, first)), 2);
    const among = (order: readonly string[]) => ({
      ...shown,
      documents: order.map((id) => aChapter(1, { documentId: id })),
    });
    expect(followLift(among([fourth, first, 'new', second]), lift)).toMatchObject({
      ...{ to: 0, before: fourth },
    });
    expect(followLift(among([first, second, third]), lift)).toMatchObject({ to: 2, before: null });
    expect(followLift(among([second, third, fourth]), lift)).toBeNull();
    const last = stepLift(shown, lift, Infinity);
    expect(followLift(among([first, second, third, fourth, 'new']), last)).toMatchObject({
      ...{ to: 4, before: null },
    });
  });
});

describe('a scene that is picked up [W1]', () => {
  const lift = liftScene(shown, { documentId: first, index: 1, opening: '乙' });

  it('goes through its chapter and from either end of it into the next', () => {
    expect(drawnScenes(lift, 0)).toEqual(['甲', 'lifted', '丙']);
    const right = stepLift(shown, lift, 1);
    expect(drawnScenes(right, 0)).toEqual(['甲', 'hole', '丙', 'lifted']);
    expect(drawnScenes(stepLift(shown, lift, -1), 0)).toEqual(['lifted', '甲', 'hole', '丙']);
    const next = stepLift(shown, right, 1);
    expect(next).toMatchObject({ to: { documentId: second, index: 0, seen: 'alone' } });
    expect(drawnScenes(next, 0)).toEqual(['甲', 'hole', '丙']);
    expect(drawnScenes(next, 1)).toEqual(['lifted', 'text']);
    const further = stepLift(shown, stepLift(shown, next, 4), 4);
    expect(further).toMatchObject({ to: { documentId: third, index: 0, seen: { before: '丁' } } });
    expect(placesOf(shown, further)).toBe(3);
    expect(stepLift(shown, further, -1)).toMatchObject({ to: { documentId: second, index: 1 } });
    expect(stepLift(shown, stepLift(shown, lift, -1), -1)).toMatchObject({ to: { index: 0 } });
  });

  it('always has one place, in which it is drawn once', () => {
    fc.assert(
      fc.property(steps, (walked) => {
        const at = walked.reduce<Lift>((now, step) => stepLift(shown, now, step), lift);
        const drawn = documents.flatMap((_, chapter) => drawnScenes(at, chapter));
        expect(drawn.filter((one) => one === 'lifted')).toHaveLength(1);
        if (at.kind !== 'scene') throw new Error('another kind');
        const chapter = ids.indexOf(at.to.documentId);
        const own = drawnScenes(at, chapter).filter((one) => one !== 'hole');
        expect(own.indexOf('lifted')).toBe(at.to.index);
        expect(own).toHaveLength(placesOf(shown, at));
      }),
    );
  });

  it('is found again where its chapter changed, and let go of where it, or its place, is not to be told', () => {
    const among = (own: readonly string[], other = ['丁', '戊']): Shown => ({
      ...shown,
      scenes: new Map([
        [first, own.map(scene)],
        [third, other.map(scene)],
      ]),
    });
    const right = stepLift(shown, lift, 1);
    expect(followLift(among(['新', '甲', '乙', '丙']), right)).toMatchObject({
      ...{ scene: { index: 2 }, to: { index: 3 } },
    });
    expect(followLift(among(['甲', '丙']), right)).toBeNull();
    expect(followLift(among(['乙', '甲', '乙']), { ...right })).toBeNull();
    const left = stepLift(shown, lift, -1);
    expect(followLift(among(['乙', '丙']), left)).toBeNull();
    const elsewhere = stepLift(shown, stepLift(shown, stepLift(shown, right, 1), 1), 1);
    expect(elsewhere).toMatchObject({ to: { documentId: third, index: 0 } });
    expect(followLift(among(['甲', '乙', '丙'], ['新', '丁']), elsewhere)).toMatchObject({
      ...{ to: { index: 1 } },
    });
    expect(followLift({ ...shown, documents: documents.slice(0, 2) }, elsewhere)).toBeNull();
    const alone = stepLift(shown, right, 1);
    const scenes = new Map([...shown.scenes, [second, [scene('己'), scene('庚')]]]);
    expect(followLift({ ...shown, scenes }, alone)).toBeNull();
    expect(followLift(shown, alone)).toEqual(alone);
  });
});
