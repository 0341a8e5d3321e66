/** Figures of a benchmark and the Markdown table they are printed as. */

/** Milliseconds one run took. */
export const timed = async (run: () => unknown): Promise<number> => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
};

/** `floor` is what the same work costs without any deciding, in the same run: a busy machine moves both. */
export type Figure = { what: string; value: string; goal?: string; floor?: string };

export const milliseconds = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : value < 1000 ? value.toFixed(1) : Math.round(value)} ms`;

/** One row: the median and the 95th percentile of many runs. */
export const spread = (what: string, values: readonly number[], goal?: string): Figure => ({
  what: `${what} (n = ${values.length})`,
  value: `p50 ${milliseconds(percentile(values, 0.5))} · p95 ${milliseconds(percentile(values, 0.95))}`,
  ...(goal === undefined ? {} : { goal }),
});

export const single = (what: string, value: number, goal?: string): Figure => ({
  what,
  value: milliseconds(value),
  ...(goal === undefined ? {} : { goal }),
});

/** A Markdown table, to be pasted into docs/benchmarks.md. */
export const table = (figures: readonly Figure[]): string =>
  [
    '| what | measured | floor | goal |',
    '| --- | --- | --- | --- |',
    ...figures.map(
      ({ what, value, goal, floor }) => `| ${what} | ${value} | ${floor ?? ''} | ${goal ?? ''} |`,
    ),
  ].join('\n');
