import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faults, runKills } from '#tests/helpers/kills.ts';

/** The short form of `npm run kills`. */
const rounds = 10;

it('sittings that are killed lose nothing, and nothing in silence when their files are spoilt too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-kills-'));
  try {
    const choices = [...faults.map((): 'none' => 'none'), ...faults];
    const outcome = await runKills({ folder, rounds, seed: 12, choices });
    expect(outcome).toHaveLength(rounds);
    expect(outcome.filter(({ silentLoss }) => silentLoss)).toEqual([]);
    const unspoilt = outcome.filter(({ fault }) => fault === 'none');
    expect(unspoilt.map(({ missing, told }) => ({ missing, told }))).toEqual(
      unspoilt.map(() => ({ missing: 0, told: [] })),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 240_000);
