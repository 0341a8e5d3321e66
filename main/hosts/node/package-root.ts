/** Where the program's own files are. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';

const Manifest = z.object({ name: z.string(), version: z.string() });

/** Where the program's own files lie, whether it runs from TypeScript, built, or packed. */
export type ProgramFiles = {
  /** Absolute path of the folder that holds package.json. */
  root: string;
  version: string;
  /** False while the sources themselves run. */
  built: boolean;
  assets: string;
  samples: string;
  /** The built interface: index.html and its assets. */
  renderer: string;
  preload: string;
  /** Entry of a worker, by its source path below `main` without the ending, e.g. `db/backups/backup.worker`. */
  worker(source: string): URL;
};

/**
 * Finds the package that holds a module.
 * @param moduleUrl `import.meta.url` of any module of the program
 * @throws Error when no folder above it is Fabula's package
 */
export const findProgramFiles = (moduleUrl: string): ProgramFiles => {
  const file = fileURLToPath(moduleUrl);
  const built = !file.endsWith('.ts');
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    const manifestFile = path.join(folder, 'package.json');
    if (existsSync(manifestFile)) {
      const manifest = Manifest.parse(JSON.parse(readFileSync(manifestFile, 'utf8')));
      if (manifest.name === 'fabula') return describe(folder, manifest.version, built);
    }
    if (path.dirname(folder) === folder) throw new Error('The program files are incomplete.');
  }
};

const describe = (root: string, version: string, built: boolean): ProgramFiles => ({
  root,
  version,
  built,
  assets: path.join(root, 'assets'),
  samples: path.join(root, 'samples'),
  renderer: path.join(root, 'dist', 'renderer'),
  preload: path.join(root, 'dist', 'preload', 'index.cjs'),
  worker: (source) =>
    pathToFileURL(
      built
        ? path.join(root, 'dist', 'workers', `${path.posix.basename(source)}.js`)
        : path.join(root, 'main', `${source}.ts`),
    ),
});
