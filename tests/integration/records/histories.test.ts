import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/helpers/app.ts';
import { playHistory } from '#tests/helpers/histories/history.ts';

/** `node tests/bench/histories.ts` plays 200 longer ones. */
const seeds = Array.from({ length: 20 }, (_, at) => at + 1);

let machines: [TestApp, TestApp];
beforeAll(async () => {
  machines = [await createTestApp(), await createTestApp()];
});
afterAll(async () => {
  for (const machine of machines) await machine.close();
});

it('two machines and a program that synchronises badly end with equal books, lose no accepted edit and send nothing fenced [B5]', async () => {
  for (const seed of seeds)
    expect([seed, ...(await playHistory(machines, seed, 6))]).toEqual([seed]);
}, 300_000);
