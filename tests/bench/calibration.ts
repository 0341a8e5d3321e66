import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { get_encoding, type TiktokenEncoding } from '@dqbd/tiktoken';
import {
  fitCorrection,
  predictTokens,
  quantile,
  type Sample,
} from '#main/ai/runs/calibration/fit.ts';
import { countByKind, sumOf } from '#main/ai/runs/calibration/scripts.ts';
import { createTokens } from '#main/context/tokens/index.ts';
import { createRandom } from '#tests/helpers/book.ts';

/**
 * `node tests/bench/calibration.ts`: N7 on simulated families. Prompts are stretches of the bundled novels,
 * Chinese, English and mixed; what we count is the estimate for an unknown model of each family, what "the
 * provider reports" is another real vocabulary, or ours bent by script and by paragraph, with a template of its
 * own around it. 20 calls teach, 200 others are held out.
 */
const samples = join(import.meta.dirname, '../../samples');
const bookOf = (language: string): string => {
  const folder = join(samples, language, 'manuscript');
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n\n');
};
const books = { zh: bookOf('zh-CN'), en: bookOf('en') };

const random = createRandom(20_261_122);
const stretch = (book: string, min: number, max: number): string => {
  const length = Math.floor(min + random() * (max - min));
  const start = Math.floor(random() * Math.max(1, book.length - length));
  return book.slice(start, start + length);
};
const prompts: Record<string, () => string> = {
  Chinese: () => stretch(books.zh, 1500, 9000),
  English: () => stretch(books.en, 4000, 24_000),
  mixed: () =>
    [stretch(books.zh, 500, 6000), stretch(books.en, 500, 12_000)]
      .sort(() => random() - 0.5)
      .join('\n\n'),
};

const hashOf = (text: string): number => {
  let hash = 2_166_136_261;
  for (let index = 0; index < text.length; index += 7) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 16_777_619);
  }
  return (hash >>> 0) / 2 ** 32;
};

const ours = createTokens({ encoding: 'o200k_base' });
const vocabulary = (name: TiktokenEncoding): ((text: string) => number) => {
  const encoder = get_encoding(name);
  return (text) => encoder.encode_ordinary(text).length;
};
/** Our vocabulary with other prices by script, and ± `spread` for each paragraph. */
const bent =
  (han: number, other: number, spread: number) =>
  (text: string): number =>
    ours.paragraphs(text).reduce((sum, { start, end }) => {
      const paragraph = text.slice(start, end);
      const counts = countByKind(paragraph, ours);
      const noise = 1 + (hashOf(paragraph) * 2 - 1) * spread;
      return sum + (counts.han * han + (counts.marks + counts.other) * other) * noise;
    }, 0);

const families = [
  { family: 'cl100k_base', model: 'qwen3', template: 9, truth: vocabulary('cl100k_base') },
  { family: 'p50k_base', model: 'deepseek-v3', template: 14, truth: vocabulary('p50k_base') },
  {
    family: 'gpt2 under the estimate by script',
    model: 'unheard-of',
    template: 4,
    truth: vocabulary('gpt2'),
  },
  {
    family: 'o200k, Han ×0.82, other ×1.12, ±8 %',
    model: 'glm-4',
    template: 20,
    truth: bent(0.82, 1.12, 0.08),
  },
  {
    family: 'o200k, Han ×1.3, other ×1.4, ±8 %',
    model: 'claude-sonnet',
    template: 30,
    truth: bent(1.3, 1.4, 0.08),
  },
];

const rows: string[] = [];
for (const { family, model, template, truth } of families) {
  const counter = createTokens({ model });
  for (const [kind, prompt] of Object.entries(prompts)) {
    const call = (): Sample => {
      const text = prompt();
      return { counts: countByKind(text, counter), reported: Math.round(truth(text)) + template };
    };
    const correction = fitCorrection(Array.from({ length: 20 }, call));
    if (!correction) throw new Error('20 calls are enough');
    const held = Array.from({ length: 200 }, call);
    const error = (guess: (sample: Sample) => number): number =>
      quantile(
        held.map((sample) => Math.abs(guess(sample) / sample.reported - 1)),
        0.95,
      );
    const before = error(({ counts }) => sumOf(counts));
    const after = error((sample) => predictTokens(sample.counts, correction));
    const under = held.filter(
      (sample) => predictTokens(sample.counts, correction) * correction.upper < sample.reported,
    ).length;
    const percent = (part: number): string => `${(part * 100).toFixed(1)} %`;
    rows.push(
      `| ${family} | ${kind} | ${percent(before)} | ${percent(after)} | ${percent(under / held.length)} | ×${correction.upper.toFixed(3)} | ${after <= 0.03 ? 'yes' : 'NO'} |`,
    );
  }
}
process.stdout.write(
  [
    '| the provider counts as | text | p95 error before | after 20 calls | upper bound under the truth | upper bound | ≤ 3 % |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n'),
);
process.exitCode = rows.some((row) => row.includes('NO')) ? 1 : 0;
