import path from 'node:path';
import { defineConfig } from 'vite';
import { root } from '../scripts/bootstrap/paths.mjs';
import { eventNames } from '#shared/contract/events.ts';
import { channels } from '#shared/contract/index.ts';

/** A sandboxed preload must be one CommonJS file that requires nothing but electron. */
export default defineConfig({
  root,
  logLevel: 'warn',
  publicDir: false,
  define: {
    __CHANNEL_NAMES__: JSON.stringify(channels),
    __EVENT_NAMES__: JSON.stringify(eventNames),
  },
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist/preload',
    emptyOutDir: true,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: path.join(root, 'preload/index.ts'),
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'index.cjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true },
});
