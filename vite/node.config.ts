import { globSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vite';
import { root } from '../scripts/bootstrap/paths.mjs';

const entries: Record<string, string> = {
  'electron/main': 'main/hosts/electron/main.ts',
  'cli/main': 'main/hosts/cli/fabula.ts',
};
for (const worker of globSync('main/**/*.worker.ts', { cwd: root })) {
  entries[`workers/${path.basename(worker, '.ts')}`] = worker;
}

/**
 * Everything that runs in Node: both entry points and every worker, in one build that shares its
 * chunks. All of them lie two folders below the package root. Packages stay outside, so that what
 * runs here is what the tests ran.
 */
export default defineConfig({
  root,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    target: 'node20',
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: Object.fromEntries(
        Object.entries(entries).map(([name, file]) => [name, path.join(root, file)]),
      ),
      external: (id) => !id.startsWith('.') && !id.startsWith('#') && !path.isAbsolute(id),
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
