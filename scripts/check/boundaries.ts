import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { root } from '../bootstrap/paths.mjs';
import type { Check, Finding } from './check.ts';
import { plantedFiles, plantedViolations } from './planted-violations.ts';
import { runTool } from './tools.ts';

/** Fewer modules than this means the cruiser did not understand the sources. */
const fewestModules = 300;

const Cruise = z.object({
  summary: z.object({
    totalCruised: z.number(),
    violations: z.array(
      z.object({ from: z.string(), to: z.string(), rule: z.object({ name: z.string() }) }),
    ),
  }),
});
type Cruise = z.infer<typeof Cruise>;

/**
 * The import table of ARCHITECTURE.md. A cruiser that parses nothing reports no violation either, so
 * every rule must also find what was planted for it.
 */
export const boundaries: Check = {
  name: 'import boundaries',
  async run(): Promise<Finding> {
    const [real, planted] = await Promise.all([cruise(root), cruisePlanted()]);
    const complaints = [
      ...real.summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
      ...blindRules(planted).map((rule) => `${rule}: did not find what was planted for it`),
    ];
    if (real.summary.totalCruised < fewestModules) {
      complaints.push(`only ${real.summary.totalCruised} modules were cruised`);
    }
    const scope = `${real.summary.totalCruised} modules, ${plantedViolations.length} rules proven`;
    return { scope, complaints: complaints.join('\n') };
  },
};

async function cruise(folder: string): Promise<Cruise> {
  const { stdout, stderr } = await runTool(
    'dependency-cruiser/bin/dependency-cruise.mjs',
    [
      ...['--config', path.join(root, '.dependency-cruiser.mjs'), '--output-type', 'json'],
      ...['shared', 'main', 'preload', 'renderer'],
    ],
    folder,
  );
  if (stdout === '') throw new Error(stderr);
  return Cruise.parse(JSON.parse(stdout));
}

async function cruisePlanted(): Promise<Cruise> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fabula-boundaries-'));
  try {
    for (const [file, text] of Object.entries(plantedFiles())) {
      await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
      await writeFile(path.join(folder, file), text);
    }
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
    return await cruise(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function blindRules(planted: Cruise): string[] {
  return plantedViolations
    .filter(({ rule, from }) => {
      return !planted.summary.violations.some(
        (found) => found.rule.name === rule && found.from === from,
      );
    })
    .map(({ rule }) => rule);
}
