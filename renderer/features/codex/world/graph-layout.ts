/** Where the entries that are tied stand in the picture: the same for the same ties, whatever the machine; pure. */
import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';

export type Point = { x: number; y: number };
export type Edge = { source: string; target: string };
export type Frame = { width: number; height: number /** Kept free for names. */; padding: Point };

/** So few stand in a row: see {@link layoutFew}. */
const maxInRow = 2;

/** Higher for more: the table beside it is longer then, too. */
export const frameFor = (others: number): Frame => ({
  width: 320,
  height: others <= maxInRow ? 110 : 230 + Math.max(0, others - 12) * 8,
  padding: { x: 58, y: 24 },
});

type Node = SimulationNodeDatum & { id: string };

/** Where it stands then is where it stays: nothing moves before the eyes. */
const ticks = 240;
const distance = 80;
const repulsion = -260;
const minApart = 26;

/** A sequence of numbers from 0 to 1, the same each time. */
const createSequence = (): (() => number) => {
  let state = 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

/** So much of the way from the middle that the farthest node stands at the edge; never more than half as far again. */
const scaleTo = (half: number, values: readonly number[]): number =>
  Math.min(1.5, half / Math.max(1, ...values.map(Math.abs)));

/**
 * One beside the entry, the two of them in the middle; two on either side of it, below it where they are tied to each
 * other as well. Forces would leave most of the frame empty.
 */
const layoutFew = (
  middle: string,
  others: readonly string[],
  edges: readonly Edge[],
  { width, height, padding }: Frame,
): Map<string, Point> => {
  const [one = middle, other = middle] = others;
  const at = { x: width / 2, y: height / 2 };
  if (others.length === 1) {
    const half = Math.min(distance, width / 2 - padding.x) * 0.75;
    return new Map([
      [middle, { ...at, x: at.x - half }],
      [one, { ...at, x: at.x + half }],
    ]);
  }
  const isTied = edges.some(
    ({ source, target }) =>
      source !== target && [source, target].every((id) => others.includes(id)),
  );
  const lower = isTied ? height / 2 - padding.y : 0;
  const side = width / 2 - padding.x;
  return new Map([
    [middle, { ...at, y: at.y - lower }],
    [one, { x: at.x - side, y: at.y + lower }],
    [other, { x: at.x + side, y: at.y + lower }],
  ]);
};

/** `middle` stands in the middle of the frame, where it has more than two others. Edges of nodes that are none are left out. */
export const layoutGraph = (
  middle: string,
  others: readonly string[],
  edges: readonly Edge[],
  frame: Frame,
): Map<string, Point> => {
  if (others.length > 0 && others.length <= maxInRow)
    return layoutFew(middle, others, edges, frame);
  const { width, height, padding } = frame;
  const ids = new Set([middle, ...others]);
  const nodes = [...ids].map((id): Node => (id === middle ? { id, fx: 0, fy: 0 } : { id }));
  const links = edges
    .filter(({ source, target }) => ids.has(source) && ids.has(target))
    .map((edge): SimulationLinkDatum<Node> => ({ ...edge }));
  forceSimulation(nodes)
    .randomSource(createSequence())
    .force(
      'link',
      forceLink<Node, SimulationLinkDatum<Node>>(links)
        .id(({ id }) => id)
        .distance(distance),
    )
    .force('charge', forceManyBody().strength(repulsion))
    .force('apart', forceCollide(minApart))
    .force('x', forceX(0).strength(0.04))
    .force('y', forceY(0).strength(0.07))
    .stop()
    .tick(ticks);
  const placed = nodes.map(({ id, x = 0, y = 0 }) => ({ id, x, y }));
  const across = scaleTo(
    width / 2 - padding.x,
    placed.map(({ x }) => x),
  );
  const down = scaleTo(
    height / 2 - padding.y,
    placed.map(({ y }) => y),
  );
  return new Map(
    placed.map(({ id, x, y }) => [id, { x: width / 2 + x * across, y: height / 2 + y * down }]),
  );
};
