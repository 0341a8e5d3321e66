import { createTestApp } from '#tests/helpers/app.ts';
import { offerEchoes } from '#tests/helpers/echo-books.ts';

/**
 * `node tests/bench/echoes.ts`: precision and recall of the echoes that are offered for a promise, on labelled sentences.
 * `--faults` lists what is offered and echoes nothing, and what echoes and is not offered.
 */
const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % (${part}/${whole})`;

const test = await createTestApp();
try {
  process.stdout.write('| | precision | recall |\n|---|---|---|\n');
  for (const language of ['zh', 'en'] as const) {
    const { offered, missed, echoes } = await offerEchoes(test, language);
    const right = offered.filter(({ isEcho }) => isEcho).length;
    const found = echoes - missed.length;
    process.stdout.write(
      `| ${language} | ${percent(right, offered.length)} | ${percent(found, echoes)} |\n`,
    );
    if (!process.argv.includes('--faults')) continue;
    for (const { name, quote } of offered.filter(({ isEcho }) => !isEcho)) {
      process.stdout.write(`offered, no echo: ${name} | ${quote}\n`);
    }
    for (const { name, quote } of missed) process.stdout.write(`not offered: ${name} | ${quote}\n`);
  }
} finally {
  await test.close();
}
