import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  insideOf,
  type Label,
  labelBox,
  type Named,
  placeLabels,
} from '#renderer/features/codex/world/graph-labels.ts';
import { frameFor, layoutGraph } from '#renderer/features/codex/world/graph-layout.ts';

type Box = ReturnType<typeof labelBox>;
const signOf = ({ x, y }: Named['at']): Box => ({
  ...{ left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 },
});
const lieOn = (one: Box, other: Box): boolean =>
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.01 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.01;

const drawn = (names: readonly string[]) => {
  const ids = names.map((_, at) => `n${at}`);
  const edges = ids.map((target) => ({ source: 'me', target }));
  const frame = frameFor(ids.length);
  const places = layoutGraph('me', ids, edges, frame);
  const middle = places.get('me') ?? { x: 0, y: 0 };
  const label: Label = { x: middle.x + 10, y: middle.y - 10, textAnchor: 'start' };
  const nodes = ids.flatMap((id, at): Named[] => {
    const place = places.get(id);
    return place ? [{ id, name: names[at] ?? '', at: place }] : [];
  });
  const labels = placeLabels(nodes, { name: '贾宝玉', label, at: middle }, frame);
  const boxes = nodes.map(({ id, name }) => labelBox(labels.get(id) ?? label, name));
  return { nodes, labels, boxes, middle: [labelBox(label, '贾宝玉'), signOf(middle)] };
};

const twentyFour =
  '林黛玉 薛宝钗 贾母 王熙凤 王夫人 贾政 贾琏 平儿 袭人 晴雯 麝月 紫鹃 雪雁 探春 迎春 惜春 元春 李纨 史湘云 妙玉 周瑞家的 秦可卿 香菱 空空道人'.split(
    ' ',
  );

describe('the names in the picture of relations [W6]', () => {
  it('lie neither on one another nor on a sign, for as many as are drawn', () => {
    for (let count = 1; count <= twentyFour.length; count += 1) {
      const { nodes, boxes, middle } = drawn(twentyFour.slice(0, count));
      for (const [at, box] of boxes.entries()) {
        const others = [
          ...middle,
          ...boxes.slice(at + 1),
          ...nodes.flatMap((node, other) => (other === at ? [] : [signOf(node.at)])),
        ];
        expect(others.filter((other) => lieOn(box, other))).toEqual([]);
      }
    }
  });

  it('stay inside of the frame, whatever is tied and however long its name is, while it has room there', () => {
    const long = [
      'Lady Catherine de Bourgh of Rosings',
      'Colonel Fitzwilliam',
      '空空道人同渺渺真人茫茫大士',
    ];
    for (let count = 1; count <= 24; count += 1) {
      const names = Array.from({ length: count }, (_, at) => long[at % long.length] ?? '');
      const { width } = frameFor(count);
      for (const { left, right } of drawn(names).boxes) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(width);
      }
    }
    const own: Label = { x: 170, y: 60, textAnchor: 'start' };
    const { right } = labelBox(insideOf(own, long[0] ?? '', frameFor(3)), long[0] ?? '');
    expect(right).toBe(frameFor(3).width);
  });

  it('are all there, whatever they are, and stand the same each time', () => {
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 24 }), (names) => {
        const { labels } = drawn(names);
        expect(labels.size).toBe(names.length);
        expect([...drawn(names).labels]).toEqual([...labels]);
      }),
      { numRuns: 40 },
    );
  });
});
