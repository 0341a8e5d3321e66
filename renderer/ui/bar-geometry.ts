/** Where the parts of a bar stand: every length is its figure on one scale, whatever it is drawn with. */

import { type LayerName, layerNames } from '#shared/domain/budget.ts';

export type LayerTokens = Record<LayerName, number>;

export type BarFigures = {
  tokens: LayerTokens;
  /** Tokens of the whole that belong to no layer: headings. */
  framing?: number;
  /** Tokens there are; what is not used of them is the empty ground. */
  limit: number;
  /** Tokens that were left out. */
  dropped?: number;
  /** Tokens the whole width stands for, where several bars share a scale; a bar that needs more takes more. */
  scale?: number;
};

/** A part of a bar. `start` and `length` are shares of its width. */
export type BarPart = {
  name: LayerName | 'framing' | 'dropped';
  start: number;
  length: number;
  /** Too short to be seen: drawn as a mark that has no length, never as a length it does not have. */
  isTick: boolean;
  /** How many ticks stand right before it, so that they do not hide one another. */
  ticksBefore: number;
};

export type BarGeometry = {
  /** What is sent, in the order in which it is sent. */
  sent: BarPart[];
  dropped: BarPart | null;
  /** Share of the width that the limit stands for. */
  limit: number;
};

/** Tokens a bar needs room for. */
const extentOf = ({ tokens, framing = 0, limit, dropped = 0 }: BarFigures): number => {
  const used = layerNames.reduce((sum, layer) => sum + tokens[layer], framing);
  return Math.max(limit, used) + dropped;
};

/** The scale on which all of these bars can be drawn. */
export const sharedScale = (bars: readonly BarFigures[]): number =>
  Math.max(0, ...bars.map(extentOf));

/**
 * The parts of a bar on one scale. What takes less than `visible` of the width is a tick. Parts of 0 tokens are none.
 * Left-out tokens begin where the limit, or what was let in beyond it, ends.
 */
export const barGeometry = (figures: BarFigures, visible: number): BarGeometry => {
  const { tokens, framing = 0, limit, dropped = 0, scale = 0 } = figures;
  const whole = Math.max(scale, extentOf(figures), 1);
  let start = 0;
  let ticks = 0;
  const partOf = (name: BarPart['name'], count: number): BarPart => {
    const length = count / whole;
    const isTick = length < visible;
    const part = { name, start: start / whole, length, isTick, ticksBefore: ticks };
    start += count;
    ticks = isTick ? ticks + 1 : 0;
    return part;
  };
  const parts = [
    ...layerNames.map((layer) => [layer, tokens[layer]] as const),
    ['framing', framing] as const,
  ];
  const sent = parts.flatMap(([name, count]) => (count > 0 ? [partOf(name, count)] : []));
  start = Math.max(limit, start);
  ticks = 0;
  return {
    sent,
    dropped: dropped > 0 ? partOf('dropped', dropped) : null,
    limit: limit / whole,
  };
};
