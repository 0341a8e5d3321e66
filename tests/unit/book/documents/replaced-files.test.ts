import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenFolder } from '#main/book/documents/open-folder.ts';
import { createReplacedFiles, type ReplacedFiles } from '#main/book/documents/replaced-files.ts';
import { versionOf } from '#main/book/documents/version.ts';

const before = '第一段。\n\n第二段。\n';
const folderOf = (projectId: string) => ({ projectId }) as OpenFolder;

let root: string;
let outside: FileHandle;
let files: ReplacedFiles;
/** What was taken in, and what it was made from. */
let taken: { from: string; text: string }[];
let failures: unknown[];

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** Another program has the chapter open; a save replaces it. */
const replaceUnder = async (projectId: string) => {
  const path = join(root, 'chapter.md');
  await writeFile(path, before);
  const handle = await open(path, 'r');
  outside = await open(path, 'r+');
  await writeFile(`${path}.new`, '我们的。\n');
  await rename(`${path}.new`, path);
  const held = { bytes: Buffer.from(before), text: before, version: versionOf(before) };
  return { folder: folderOf(projectId), documentId: 'one', handle, before: held };
};

const until = async (isTrue: () => boolean): Promise<void> => {
  while (!isTrue()) await pause(10);
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fabula-replaced-'));
  taken = [];
  failures = [];
  files = createReplacedFiles(
    async ({ before: from }, bytes) => void taken.push({ from: from.text, text: String(bytes) }),
    (error) => void failures.push(error),
  );
});
afterEach(async () => {
  await files.settle('book');
  await outside.close();
  rmSync(root, { recursive: true, force: true });
});

it('what a program writes long after it emptied the replaced file is taken in, and the emptiness is not [F17]', async () => {
  const replaced = await replaceUnder('book');
  await outside.truncate(0);
  expect(await files.follow(replaced)).toBeNull();
  await outside.write(`${before}\n外面的。\n`, 0);
  await until(() => taken.length > 0);
  expect({ taken, failures }).toEqual({
    taken: [{ from: before, text: `${before}\n外面的。\n` }],
    failures: [],
  });
});

it('what a program writes in two parts is taken in whole, the second as an edit of the first [F17]', async () => {
  const replaced = await replaceUnder('book');
  const first = `${before}\n外面的一。\n`;
  await outside.write(first, 0);
  expect(String(await files.follow(replaced))).toBe(first);
  await outside.write('\n外面的二。\n', Buffer.byteLength(first));
  await until(() => taken.length > 0);
  expect({ taken, failures }).toEqual({
    taken: [{ from: first, text: `${first}\n外面的二。\n` }],
    failures: [],
  });
});

it('a file that stays empty is believed to be, when the book is closed [F17]', async () => {
  const replaced = await replaceUnder('book');
  await outside.truncate(0);
  expect(await files.follow(replaced)).toBeNull();
  await files.settle('book');
  expect(taken).toEqual([{ from: before, text: '' }]);
  await expect(replaced.handle.stat()).rejects.toThrow('closed');
  expect(failures).toEqual([]);
});
