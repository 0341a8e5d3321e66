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
 * Packages of many small files of JavaScript alone, with what they are made of. To find and read each of some 400 files
 * took a third of every start; in the chunks they are read at once. All others stay outside: they have native parts,
 * data or files of their own, or are loaded when somebody asks for them.
 */
const bundled =
  /^(?:zod|yaml|diff|opencc-js|lru-cache|nanoid|async-mutex|fractional-indexing|stemmer|mdast-util-|micromark|unist-util-|decode-named-character-reference|character-entities|get-east-asian-width|devlop)(?:$|[-/\w])/;

/**
 * Everything that runs in Node: both entry points and every worker, in one build that shares its
 * chunks. All of them lie two folders below the package root.
 */
export default defineConfig({
  root,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: [bundled] },
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
      external: (id) => !/^[.#]/.test(id) && !path.isAbsolute(id) && !bundled.test(id),
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
      },
    },
  },
});
