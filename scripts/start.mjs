// `npm start`: plain JavaScript on Node built-ins, since it makes a fresh clone ready.
// @ts-check
import { handOver } from './bootstrap/hand-over.mjs';
import { ensureBuilt, ensureInstalled, ensureNode } from './bootstrap/install.mjs';

try {
  const log = console.log;
  await ensureInstalled({ strict: false, log });
  ensureNode();
  await ensureBuilt({ log });
  handOver('scripts/start/main.ts', process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
