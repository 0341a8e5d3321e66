// Plain JavaScript on Node built-ins: this runs before anything is installed.
// @ts-check
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.mjs';

/** Absolute path of the note that says what dist/ was built from. */
export const builtFrom = path.join(root, 'dist', '.built-from');

const parts = ['shared', 'main', 'preload', 'renderer', 'vite'];

/** @returns {string} SHA-256 over the names and bytes of everything dist/ is made from */
export function sourcesHash() {
  const hash = createHash('sha256');
  for (const part of parts) {
    for (const file of filesUnder(path.join(root, part))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  for (const file of ['package.json', 'package-lock.json']) {
    hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** @returns {boolean} whether dist/ was built from the sources as they are */
export function isBuilt() {
  return existsSync(builtFrom) && readFileSync(builtFrom, 'utf8') === sourcesHash();
}

/**
 * @param {string} folder
 * @returns {string[]} absolute paths of all files, sorted
 */
function filesUnder(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(file) : [file];
    });
}
