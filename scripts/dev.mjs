// `npm run dev [-- --electron]`: plain JavaScript on Node built-ins, since it makes a clone ready.
// @ts-check
import { handOver } from './bootstrap/hand-over.mjs';
import { ensureInstalled, ensureNode } from './bootstrap/install.mjs';

try {
  await ensureInstalled({ strict: false, log: console.log });
  ensureNode();
  handOver('scripts/dev/main.ts', process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
