import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenBooks } from '#main/book/records/open-books.ts';

let root: string;
let looks: number;
let meanwhile: () => void;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'fabula-open-'));
  looks = 0;
  meanwhile = () => undefined;
  await mkdir(join(root, '.fabula/dismissed'), { recursive: true });
  writeFileSync(join(root, '.fabula/project.json'), '{}');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const open = async () => {
  const books = createOpenBooks({
    async sync() {
      looks += 1;
      meanwhile();
      await new Promise((resolve) => setTimeout(resolve, 5));
      const counts = { read: 0, written: 0, merged: 0, conflicts: 0, withheld: 0 };
      return { counts, problems: [], isUnfinished: false, failures: [] };
    },
    onFailure: () => undefined,
  });
  const isExchangedElsewhere = () => Promise.resolve(false);
  const holdExchange = () => ({ release: () => undefined });
  await books.attach(
    { projectId: 'book', root, canWrite: true, isExchangedElsewhere, holdExchange },
    false,
  );
  looks = 0;
  return books;
};
const readAll = (books: Awaited<ReturnType<typeof open>>, count = 120) =>
  Promise.allSettled(Array.from({ length: count }, () => books.takeNew('book')));

describe('what came into the folder of records [B1 N11]', () => {
  it('is looked at once, however many chapters are read meanwhile, and not where nothing came', async () => {
    const books = await open();
    await readAll(books);
    expect(looks).toBe(0);
    writeFileSync(join(root, '.fabula/dismissed/one.yaml'), 'new');
    await readAll(books);
    expect(looks).toBe(1);
    await readAll(books);
    expect(looks).toBe(1);
    await books.detach('book');
  });

  it('is looked at again where it came during a look', async () => {
    const books = await open();
    writeFileSync(join(root, '.fabula/dismissed/one.yaml'), 'new');
    meanwhile = () => writeFileSync(join(root, '.fabula/dismissed/two.yaml'), 'new');
    await readAll(books, 1);
    meanwhile = () => undefined;
    await readAll(books);
    expect(looks).toBe(2);
    await books.detach('book');
  });
});
