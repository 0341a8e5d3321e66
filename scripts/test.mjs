// `npm test [-- --required]`: plain JavaScript on Node built-ins, since it makes a fresh clone ready.
// @ts-check
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, ensureNode } from './bootstrap/install.mjs';
import { projectNode, root } from './bootstrap/paths.mjs';

const required = process.argv.includes('--required') || Boolean(process.env.CI);

try {
  ensureInstalled({ strict: required, log: (line) => console.log(line) });
  ensureNode();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const args = [path.join(root, 'scripts/test/main.ts'), ...(required ? ['--required'] : [])];
const { status } = spawnSync(projectNode(), args, { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
