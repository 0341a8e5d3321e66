import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { gitEnvironment, playGitHistory } from '#tests/helpers/histories/git-history.ts';

/** Few, for git is started some hundred times in each: `node tests/bench/histories.ts 200 1 git` plays 200 longer ones. */
const seeds = [1, 2, 3, 4];

let machines: [TestApp, TestApp];
beforeAll(async () => {
  machines = [await createTestApp({ gitEnvironment }), await createTestApp({ gitEnvironment })];
});
afterAll(async () => {
  for (const machine of machines) await machine.close();
});

it('two machines that exchange versions through a repository end with equal books, lose no accepted edit and send nothing fenced [B5 B11]', async () => {
  for (const seed of seeds)
    expect([seed, ...(await playGitHistory(machines, seed, 3))]).toEqual([seed]);
}, 600_000);
