/** The dictionaries the page spells by, for use beside the program. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import nspell from 'nspell';
import { createSpelt, type Variant, wordFile } from '#shared/spelling/dictionary.ts';

/** Whether the dictionary has a word. */
export type IsSpelt = (word: string) => boolean;

const { resolve } = createRequire(import.meta.url);

/**
 * The packages read their files themselves, but while they are imported: Node crashes where a worker that waits for that
 * is ended.
 */
const folders = {
  american: () => dirname(resolve('dictionary-en')),
  british: () => dirname(resolve('dictionary-en-gb')),
};

const read = (folder: () => string, file: string): string =>
  readFileSync(join(folder(), file), 'utf8');

/** Takes some tenths of a second: once, where a word is to be looked up. */
export const loadDictionary = (variant: Variant): IsSpelt => {
  const files = {
    rules: read(folders.american, 'index.aff'),
    american: read(folders.american, 'index.dic'),
    british: read(folders.british, 'index.dic'),
  };
  const dictionary = nspell(files.rules, wordFile(files, variant));
  return createSpelt((word) => dictionary.correct(word));
};
