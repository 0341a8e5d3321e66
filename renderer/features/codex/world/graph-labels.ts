/** Where the names stand in the picture of relations: beside their signs, off the other names and signs; pure. */
import type { Frame, Point } from './graph-layout.ts';

export type Named = { id: string; name: string; at: Point };
export type Label = Point & { textAnchor: 'start' | 'middle' | 'end' };
type Box = { left: number; right: number; top: number; bottom: number };

/** Of a name in small type, px. */
const lineHeight = 15;
const wideWidth = 13;
const narrowWidth = 7;
/** Half of a sign with its line. */
const signHalf = 6;
const gap = 10;
/** A name that reaches out of the frame is worse than one that lies on another. */
const outside = 4;

const isWide = (character: string): boolean => character >= '\u1100';

/** Px, rather too wide than too narrow: the machine's fonts differ. */
const widthOf = (name: string): number =>
  [...name].reduce((sum, one) => sum + (isWide(one) ? wideWidth : narrowWidth), 0);

const signBox = ({ x, y }: Point): Box => ({
  left: x - signHalf,
  right: x + signHalf,
  top: y - signHalf,
  bottom: y + signHalf,
});

export const labelBox = ({ x, y, textAnchor }: Label, name: string): Box => {
  const width = widthOf(name);
  const left = textAnchor === 'start' ? x : textAnchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - lineHeight + 4, bottom: y + 4 };
};

const overlapOf = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

const outsideOf = ({ left, right, top, bottom }: Box, { width, height }: Frame): number =>
  lineHeight * (Math.max(0, -left) + Math.max(0, right - width)) +
  (right - left) * (Math.max(0, -top) + Math.max(0, bottom - height));

/** Moved along its line until it is inside of the frame, as far as it has room there. */
export const insideOf = (label: Label, name: string, { width }: Frame): Label => {
  const { left, right } = labelBox(label, name);
  const moved = left - Math.max(0, right - width);
  return { ...label, x: label.x + Math.max(0, moved) - left };
};

/** Away from the middle first, over or under it first where it stands nearly above or below. */
const candidatesOf = ({ x, y }: Point, { width, height }: Frame): Label[] => {
  const beside = (side: 1 | -1, lower = 0): Label => ({
    x: x + side * gap,
    y: y + 4 + lower,
    textAnchor: side === 1 ? 'start' : 'end',
  });
  const over = { x, y: y - gap, textAnchor: 'middle' as const };
  const under = { x, y: y + gap + 9, textAnchor: 'middle' as const };
  const corners = [over, under].flatMap((place) => [
    { ...place, x: x - 4, textAnchor: 'start' as const },
    { ...place, x: x + 4, textAnchor: 'end' as const },
  ]);
  const away = x > width / 2 ? 1 : -1;
  const [near, far] = y < height / 2 ? [over, under] : [under, over];
  const back = away === 1 ? -1 : 1;
  const slanted = [beside(away, -8), beside(away, 8), beside(back, -8), beside(back, 8)];
  const sides = [beside(away), near, far, beside(back)];
  const rest = [...slanted, ...corners];
  return Math.abs(x - width / 2) < 16 ? [near, ...sides, ...rest] : [...sides, ...rest];
};

/**
 * One label each, in the order given: the first place that is free, else the one that covers least. `taken`: the name in
 * the middle, which stands where it stands.
 */
export const placeLabels = (
  nodes: readonly Named[],
  taken: { name: string; label: Label; at: Point },
  frame: Frame,
): Map<string, Label> => {
  const boxes = [labelBox(taken.label, taken.name), signBox(taken.at)];
  const signs = nodes.map(({ at }) => signBox(at));
  const labels = new Map<string, Label>();
  for (const { id, name, at } of nodes) {
    const others = [...boxes, ...signs];
    const costOf = (label: Label): number => {
      const box = labelBox(label, name);
      const covered = others.reduce((sum, other) => sum + overlapOf(box, other), 0);
      return covered + outside * outsideOf(box, frame);
    };
    let [best, cost]: [Label | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const wanted of candidatesOf(at, frame)) {
      const label = insideOf(wanted, name, frame);
      const own = costOf(label);
      if (own < cost) [best, cost] = [label, own];
    }
    if (best === null) continue;
    labels.set(id, best);
    boxes.push(labelBox(best, name));
  }
  return labels;
};
