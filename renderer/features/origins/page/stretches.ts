/** Stretches of the page by where they come from: a set that is carried through changes at the cost of the change (N14). */
import { RangeSet, RangeValue } from '@codemirror/state';
import type { OriginCode, OriginRun, OriginRuns } from '#shared/domain/origins.ts';

/** What lies between two is unknown. It never grows by what is put in at its ends. */
class Origin extends RangeValue {
  readonly code: OriginCode;
  constructor(code: OriginCode) {
    super();
    this.code = code;
    this.startSide = 1;
    this.endSide = -1;
  }
  override eq(other: RangeValue): boolean {
    return other instanceof Origin && other.code === this.code;
  }
}

export type Origins = RangeSet<Origin>;
export type Stretch = { from: number; to: number; code: OriginCode };

const rangesOf = (stretches: readonly Stretch[]) =>
  stretches
    .filter(({ from, to, code }) => from < to && code !== 'unknown')
    .map(({ from, to, code }) => new Origin(code).range(from, to));

/** Stretches of runs that begin at a place. */
export const stretchesFrom = (runs: OriginRuns, start: number): Stretch[] => {
  let to = start;
  return runs.map(([length, code]) => {
    to += length;
    return { from: to - length, to, code };
  });
};

export const originsOf = (stretches: readonly Stretch[]): Origins =>
  RangeSet.of(rangesOf(stretches));

export const originsFrom = (runs: OriginRuns): Origins => originsOf(stretchesFrom(runs, 0));

/** All of [from, to) in order, what is unknown too. */
export const stretchesIn = (origins: Origins, from: number, to: number): Stretch[] => {
  const found: Stretch[] = [];
  let told = from;
  origins.between(from, to, (start, end, { code }) => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)];
    if (first >= last) return;
    if (first > told) found.push({ from: told, to: first, code: 'unknown' });
    found.push({ from: first, to: last, code });
    told = last;
  });
  if (told < to) found.push({ from: told, to, code: 'unknown' });
  return found;
};

export const runsIn = (origins: Origins, from: number, to: number): OriginRuns =>
  stretchesIn(origins, from, to).map(
    ({ from: start, to: end, code }): OriginRun => [end - start, code],
  );

/** Neighbours of one origin are one stretch: a sentence that is typed does not become a stretch for each key. */
const joinStretches = (stretches: readonly Stretch[]): Stretch[] => {
  const joined: Stretch[] = [];
  for (const one of stretches) {
    const last = joined.at(-1);
    if (last?.code === one.code && last.to === one.from) {
      joined[joined.length - 1] = { ...last, to: one.to };
    } else joined.push(one);
  }
  return joined;
};

/** Puts stretches into [from, to) in place of all that is there. */
export const paint = (
  origins: Origins,
  { from, to }: { from: number; to: number },
  inside: readonly Stretch[],
): Origins => {
  const before: Stretch[] = [];
  const after: Stretch[] = [];
  origins.between(from, to, (start, end, { code }) => {
    if (start < from) before.push({ from: start, to: Math.min(end, from), code });
    if (end > to) after.push({ from: Math.max(start, to), to: end, code });
  });
  return origins.update({
    filterFrom: from,
    filterTo: to,
    filter: (start, end) => end < from || start > to,
    add: rangesOf(joinStretches([...before, ...inside, ...after])),
  });
};
