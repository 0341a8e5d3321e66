// `npm test [-- --required]`: plain JavaScript on Node built-ins, since it makes a fresh clone ready.
// @ts-check
import { handOver } from './bootstrap/hand-over.mjs';
import { ensureInstalled, ensureNode } from './bootstrap/install.mjs';

const required = process.argv.includes('--required') || Boolean(process.env.CI);

try {
  await ensureInstalled({ strict: required, log: console.log });
  ensureNode();
  handOver('scripts/test/main.ts', required ? ['--required'] : []);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
