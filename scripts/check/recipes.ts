import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../bootstrap/paths.mjs';
import type { Check, Finding } from './check.ts';
import { plantedRecipes } from './planted-recipes.ts';
import { runTool } from './tools.ts';

const copied = ['shared', 'main', 'renderer', 'preload', 'package.json'];

/** The recipes of CONTRIBUTING.md, carried out in a copy: the compiler names what they say, and nothing else. */
export const recipes: Check = {
  name: 'recipes',
  async run(): Promise<Finding> {
    const folder = await mkdtemp(path.join(tmpdir(), 'fabula-recipes-'));
    try {
      await copySources(folder);
      const complaints = await carryOut(folder);
      const { stdout } = await runTool('@typescript/native/bin/tsc', ['-p', '.'], folder);
      const named = new Set(stdout.match(/^\S+(?=\(\d+,\d+\): error)/gm));
      const missing = new Set(plantedRecipes.flatMap((recipe) => recipe.missing));
      for (const file of missing) {
        if (!named.has(file))
          complaints.push(`${file}: the compiler does not ask for a planted change`);
      }
      for (const file of named) {
        if (!missing.has(file)) complaints.push(`${file}: a recipe of CONTRIBUTING.md needs it`);
      }
      return { scope: `${plantedRecipes.length} planted`, complaints: complaints.join('\n') };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function copySources(folder: string): Promise<void> {
  await Promise.all(
    copied.map((name) => cp(path.join(root, name), path.join(folder, name), { recursive: true })),
  );
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  const { compilerOptions } = JSON.parse(await readFile(path.join(root, 'tsconfig.json'), 'utf8'));
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['shared', 'main', 'preload', 'renderer'] }),
  );
}

/** @returns a line for each edit that no longer finds its place */
async function carryOut(folder: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const { name, edits } of plantedRecipes) {
    for (const { file, find, put } of edits) {
      const place = path.join(folder, file);
      const text = await readFile(place, 'utf8');
      if (!text.includes(find)) complaints.push(`${file}: ${name} cannot be planted any more`);
      await writeFile(
        place,
        text.replace(find, () => put),
      );
    }
  }
  return complaints;
}
