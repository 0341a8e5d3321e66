import { readFileSync, renameSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { putOwnFile } from '#main/book/documents/replace-file.ts';
import { stampOf } from '#main/book/documents/scan.ts';

const path = 'record.yaml';
const ours = Buffer.from('labels: ours\n');

let root: string;
let file: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'fabula-own-'));
  file = join(root, path);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const stampNow = () => stampOf(statSync(file));

/** As a program that synchronises does. */
const putTheirs = async (): Promise<void> => {
  await writeFile(`${file}.theirs`, 'labels: theirs\n');
  await rename(`${file}.theirs`, file);
};

describe.each([true, false])(
  "one of the program's own files in the book's folder, durable: %s",
  (isDurable) => {
    it('goes over what was read there, and is known by its stamp [B4]', async () => {
      const first = await putOwnFile(root, { path, bytes: ours, over: null, isDurable });
      expect(first).toEqual(stampNow());
      const bytes = Buffer.from('labels: ours, again\n');
      expect(await putOwnFile(root, { path, bytes, over: first, isDurable })).toEqual(stampNow());
      expect(await readFile(file)).toEqual(bytes);
    });

    it('goes over nothing that came since, nor in the place of what went [B4]', async () => {
      const read = await putOwnFile(root, { path, bytes: ours, over: null, isDurable });
      await putTheirs();
      for (const over of [read, null]) {
        expect(await putOwnFile(root, { path, bytes: ours, over, isDurable })).toBeNull();
      }
      expect(await readFile(file, 'utf8')).toBe('labels: theirs\n');
      await rm(file);
      expect(await putOwnFile(root, { path, bytes: ours, over: read, isDurable })).toBeNull();
    });
  },
);

it('what comes the moment after is not taken for what was written [B4]', async () => {
  await writeFile(`${file}.theirs`, 'labels: theirs\n');
  const written = putOwnFile(root, { path, bytes: ours, over: null, isDurable: true });
  let isTheirs = false;
  const watch = (): void => {
    try {
      if (readFileSync(file).equals(ours)) {
        renameSync(`${file}.theirs`, file);
        isTheirs = true;
      }
    } catch {
      // Not there yet.
    }
    if (!isTheirs) setImmediate(watch);
  };
  watch();
  const stamp = await written;
  expect(isTheirs).toBe(true);
  expect(stamp).not.toEqual(stampNow());
});
