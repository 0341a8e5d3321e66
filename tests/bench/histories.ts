/**
 * Many histories of a book on two machines with a program between them that synchronises badly (B5).
 * `node tests/bench/histories.ts [count] [first seed] [git]`: 200 from seed 1 unless told otherwise; with `git` the two
 * exchange versions through a bare repository instead (B11).
 */
import { createTestApp } from '#tests/helpers/app.ts';
import { gitEnvironment, playGitHistory } from '#tests/helpers/histories/git-history.ts';
import { playHistory } from '#tests/helpers/histories/history.ts';

const count = Number(process.argv[2] ?? 200);
const first = Number(process.argv[3] ?? 1);
const play = process.argv[4] === 'git' ? playGitHistory : playHistory;

let failed = 0;
const machines = [
  await createTestApp({ gitEnvironment }),
  await createTestApp({ gitEnvironment }),
] as const;
const started = performance.now();
try {
  for (let seed = first; seed < first + count; seed += 1) {
    const wrong = await play(machines, seed, 12);
    if (wrong.length > 0) failed += 1;
    for (const line of wrong) process.stdout.write(`seed ${seed}: ${line}\n`);
  }
} finally {
  for (const machine of machines) await machine.close();
}
const seconds = ((performance.now() - started) / 1000).toFixed(0);
process.stdout.write(`${count} histories from seed ${first}: ${failed} failed, ${seconds} s\n`);
process.exitCode = failed > 0 ? 1 : 0;
