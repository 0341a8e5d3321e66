import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/bootstrap/paths.mjs';
import { faults, type Round, runKills } from '#tests/helpers/kills.ts';

/**
 * `npm run kills -- [--rounds 200] [--seed 1]`: the built program, killed in the middle of sittings, every second time
 * with a fault to its files afterwards. Prints what was lost as a Markdown table; exit code 1 when anything was lost
 * that the next start did not tell.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
});
const entry = 'dist/cli/fabula.js';
if (!existsSync(join(root, entry))) {
  process.stderr.write('Build it first: npm run build\n');
  process.exit(2);
}

const sum = (rounds: readonly Round[], of: (round: Round) => number): number =>
  rounds.reduce((total, round) => total + of(round), 0);

const lineOf = (name: string, rounds: readonly Round[]): string => {
  const told = rounds.filter((round) => round.told.length > 0).length;
  const lost = rounds.filter((round) => round.missing > 0).length;
  const silent = rounds.filter((round) => round.silentLoss).length;
  const cells = [
    name,
    rounds.length,
    sum(rounds, (round) => round.acknowledged),
    lost,
    told,
    silent,
  ];
  return `| ${cells.join(' | ')} |`;
};

const folder = mkdtempSync(join(tmpdir(), 'fabula-kills-'));
try {
  const rounds = await runKills({
    folder,
    entry,
    rounds: Number(values.rounds),
    seed: Number(values.seed),
    choices: [...faults.map((): 'none' => 'none'), ...faults],
    onRound: ({ silentLoss }, number) => process.stderr.write(silentLoss ? `!${number} ` : '.'),
  });
  const head = [
    'after the kill',
    'kills',
    'changes acknowledged',
    'with changes missing',
    'told',
    'lost in silence',
  ];
  const lines = [
    `| ${head.join(' | ')} |`,
    `| ${head.map(() => '---').join(' | ')} |`,
    ...faults.map((fault) =>
      lineOf(
        fault,
        rounds.filter((round) => round.fault === fault),
      ),
    ),
    lineOf('**all**', rounds),
  ];
  process.stdout.write(`\n${lines.join('\n')}\n`);
  if (rounds.some(({ silentLoss }) => silentLoss)) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
