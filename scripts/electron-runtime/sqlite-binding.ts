import { readFileSync } from 'node:fs';
import { copyFile, cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { projectNode, root } from '../bootstrap/paths.mjs';
import { run } from '../run-program.ts';

const modules = path.join(root, 'node_modules');

/** The pinned version of better-sqlite3. */
export function betterSqliteVersion(): string {
  const manifest = readFileSync(path.join(modules, 'better-sqlite3', 'package.json'), 'utf8');
  const version = /"version":\s*"([^"]+)"/.exec(manifest)?.[1];
  if (!version) throw new Error('better-sqlite3 has no version');
  return version;
}

/**
 * Compiles better-sqlite3's own source for Node-API 9: the shipped binary asks for version 10, which
 * Electron 33 lacks. Any Node headers serve, since the addon speaks Node-API only.
 * @param folder a folder that does not exist yet
 * @param target where the addon is put
 */
export async function buildSqliteBinding(folder: string, target: string): Promise<void> {
  await cp(path.join(modules, 'better-sqlite3'), folder, { recursive: true, dereference: true });
  const recipe = path.join(folder, 'binding.gyp');
  const original = await readFile(recipe, 'utf8');
  const adapted = original.replace(
    "'NAPI_VERSION=10'",
    "'NAPI_EXPERIMENTAL', 'NODE_API_EXPERIMENTAL_NOGC_ENV_OPT_OUT'",
  );
  if (adapted === original) throw new Error('better-sqlite3 no longer asks for NAPI_VERSION=10');
  await writeFile(recipe, adapted);
  const nodeGyp = createRequire(import.meta.url).resolve('node-gyp/bin/node-gyp.js');
  const node = projectNode();
  const headers = path.dirname(path.dirname(node));
  await run(
    node,
    [nodeGyp, 'rebuild', '--release', '--nodedir', headers, '--', '-Dforce_build=1'],
    folder,
    { ...process.env, NODE_PATH: modules },
  );
  await copyFile(path.join(folder, 'build', 'Release', 'better_sqlite3.node'), target);
}
