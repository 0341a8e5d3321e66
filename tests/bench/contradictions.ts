import { judgePair, type Pair, readPairs } from '#tests/helpers/contradiction-pairs.ts';

/**
 * `node tests/bench/contradictions.ts`: precision and recall of the rules that find contradictions, on labelled pairs.
 * `--faults` lists the pairs that are judged otherwise than they are labelled.
 */
const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % (${part}/${whole})`;
const isListing = process.argv.includes('--faults');

for (const language of ['zh', 'en'] as const) {
  const judged = readPairs(language).map((pair) => ({ pair, found: judgePair(language, pair) }));
  const row = (name: string, isMeant: (pair: Pair) => boolean): string => {
    const meant = judged.filter(({ pair }) => isMeant(pair));
    const labelled = meant.filter(({ pair }) => pair.kind !== null);
    const told = meant.filter(({ found }) => found.length > 0);
    const right = told.filter(({ pair }) => pair.kind !== null);
    return `| ${name} | ${meant.length} | ${percent(right.length, told.length)} | ${percent(right.length, labelled.length)} |`;
  };
  const kinds = [...new Set(judged.flatMap(({ pair }) => pair.kind ?? []))];
  process.stdout.write(
    `\n${language}\n\n| pairs | number | precision | recall |\n|---|---|---|---|\n${[
      row('all', () => true),
      row('known', ({ isHeldOut }) => !isHeldOut),
      row('held out', ({ isHeldOut }) => isHeldOut),
      ...kinds.map((kind) => row(kind, (pair) => pair.kind === kind)),
    ].join('\n')}\n`,
  );
  if (!isListing) continue;
  for (const { pair, found } of judged) {
    if (pair.kind === null ? found.length === 0 : found.length > 0) continue;
    const what = found.map(({ topic }) => topic).join(' · ');
    process.stdout.write(
      `${pair.isHeldOut ? 'held' : 'known'} ${pair.line} ${pair.kind ?? '-'} [${what}] ${pair.first} | ${pair.second}\n`,
    );
  }
}
