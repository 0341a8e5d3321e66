import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createRandom } from './random.ts';

/**
 * Another program on the same chapter, as a process of its own: adds one numbered line after the other to the end of the
 * file until it is ended, and prints each number once its line is written. `inPlace` writes into the file, `rename` puts
 * a new file in its place, as editors and sync clients do.
 */
const [file = '', mode = '', seed = '1'] = process.argv.slice(2);
const random = createRandom(Number(seed));
const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

const put = async (text: string): Promise<void> => {
  if (mode === 'inPlace') {
    await writeFile(file, text);
    return;
  }
  const beside = join(dirname(file), `.outside-${process.pid}`);
  await writeFile(beside, text);
  await rename(beside, file);
};

/** As any program that finds a file away for a moment: once more. */
const read = async (): Promise<string> => {
  try {
    return await readFile(file, 'utf8');
  } catch {
    await pause(1);
    return read();
  }
};

/** Ends between two lines: killed between emptying the file and writing it, it would lose its own. */
let isEnding = false;
process.on('SIGTERM', () => {
  isEnding = true;
});

for (let number = 1; !isEnding; number += 1) {
  const text = await read();
  await put(`${text.trimEnd()}\n\n(outside ${number})\n`);
  process.stdout.write(`${number}\n`);
  await pause(random() * 25);
}
