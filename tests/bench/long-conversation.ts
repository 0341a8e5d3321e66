/**
 * `node tests/bench/long-conversation.ts`: 300 turns with tools on a scripted model in a window of 32,000 tokens,
 * in both protocols. Prints a Markdown table and writes the plot docs/long-conversation.svg.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toolProtocols } from '#shared/domain/model-profile.ts';
import { type LongTurn, runLongConversation } from '#tests/helpers/long-conversation.ts';
import { linePlot } from './line-plot.ts';

const turns = 300;
const contextWindow = 32_000;
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const thousands = (value: number): string => Math.round(value).toLocaleString('en');

/** A turn's price swings with what its tools find: the mean of the turns around it shows where it goes. */
const smooth = (values: readonly number[], reach: number): number[] =>
  values.map((_, index) => mean(values.slice(Math.max(0, index - reach), index + reach + 1)));

const runs = new Map<string, LongTurn[]>();
process.stdout.write(
  '| protocol | turns | model calls | largest request | tokens a turn, 61–120 | tokens a turn, 241–300 | summaries | kept out of the prompt |\n',
);
process.stdout.write('| --- | --- | --- | --- | --- | --- | --- | --- |\n');
for (const protocol of toolProtocols) {
  const run = await runLongConversation({ turns, contextWindow, protocol });
  runs.set(protocol, run.turns);
  const { bytes } = await run.world.test.call('context-files:usage', {});
  const input = run.turns.map(({ inputTokens }) => inputTokens);
  const cells = [
    protocol,
    turns,
    run.turns.reduce((sum, { calls }) => sum + calls, 0),
    thousands(Math.max(...run.turns.map(({ largest }) => largest))),
    thousands(mean(input.slice(60, 120))),
    thousands(mean(input.slice(240))),
    run.turns.reduce((sum, { summaries }) => sum + summaries, 0),
    `${(bytes / 1e6).toFixed(1)} MB in files`,
  ];
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
  await run.world.close();
}

const plot = linePlot({
  title: 'Tokens of a turn, and of its largest request',
  horizontal: 'turn',
  limit: { value: contextWindow, label: 'window' },
  lines: [...runs].flatMap(([protocol, measured]) => [
    {
      label: `${protocol}: all requests of the turn`,
      values: smooth(
        measured.map(({ inputTokens }) => inputTokens),
        10,
      ),
    },
    {
      label: `${protocol}: the largest request`,
      values: smooth(
        measured.map(({ largest }) => largest),
        2,
      ),
    },
  ]),
});
writeFileSync(join(import.meta.dirname, '../../docs/long-conversation.svg'), plot);
