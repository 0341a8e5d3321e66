import { performance } from 'node:perf_hooks';
import { judgeText } from '#main/ai/judge/judge-text.ts';
import {
  inputOf,
  parts,
  readBenchmark,
  score,
  type Tally,
} from '#tests/helpers/judge-benchmark.ts';

/** `node tests/bench/judge.ts`: precision and recall of the exact rules by kind and language, and their speed. */
const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

const line = (name: string, { found, right, expected, met }: Tally): string =>
  `| ${name} | ${percent(right, found)} (${right}/${found}) | ${percent(met, expected)} (${met}/${expected}) |`;

for (const file of ['zh', 'en'] as const) {
  const benchmark = readBenchmark(file);
  const clean = benchmark.snippets.filter(({ expected }) => expected.length === 0).length;
  const all = score(benchmark, benchmark.snippets);
  const rows = [
    ...[...all.kinds].map(([kind, tally]) => line(kind, tally)),
    line('all', all.all),
    ...(['known', 'heldOut', 'late', 'unseen', 'withoutCodex'] as const).map((part) =>
      line(part, score(benchmark, benchmark.snippets.filter(parts[part])).all),
    ),
  ];
  const long = benchmark.snippets.map(({ text }) => text).join('\n\n');
  const text = long.repeat(Math.ceil(10_000 / long.length)).slice(0, 10_000);
  const [snippet] = benchmark.snippets;
  if (!snippet) throw new Error(`the ${file} benchmark is empty`);
  const everything = {
    ...snippet,
    text,
    chapter: 8,
    constraints: [...new Set(benchmark.snippets.flatMap(({ constraints }) => constraints))],
    entities: Object.keys(benchmark.entities),
  };
  const input = inputOf(benchmark, everything);
  const times = Array.from({ length: 40 }, () => {
    const started = performance.now();
    judgeText(input);
    return performance.now() - started;
  }).sort((one, other) => one - other);
  const at = (share: number): string => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  process.stdout.write(
    `\n${file}: ${benchmark.snippets.length} snippets, ${clean} clean\n\n` +
      `| kind | precision | recall |\n|---|---|---|\n${rows.join('\n')}\n\n` +
      `10,000 characters, ${everything.constraints.length} constraints: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`,
  );
}
