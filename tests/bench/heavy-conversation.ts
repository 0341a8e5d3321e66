/**
 * `node tests/bench/heavy-conversation.ts [turns] [entry]`: turns with 43 KB of results each in a window of 40,000
 * tokens, on `fabula serve`, driven from outside; `entry` is the built program (`dist/cli/fabula.js`) unless given.
 * Prints a Markdown table.
 */
import { runHeavyConversation } from '#tests/helpers/heavy-conversation.ts';

const [turns = '300', entry = 'dist/cli/fabula.js', protocol = 'native'] = process.argv.slice(2);
const run = await runHeavyConversation({
  turns: Number(turns),
  contextWindow: 40_000,
  protocol: protocol === 'react' ? 'react' : 'native',
  entry,
});
const { resident } = run;
const rows: readonly (readonly [string, string | number])[] = [
  ['turns', run.turns],
  ['results', `${(run.resultBytes / 1e6).toFixed(1)} MB`],
  ['model calls', run.calls],
  ['of them for summaries', run.summaryCalls],
  ['summaries stored', `${run.summaries}, ${run.summaryTokens.toLocaleString('en')} tokens`],
  ['largest request', `${run.largest.toLocaleString('en')} tokens`],
  ['resident memory after every tenth turn', `${resident.join(' ')} MB`],
];
process.stdout.write('| what | measured |\n| --- | --- |\n');
for (const [what, measured] of rows) process.stdout.write(`| ${what} | ${measured} |\n`);
await run.chat.close();
