/** `npm run build`: dist/electron, dist/cli, dist/workers, dist/preload and dist/renderer. */
import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import { root } from './bootstrap/paths.mjs';
import { builtFrom, sourcesHash } from './bootstrap/sources.mjs';

const started = performance.now();
const hash = sourcesHash();
await rm(path.join(root, 'dist'), { recursive: true, force: true });
try {
  await Promise.all(
    ['node', 'preload', 'renderer'].map((part) =>
      build({ configFile: path.join(root, `vite/${part}.config.ts`), configLoader: 'native' }),
    ),
  );
} catch (error) {
  // The bundler's message already shows the place; its own stack tells nothing more.
  process.stderr.write(
    `${error instanceof Error ? error.message : String(error)}\nbuild: FAILED\n`,
  );
  process.exit(1);
}
const launcher = path.join(root, 'dist/cli/fabula.js');
await mkdir(path.dirname(launcher), { recursive: true });
await copyFile(path.join(root, 'vite/cli-launcher.js'), launcher);
await chmod(launcher, 0o755);
await writeFile(builtFrom, hash);
process.stdout.write(`build: ok, ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
