import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FolderWatch, watchFolder } from '#main/book/documents/watch.ts';
import { eventually, makeFolder } from '#tests/helpers/projects.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
let watch: FolderWatch;
let looks: (ReadonlySet<string> | null)[];
let missing: number;

const start = (fileCount: number): void => {
  looks = [];
  missing = 0;
  watch = watchFolder({
    root: folder.root,
    fileCount,
    pollTime: 30,
    logger: { log: () => undefined },
    onTouched: async (paths) => {
      looks.push(paths);
    },
    onMissing: () => {
      missing += 1;
    },
    onFailure: (error) => {
      throw error;
    },
  });
};

beforeEach(async () => {
  folder = await makeFolder({ 'a.md': 'a' });
});
afterEach(async () => {
  await watch.close();
  await folder.remove();
});

it('looks at a folder with too many files to watch every now and then', async () => {
  start(1_000_000);
  await eventually(() => looks.length >= 3);
  expect(looks.every((paths) => paths === null)).toBe(true);
  await watch.close();
  const before = looks.length;
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(looks.length).toBe(before);
});

it('names the chapters that were touched, and nothing that is none', async () => {
  start(1);
  await eventually(() => looks.length === 1);
  await folder.write('.fabula/x.md', 'x');
  await folder.write('notes.json', '{}');
  await writeFile(join(folder.root, 'a.md'), 'b');
  await eventually(() => looks.some((paths) => paths?.has('a.md') === true));
  expect(looks.flatMap((paths) => [...(paths ?? [])])).toEqual(['a.md']);
});

it('says once that a folder is gone, and watches it again when it is back', async () => {
  start(1);
  await eventually(() => looks.length === 1);
  await rename(folder.root, `${folder.root}-away`);
  await eventually(() => missing === 1);
  await new Promise((resolve) => setTimeout(resolve, 120));
  expect(missing).toBe(1);
  const before = looks.length;
  await rename(`${folder.root}-away`, folder.root);
  await eventually(() => looks.length > before);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await writeFile(join(folder.root, 'a.md'), 'c');
  await eventually(() => looks.some((paths) => paths?.has('a.md') === true));
});

it('sees nothing in a pause, looks at the whole folder when the last one is over, and goes on watching', async () => {
  start(1);
  await eventually(() => looks.length === 1);
  const [endFirst, endSecond] = [watch.pause(), watch.pause()];
  await writeFile(join(folder.root, 'a.md'), 'b');
  endFirst();
  endFirst();
  // Twice as long as changes take to be told of.
  await new Promise((resolve) => setTimeout(resolve, 240));
  expect(looks).toEqual([null]);
  endSecond();
  await eventually(() => looks.length === 2);
  expect(looks).toEqual([null, null]);
  await writeFile(join(folder.root, 'a.md'), 'c');
  await eventually(() => looks.some((paths) => paths?.has('a.md') === true));
});

it('stays closed when it was closed in a pause, and looked at where it cannot be watched', async () => {
  start(1);
  await eventually(() => looks.length === 1);
  const end = watch.pause();
  await watch.close();
  end();
  await writeFile(join(folder.root, 'a.md'), 'd');
  await new Promise((resolve) => setTimeout(resolve, 240));
  expect(looks).toEqual([null]);
  start(1_000_000);
  watch.pause()();
  await eventually(() => looks.length >= 3);
});
