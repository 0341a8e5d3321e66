import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { root } from '../scripts/bootstrap/paths.mjs';

/** The interface, the same files for the window and for the browser. */
export default defineConfig({
  root: path.join(root, 'renderer'),
  logLevel: 'warn',
  base: './',
  publicDir: false,
  plugins: [react()],
  build: {
    target: ['chrome130', 'firefox128', 'safari17'],
    outDir: path.join(root, 'dist/renderer'),
    emptyOutDir: true,
    // The content security policy allows no inline code and no data: fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file on purpose: docs/decisions/page.md says why.
    chunkSizeWarningLimit: 3000,
  },
});
