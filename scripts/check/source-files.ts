/** The sources that checks read as text. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../bootstrap/paths.mjs';

export interface SourceFile {
  /** Relative to the repository, with forward slashes. */
  readonly name: string;
  readonly text: string;
}

export async function sourceFiles(): Promise<SourceFile[]> {
  const pattern = '{shared,main,preload,renderer,scripts,tests,vite}/**/*.{ts,tsx,mjs,js,css}';
  const files: SourceFile[] = [];
  for await (const found of glob(pattern, { cwd: root, exclude: ['tests/fixtures/**'] })) {
    const text = readFileSync(path.join(root, found), 'utf8');
    files.push({ name: found.split(path.sep).join('/'), text });
  }
  return files;
}
